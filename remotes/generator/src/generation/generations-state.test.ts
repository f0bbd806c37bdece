import { expect, test } from 'vitest'
import { defaultChoices, toRequest } from '../choices.ts'
import { makeGeneration } from '../testing.tsx'
import { applyEvent, applyList, type GenerationEvent, type GenerationsState, initialState, type Phase } from './generations-state.ts'

const request = toRequest({ ...defaultChoices, description: 'Un loup' }, { offersTransparent: false })
const running = makeGeneration({ state: 'calling' })
const done = makeGeneration({ state: 'done' })

const events: GenerationEvent[] = [
  { type: 'submitted', request },
  { type: 'accepted', generation: running },
  { type: 'progressed', generation: running },
  { type: 'partial', image: 'data:image/png;base64,AAAA' },
  { type: 'connection', connected: false },
  { type: 'cancel-requested' },
  { type: 'cancel-refused' },
  { type: 'ended', generation: done, isFresh: true },
  { type: 'ended-while-away', generation: done },
  { type: 'failed', code: 'internal', requestId: null },
  { type: 'session-ended' },
]

/** The state after the given events, from the initial one. */
const stateAfter = (...types: GenerationEvent['type'][]): GenerationsState =>
  types.reduce((state, type) => applyEvent(state, events.find((event) => event.type === type) ?? { type: 'session-ended' }), initialState)

const phases: Record<Phase, GenerationsState> = {
  idle: stateAfter(),
  sending: stateAfter('submitted'),
  running: stateAfter('submitted', 'accepted'),
  cancelling: stateAfter('submitted', 'accepted', 'cancel-requested'),
}

const accepted: Record<Phase, GenerationEvent['type'][]> = {
  idle: ['submitted', 'accepted', 'ended-while-away'],
  sending: ['accepted', 'failed', 'session-ended'],
  running: ['progressed', 'partial', 'connection', 'cancel-requested', 'ended', 'failed', 'session-ended'],
  cancelling: ['progressed', 'partial', 'connection', 'cancel-refused', 'ended', 'failed', 'session-ended'],
}

test.each(Object.values(phases))('is reached by its events: $phase', (state) => {
  expect(phases[state.phase]).toBe(state)
  expect(state.pending === null).toBe(state.phase === 'idle')
})

test.each(
  Object.values(phases).flatMap((state) =>
    events.filter(({ type }) => !accepted[state.phase].includes(type)).map((event) => [state.phase, event.type, event] as const),
  ),
)('%s: a late %s changes nothing', (phase, _, event) => {
  expect(applyEvent(phases[phase], event)).toBe(phases[phase])
})

test.each([
  ['sending', 'failed'],
  ['running', 'ended'],
  ['running', 'failed'],
  ['running', 'session-ended'],
  ['cancelling', 'ended'],
] as const)('%s: after %s nothing is pending', (phase, type) => {
  const event = events.find((candidate) => candidate.type === type)
  expect(event && applyEvent(phases[phase], event)).toMatchObject({ phase: 'idle', pending: null })
})

test('a refused cancel runs on, with what was known', () => {
  const state = applyEvent(phases.cancelling, { type: 'cancel-refused' })
  expect(state).toEqual(phases.running)
})

test('a list replaces the results, but keeps one that ended while the list was read', () => {
  const older = makeGeneration({ id: 'generation-0', state: 'done', createdAt: '2026-11-20T09:00:00.000Z' })
  const state = stateAfter('submitted', 'accepted', 'ended')
  expect(applyList(state, [older]).results).toEqual([older])
  expect(applyList(state, [running, older]).results).toEqual([done, older])
})
