import { expect, test } from 'vitest'
import { defaultChoices, toRequest } from '../choices.ts'
import { makeGeneration } from '../testing.tsx'
import {
  applyEvent,
  applyList,
  type GenerationEvent,
  type GenerationsState,
  initialState,
  type Phase,
} from './generations-state.ts'

const request = toRequest(
  { ...defaultChoices, description: 'Un loup' },
  { offersTransparent: false },
)
const running = makeGeneration({ state: 'calling' })
const done = makeGeneration({ state: 'done' })

type PendingEvent = Extract<GenerationEvent, { key: string }>

const key = 'key-1'
const events: PendingEvent[] = [
  { type: 'sent', key },
  { type: 'accepted', key, generation: running },
  { type: 'progressed', key, generation: running },
  { type: 'partial', key, image: 'data:image/png;base64,AAAA' },
  { type: 'connection', key, connected: false },
  { type: 'cancel-requested', key },
  { type: 'cancel-refused', key },
  { type: 'withdrawn', key },
  { type: 'ended', key, generation: done, isFresh: true },
  { type: 'failed', key, code: 'internal', requestId: null, refused: true },
  { type: 'dropped', key },
]

const submitted = applyEvent(initialState, { type: 'submitted', key, request })

/** The state after a click on Générer and the given events. */
const stateAfter = (...types: PendingEvent['type'][]): GenerationsState =>
  types.reduce(
    (state, type) =>
      applyEvent(state, events.find((event) => event.type === type) ?? { type: 'dropped', key }),
    submitted,
  )

const phases: Record<Phase, GenerationsState> = {
  waiting: stateAfter(),
  sending: stateAfter('sent'),
  withdrawing: stateAfter('sent', 'cancel-requested'),
  running: stateAfter('sent', 'accepted'),
  cancelling: stateAfter('sent', 'accepted', 'cancel-requested'),
}

const accepted: Record<Phase, PendingEvent['type'][]> = {
  waiting: ['sent', 'connection', 'withdrawn', 'failed', 'dropped'],
  sending: ['sent', 'accepted', 'connection', 'cancel-requested', 'failed', 'dropped'],
  withdrawing: [
    'sent',
    'accepted',
    'connection',
    'cancel-refused',
    'withdrawn',
    'ended',
    'failed',
    'dropped',
  ],
  running: [
    'progressed',
    'partial',
    'connection',
    'cancel-requested',
    'ended',
    'failed',
    'dropped',
  ],
  cancelling: [
    'progressed',
    'partial',
    'connection',
    'cancel-refused',
    'withdrawn',
    'ended',
    'failed',
    'dropped',
  ],
}

test.each(Object.entries(phases))('%s is reached by its events', (phase, state) => {
  expect(state.pending).toMatchObject([{ key, phase }])
})

test.each(
  Object.entries(phases).flatMap(([phase, state]) =>
    events
      .filter(({ type }) => !accepted[phase as Phase].includes(type))
      .map((event) => [phase, event.type, state, event] as const),
  ),
)('%s: a late %s changes nothing', (_, __, state, event) => {
  expect(applyEvent(state, event)).toBe(state)
})

test.each(
  (['withdrawn', 'ended', 'failed', 'dropped'] as const).flatMap((type) =>
    Object.keys(phases)
      .filter((phase) => accepted[phase as Phase].includes(type))
      .map((phase) => [phase, type] as const),
  ),
)('%s: after %s nothing is pending', (phase, type) => {
  const event = events.find((candidate) => candidate.type === type)
  expect(event && applyEvent(phases[phase as Phase], event).pending).toEqual([])
})

test.each([
  { from: 'cancelling', to: 'running' },
  { from: 'withdrawing', to: 'sending' },
] as const)(
  'a refused cancel in phase $from returns to $to, with what was known',
  ({ from, to }) => {
    expect(applyEvent(phases[from], { type: 'cancel-refused', key })).toEqual(phases[to])
  },
)

test('a request that is accepted while it is withdrawn is cancelling', () => {
  expect(stateAfter('sent', 'cancel-requested', 'accepted').pending).toMatchObject([
    { phase: 'cancelling', generation: running },
  ])
})

test('two generations are pending, each with its own events, newest first', () => {
  const older = makeGeneration({
    id: 'generation-0',
    state: 'queued',
    createdAt: '2026-11-20T09:00:00.000Z',
  })
  const both = applyEvent(phases.running, { type: 'found', key: older.id, generation: older })
  expect(both.pending.map((entry) => entry.key)).toEqual([key, older.id])
  const moved = applyEvent(both, {
    type: 'partial',
    key: older.id,
    image: 'data:image/png;base64,BBBB',
  })
  expect(moved.pending.map((entry) => entry.partial)).toEqual([null, 'data:image/png;base64,BBBB'])
  const ended = applyEvent(moved, { type: 'ended', key, generation: done, isFresh: true })
  expect(ended.pending.map((entry) => entry.key)).toEqual([older.id])
  expect(applyEvent(ended, { type: 'found', key: older.id, generation: older })).toBe(ended)
})

test('what is being sent is newer than what the worker knows', () => {
  const state = applyEvent(phases.sending, { type: 'found', key: running.id, generation: running })
  expect(state.pending.map((entry) => entry.key)).toEqual([key, running.id])
})

test('a list replaces the results, but keeps one that ended while the list was read', () => {
  const older = makeGeneration({
    id: 'generation-0',
    state: 'done',
    createdAt: '2026-11-20T09:00:00.000Z',
  })
  const state = stateAfter('sent', 'accepted', 'ended')
  expect(applyList(state, [older]).results).toEqual([older])
  expect(applyList(state, [running, older]).results).toEqual([done, older])
})

test('what ends beside others keeps its place until the next click', () => {
  const other = makeGeneration({ id: 'generation-2', state: 'failed', problem: 'no-image' })
  const all: GenerationEvent[] = [
    { type: 'sent', key },
    { type: 'submitted', key: 'key-2', request },
    { type: 'sent', key: 'key-2' },
    { type: 'accepted', key: 'key-2', generation: other },
    { type: 'ended', key: 'key-2', generation: other, isFresh: true },
    { type: 'accepted', key, generation: running },
    { type: 'ended', key, generation: done, isFresh: true },
  ]
  const over = all.reduce<GenerationsState>(applyEvent, submitted)
  expect(over.slots).toMatchObject([
    { key, end: { kind: 'result', id: done.id } },
    { key: 'key-2', end: { kind: 'failed', code: 'no-image' } },
  ])
  expect(applyEvent(over, { type: 'submitted', key: 'key-3', request }).slots).toEqual([
    { key: 'key-3', id: null, end: null },
  ])
})

test('a design that is listed no more has no place beside others', () => {
  const state = stateAfter('sent', 'accepted', 'ended')
  expect(applyList(state, [done]).slots).toHaveLength(1)
  expect(applyList(state, []).slots).toEqual([])
})
