import type { Design } from '@encre/protocol/design'
import type { Bindings } from '../bindings.ts'
import type { GenerationFailure, GenerationState, PartialImage } from '../contract.ts'
import type { BilledTo, ImageRequest } from '../providers/provider.ts'
import type { StoredGeneration } from './stored-generation.ts'

/** `resumed`: an earlier run recorded its call and stopped before the end. `downloading`: the provider answered with an address. */
export type RunState = 'queued' | 'calling' | 'resumed' | 'downloading' | 'storing'
type EndState = 'done' | 'failed' | 'interrupted' | 'cancelled'

/** The result of a state's step (`run-steps.ts`), with the text for the log and the attempt's row. */
export type RunEvent = { outcome: string } & (
  | { name: 'model-chosen'; attempt: Attempt }
  | {
      name:
        | 'reference-missing'
        | 'parent-missing'
        | 'no-model-left'
        | 'references-unsupported'
        | 'attempts-exhausted'
        | 'image'
        | 'address'
        | 'model-missing'
        | 'model-refused'
        | 'parameters-refused'
        | 'unknown'
    }
  | { name: 'busy' | 'unreachable' | 'unreachable-for-long' | 'save-failed'; waitSeconds: number }
  | { name: 'busy-too-long'; problem: GenerationFailure }
  | { name: 'refused'; problem: GenerationFailure; billedTo: BilledTo }
  | { name: 'unreachable-too-long' | 'save-failed-too-long' }
  | { name: 'saved'; design: Design }
)
/** `cancelled` comes from the member, every other event from a step. */
type EventName = RunEvent['name'] | 'cancelled'

export type Attempt = Pick<ImageRequest, 'model' | 'missing' | 'transparent' | 'reference'>

export interface Run {
  env: Bindings
  storage: SyncKvStorage
  signal: AbortSignal
  generation: StoredGeneration
  attempt: Attempt | null
  refusedModels: Set<string>
  isRefused: boolean
  onPartial(image: PartialImage): void
}

/** A missing `problem` or `billedTo` of a failure comes with the event. */
export interface Transition {
  next: RunState | EndState
  problem?: GenerationFailure
  billedTo?: BilledTo
}

/** A call is repeated only after an answer that cannot have been billed. An event that a state does not list is a bug. */
export const transitions: Record<RunState, Partial<Record<EventName, Transition>>> = {
  queued: {
    'model-chosen': { next: 'calling' },
    'no-model-left': { next: 'failed', problem: 'provider-misconfigured', billedTo: 'nobody' },
    'references-unsupported': { next: 'failed', problem: 'references-unsupported', billedTo: 'nobody' },
    'attempts-exhausted': { next: 'failed', problem: 'attempts-exhausted', billedTo: 'nobody' },
    'reference-missing': { next: 'failed', problem: 'internal', billedTo: 'nobody' },
    'parent-missing': { next: 'failed', problem: 'unknown-reference', billedTo: 'nobody' },
    cancelled: { next: 'cancelled', billedTo: 'nobody' },
  },
  calling: {
    image: { next: 'storing' },
    address: { next: 'downloading' },
    'model-missing': { next: 'queued' },
    'model-refused': { next: 'queued' },
    'parameters-refused': { next: 'queued' },
    busy: { next: 'queued' },
    'busy-too-long': { next: 'failed', billedTo: 'nobody' },
    refused: { next: 'failed' },
    unknown: { next: 'interrupted', billedTo: 'site' },
    // The provider may bill the call.
    cancelled: { next: 'cancelled', billedTo: 'member' },
  },
  resumed: {
    image: { next: 'storing' },
    address: { next: 'downloading' },
    unknown: { next: 'interrupted', billedTo: 'site' },
  },
  downloading: {
    image: { next: 'storing' },
    unreachable: { next: 'downloading' },
    'unreachable-for-long': { next: 'downloading', problem: 'provider-unavailable' },
    'unreachable-too-long': { next: 'failed', problem: 'provider-unavailable', billedTo: 'site' },
    refused: { next: 'failed' },
    cancelled: { next: 'cancelled', billedTo: 'site' },
  },
  storing: {
    saved: { next: 'done' },
    refused: { next: 'failed' },
    'save-failed': { next: 'storing' },
    'save-failed-too-long': { next: 'failed', problem: 'save-failed', billedTo: 'site' },
  },
}

export function transitionOf(state: RunState, event: RunEvent): Transition {
  const transition = transitions[state][event.name]
  if (!transition) throw new Error(`a run in state "${state}" has no transition for "${event.name}"`)
  return {
    ...('problem' in event && { problem: event.problem }),
    ...('billedTo' in event && { billedTo: event.billedTo }),
    ...transition,
  }
}

export function cancellationOf({ state, problem }: { state: GenerationState; problem: string | null }): Transition | null {
  if (state !== 'queued' && state !== 'calling') return null
  // A problem while `calling`: the provider answered, the download fails.
  return transitions[problem === null ? state : 'downloading'].cancelled ?? null
}

export function firstState(state: GenerationState): RunState | null {
  if (state === 'queued' || state === 'storing') return state
  return state === 'calling' ? 'resumed' : null
}

export function storedState(state: RunState | EndState): GenerationState {
  return state === 'downloading' || state === 'resumed' ? 'calling' : state
}

export function isRunState(state: RunState | EndState): state is RunState {
  return Object.hasOwn(transitions, state)
}
