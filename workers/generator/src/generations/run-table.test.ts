import { expect, it } from 'vitest'
import { GenerationState } from '../contract.ts'
import {
  cancellationOf,
  firstStates,
  type RunEvent,
  transitionOf,
  transitions,
} from './run-table.ts'

const allTransitions = Object.entries(transitions).flatMap(([state, events]) =>
  Object.entries(events).map(([event, transition]) => ({ state, event, ...transition })),
)

it('calls the provider again only after answers that cannot have been billed', () => {
  const repeats = allTransitions.filter(
    ({ state, next }) =>
      !['preparing', 'queued'].includes(state) && (next === 'queued' || next === 'calling'),
  )
  const allowed = [
    'calling model-missing',
    'calling model-refused',
    'calling parameters-refused',
    'calling busy',
  ]
  expect(repeats.map(({ state, event }) => `${state} ${event}`)).toEqual(allowed)
})

it('never calls again for a run that found a call without its answer', () => {
  expect(firstStates.calling).toBe('resumed')
  expect(Object.values(transitions.resumed).map(({ next }) => next)).toEqual([
    'storing',
    'downloading',
    'interrupted',
  ])
})

it('bills every end that the member did not cause to the site or to nobody, and takes the rest from the event', () => {
  const failures = allTransitions.filter(({ next }) => next === 'failed' || next === 'interrupted')
  expect(failures.filter(({ billedTo }) => billedTo === 'member')).toEqual([])
  expect(
    failures.filter(({ billedTo }) => billedTo === undefined).map(({ event }) => event),
  ).toEqual(['refused', 'refused', 'refused'])
  const refused: RunEvent = {
    name: 'refused',
    outcome: '',
    problem: 'moderation-blocked',
    billedTo: 'member',
  }
  expect(transitionOf('calling', refused)).toEqual({
    next: 'failed',
    problem: 'moderation-blocked',
    billedTo: 'member',
  })
})

it('can be cancelled before the image is stored: free before the call and while the image does not arrive', () => {
  const billedTo = (state: GenerationState, problem: string | null) =>
    cancellationOf({ state, problem })?.billedTo ?? null
  expect(GenerationState.options.flatMap((state) => billedTo(state, null) ?? [])).toEqual([
    'nobody',
    'member',
  ])
  expect(billedTo('calling', 'provider-unavailable')).toBe('site')
})
