import type { Design } from '@encre/protocol/design'
import type { Bindings } from '../bindings.ts'
import type { GenerationFailure, GenerationState, PartialImage } from '../contract.ts'
import type { BilledTo, ImageRequest } from '../providers/provider.ts'
import type { StoredGeneration } from './stored-generation.ts'

// The states and events of a generation, and who pays for each end. `run-steps.ts` does what a
// state does and returns an event, `generation-run.ts` moves on, `generations.ts` cancels. The
// page's states are in `remotes/generator/src/generation/generations-state.ts`, its sentences in
// `steps/failure-text.ts` there.

/**
 * `preparing`: reads the images that the call needs, once for all models. `resumed`: an earlier run
 * recorded its call and stopped before the end. `downloading`: the provider answered with an
 * address.
 */
export type RunState = 'preparing' | 'queued' | 'calling' | 'resumed' | 'downloading' | 'storing'
type EndState = 'done' | 'failed' | 'interrupted' | 'cancelled'

export type Attempt = Pick<ImageRequest, 'model' | 'missing' | 'transparent'>

export interface Run {
  env: Bindings
  storage: SyncKvStorage
  signal: AbortSignal
  generation: StoredGeneration
  reference: File | null
  attempt: Attempt | null
  onPartial(image: PartialImage): void
}

/** A missing `problem` or `billedTo` of a failure comes with the event. */
export interface Transition {
  next: RunState | EndState
  problem?: GenerationFailure
  billedTo?: BilledTo
}

/**
 * A call is repeated only after an answer that cannot have been billed. A step that ends with an
 * event that its state does not list is a type error.
 */
const table = {
  preparing: {
    prepared: { next: 'queued' },
    'reference-missing': { next: 'failed', problem: 'internal', billedTo: 'nobody' },
    'parent-missing': { next: 'failed', problem: 'unknown-reference', billedTo: 'nobody' },
  },
  queued: {
    'model-chosen': { next: 'calling' },
    'no-model-left': { next: 'failed', problem: 'provider-misconfigured', billedTo: 'nobody' },
    'references-unsupported': {
      next: 'failed',
      problem: 'references-unsupported',
      billedTo: 'nobody',
    },
    'attempts-exhausted': { next: 'failed', problem: 'attempts-exhausted', billedTo: 'nobody' },
    cancelled: { next: 'cancelled', billedTo: 'nobody' },
  },
  calling: {
    image: { next: 'storing' },
    address: { next: 'downloading' },
    'model-missing': { next: 'queued' },
    'model-refused': { next: 'queued' },
    'key-refused': { next: 'queued' },
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
} as const satisfies Record<RunState, Record<string, Transition>>

export const transitions: Record<RunState, Partial<Record<EventName, Transition>>> = table

/** `cancelled` comes from the member, every other event from a step. */
type EventName = { [State in RunState]: keyof (typeof table)[State] }[RunState]

/** What events carry besides their outcome. */
interface EventFields {
  prepared: { reference: File | null }
  'model-chosen': { attempt: Attempt }
  busy: { waitSeconds: number }
  'busy-too-long': { problem: GenerationFailure }
  refused: { problem: GenerationFailure; billedTo: BilledTo }
  unreachable: { waitSeconds: number }
  'unreachable-for-long': { waitSeconds: number }
  saved: { design: Design }
  'save-failed': { waitSeconds: number }
}

/**
 * The result of a state's step (`run-steps.ts`), with the text for the log and the attempt's row.
 */
export type RunEvent = {
  [Name in Exclude<EventName, 'cancelled'>]: { name: Name; outcome: string } & FieldsOf<Name>
}[Exclude<EventName, 'cancelled'>]
type FieldsOf<Name> = Name extends keyof EventFields ? EventFields[Name] : object

/** The events that a state lists. */
export type EventOf<State extends RunState> = Extract<
  RunEvent,
  { name: keyof (typeof table)[State] }
>

export function transitionOf(state: RunState, event: RunEvent): Transition {
  const transition = transitions[state][event.name]
  if (!transition)
    throw new Error(`a run in state "${state}" has no transition for "${event.name}"`)
  return {
    ...('problem' in event && { problem: event.problem }),
    ...('billedTo' in event && { billedTo: event.billedTo }),
    ...transition,
  }
}

export function cancellationOf({
  state,
  problem,
}: {
  state: GenerationState
  problem: string | null
}): Transition | null {
  if (state !== 'queued' && state !== 'calling') return null
  // A problem while `calling`: the provider answered, the download fails.
  return transitions[problem === null ? state : 'downloading'].cancelled ?? null
}

/** Where a run starts that finds its generation in this state. Null: it has ended. */
export const firstStates: Record<GenerationState, RunState | null> = {
  queued: 'preparing',
  calling: 'resumed',
  storing: 'storing',
  done: null,
  failed: null,
  interrupted: null,
  cancelled: null,
}

export const storedStates: Record<RunState | EndState, GenerationState> = {
  preparing: 'queued',
  queued: 'queued',
  calling: 'calling',
  resumed: 'calling',
  downloading: 'calling',
  storing: 'storing',
  done: 'done',
  failed: 'failed',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
}

export function isRunState(state: RunState | EndState): state is RunState {
  return Object.hasOwn(transitions, state)
}
