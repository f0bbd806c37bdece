import type {
  Generation,
  GenerationRequest,
  GeneratorOptions,
} from '@encre/generator-worker/contract'
import type { DesignChoices } from '@encre/protocol/design'

// What the page knows of a member's generations, as a table of events. `member-generations.ts`
// sends and follows them; the worker's states are
// `workers/generator/src/generations/run-table.ts`.

/**
 * `waiting`: nothing has left the device. A click on Annuler makes `sending` `withdrawing` (by
 * idempotency key) and `running` `cancelling` (by the generation's id).
 */
export type Phase = 'waiting' | 'sending' | 'withdrawing' | 'running' | 'cancelling'

export interface PendingGeneration {
  /**
   * The idempotency key of a click on Générer, or the id of a generation that was found running.
   */
  key: string
  phase: Phase
  design: DesignChoices & { description: string }
  generation: Generation | null
  partial: string | null
  connected: boolean
}

/** `code` is a `GenerationFailure`, a `GeneratorProblem`, or a code of a newer worker. */
export type StopReason =
  | { kind: 'failed'; code: string; requestId: string | null; counted: Counted }
  | { kind: 'interrupted'; generation: Generation }
  | { kind: 'cancelled'; counted: Counted }

/**
 * One generation of a set that is shown side by side, in the order of the set. `end` is null while
 * it is pending.
 */
export interface Slot {
  key: string
  /** The generation's id. Null until the worker has accepted it. */
  id: string | null
  end: End | null
}

type End = { kind: 'result'; id: string } | StopReason

/**
 * Whether a generation took a place of the quota. `unsure`: the request may have arrived. Undefined
 * when an older worker does not say.
 */
type Counted = boolean | 'unsure' | undefined

export interface GenerationsState {
  pending: PendingGeneration[]
  /**
   * The pending generations and those that ended beside them: the variants of one click, or what
   * was found running.
   */
  slots: Slot[]
  stop: StopReason | null
  results: Generation[]
  freshId: string | null
  /** Whether the page shows work before the list is read: a generation ran when the tab was left. */
  isExpected: boolean
  options: GeneratorOptions | null
  /**
   * Counts how often the last pending generation has ended. An end may give a place of the quota
   * back, and a call teach what the provider offers: the options are read again.
   */
  endedSets: number
}

export const initialState: GenerationsState = {
  pending: [],
  slots: [],
  stop: null,
  results: [],
  freshId: null,
  isExpected: false,
  options: null,
  endedSets: 0,
}

export type Change = (state: GenerationsState) => GenerationsState

/** The member has seen what ended. What ends from here on is shown when the page opens again. */
export const putAway: Change = (state) => {
  const isKept = state.pending.length > 0 || state.slots.length > 1
  return { ...state, slots: isKept ? state.slots : [], stop: null, freshId: null }
}

type StartEvent =
  | { type: 'submitted'; key: string; request: GenerationRequest }
  | { type: 'found'; key: string; generation: Generation }

/** What is learnt of a generation while it is followed. */
export type FollowEvent =
  | { type: 'progressed'; generation: Generation }
  | { type: 'partial'; image: string }
  | { type: 'connection'; connected: boolean }

type PendingEvent = { key: string } & (
  | FollowEvent
  | { type: 'accepted'; generation: Generation }
  | { type: 'sent' }
  | { type: 'cancel-requested' }
  | { type: 'cancel-refused' }
  | { type: 'withdrawn' }
  | { type: 'ended'; generation: Generation; isFresh: boolean }
  /** Without a generation that ended. `refused`: the worker has surely not accepted the request. */
  | { type: 'failed'; code: string; requestId: string | null; refused: boolean }
  /**
   * Nobody waits for it here any more: the session ended, or another entry has the same generation.
   */
  | { type: 'dropped' }
)

export type GenerationEvent =
  | StartEvent
  | PendingEvent
  | { type: 'ended-while-away'; generation: Generation }

const nextPhases: Record<Phase, Partial<Record<PendingEvent['type'], Phase | 'over'>>> = {
  waiting: {
    connection: 'waiting',
    sent: 'sending',
    withdrawn: 'over',
  },
  sending: {
    accepted: 'running',
    connection: 'sending',
    sent: 'sending',
    'cancel-requested': 'withdrawing',
  },
  withdrawing: {
    accepted: 'cancelling',
    connection: 'withdrawing',
    sent: 'withdrawing',
    'cancel-refused': 'sending',
    withdrawn: 'over',
    ended: 'over',
  },
  running: {
    progressed: 'running',
    partial: 'running',
    connection: 'running',
    'cancel-requested': 'cancelling',
    ended: 'over',
  },
  cancelling: {
    progressed: 'cancelling',
    partial: 'cancelling',
    connection: 'cancelling',
    'cancel-refused': 'running',
    withdrawn: 'over',
    ended: 'over',
  },
}

export function applyEvent(state: GenerationsState, event: GenerationEvent): GenerationsState {
  if (event.type === 'submitted' || event.type === 'found') return start(state, event)
  if (event.type === 'ended-while-away') return { ...state, stop: stopOf(event.generation) }
  const entry = findPending(state, event.key)
  const phase =
    entry &&
    (event.type === 'failed' || event.type === 'dropped'
      ? 'over'
      : nextPhases[entry.phase][event.type])
  if (!phase) return state
  if (event.type === 'connection' && event.connected === entry.connected) return state
  if (phase === 'over') return end(state, entry, event)
  const changed = { ...entry, phase, ...changesOf(event) }
  const pending = state.pending.map((other) => (other === entry ? changed : other))
  const moved = { ...state, pending }
  return event.type === 'accepted' ? accept(moved, event.key, event.generation) : moved
}

/**
 * Names the slot of a generation that the worker has accepted, and takes its place of the quota: the
 * page asks for the rest again only after the last one has ended.
 */
function accept(
  state: GenerationsState,
  key: string,
  { id, counted }: Generation,
): GenerationsState {
  const { options } = state
  const slots = state.slots.map((slot) => (slot.key === key ? { ...slot, id } : slot))
  if (!options || counted === false) return { ...state, slots }
  const left = Math.max(0, options.quota.left - 1)
  return { ...state, slots, options: { ...options, quota: { ...options.quota, left } } }
}

/**
 * Replaces the results by the listed ones. Keeps a result that ended while the list was read: the
 * list shows it as running. `variants`: the ids of the last set of this tab, which a reload shows
 * side by side again.
 */
export function applyList(
  state: GenerationsState,
  listed: Generation[],
  variants: readonly string[] = [],
): GenerationsState {
  const running = new Set(
    listed.filter((generation) => !isFinal(generation)).map((generation) => generation.id),
  )
  const results = [
    ...listed.filter(hasDesign),
    ...state.results.filter((result) => running.has(result.id)),
  ]
  // A design that is listed no more has no place beside others either.
  const known = state.slots.length > 0 ? state.slots : restoreSlots(listed, variants)
  const slots = known.filter(
    ({ end }) => end?.kind !== 'result' || results.some(({ id }) => id === end.id),
  )
  return { ...state, slots, isExpected: false, results: results.sort(newestFirst) }
}

function restoreSlots(listed: Generation[], variants: readonly string[]): Slot[] {
  return variants
    .flatMap((id) => listed.find((generation) => generation.id === id) ?? [])
    .map((generation) => ({
      key: generation.id,
      id: generation.id,
      end: isFinal(generation) ? finalEndOf(generation) : null,
    }))
}

export function findPending(
  { pending }: GenerationsState,
  key: string,
): PendingGeneration | undefined {
  return pending.find((entry) => entry.key === key)
}

export function isFinal({ state }: Generation): boolean {
  return ['done', 'failed', 'interrupted', 'cancelled'].includes(state)
}

function start(state: GenerationsState, event: StartEvent): GenerationsState {
  if (findPending(state, event.key)) return state
  const generation = event.type === 'found' ? event.generation : null
  const design = event.type === 'found' ? event.generation.request : event.request
  const entry: PendingGeneration = {
    key: event.key,
    phase: generation ? 'running' : 'waiting',
    design,
    generation,
    partial: null,
    connected: true,
  }
  const beside = state.pending.length > 0 ? state.slots : []
  const isRestored = state.slots.some(({ key }) => key === event.key)
  const slots = isRestored
    ? state.slots
    : [...beside, { key: event.key, id: generation?.id ?? null, end: null }]
  if (event.type === 'submitted')
    return { ...state, slots, stop: null, freshId: null, pending: [entry, ...state.pending] }
  return { ...state, slots, pending: [...state.pending, entry].sort(sentLast) }
}

function end(
  state: GenerationsState,
  entry: PendingGeneration,
  event: PendingEvent,
): GenerationsState {
  const pending = state.pending.filter((other) => other !== entry)
  if (event.type === 'dropped') {
    return { ...state, pending, slots: state.slots.filter(({ key }) => key !== event.key) }
  }
  const end = endOf(entry, event)
  const ended = {
    ...state,
    pending,
    slots: state.slots.map((slot) => (slot.key === event.key ? { ...slot, end } : slot)),
    endedSets: pending.length > 0 ? state.endedSets : state.endedSets + 1,
  }
  if (end.kind !== 'result') return { ...ended, stop: end }
  if (event.type !== 'ended') return ended
  const others = state.results.filter(({ id }) => id !== end.id)
  return {
    ...ended,
    results: [event.generation, ...others].sort(newestFirst),
    freshId: event.isFresh ? end.id : state.freshId,
  }
}

function changesOf(event: PendingEvent): Partial<PendingGeneration> {
  switch (event.type) {
    case 'accepted':
      return { generation: event.generation, connected: true }
    case 'progressed':
      return { generation: event.generation }
    case 'partial':
      return { partial: event.image }
    case 'connection':
      return { connected: event.connected }
    default:
      return {}
  }
}

function endOf({ generation }: PendingGeneration, event: PendingEvent): End {
  if (event.type === 'ended') return finalEndOf(event.generation)
  if (event.type !== 'failed') return { kind: 'cancelled', counted: false }
  const { code, requestId, refused } = event
  return { kind: 'failed', code, requestId, counted: countedOf(generation, refused) }
}

function finalEndOf(generation: Generation): End {
  return hasDesign(generation) ? { kind: 'result', id: generation.id } : stopOf(generation)
}

function stopOf(generation: Generation): StopReason {
  if (generation.state === 'interrupted') return { kind: 'interrupted', generation }
  const { counted, requestId } = generation
  if (generation.state === 'cancelled') return { kind: 'cancelled', counted }
  return { kind: 'failed', code: generation.problem ?? 'internal', requestId, counted }
}

function countedOf(generation: Generation | null, refused: boolean): Counted {
  if (generation) return generation.counted
  return refused ? false : 'unsure'
}

function hasDesign({ state, design }: Generation): boolean {
  return state === 'done' && design !== null
}

function newestFirst(a: Generation, b: Generation): number {
  return b.createdAt.localeCompare(a.createdAt)
}

/** What is being sent now is newer than anything that the worker knows. */
function sentLast(a: PendingGeneration, b: PendingGeneration): number {
  if (!a.generation || !b.generation)
    return Number(b.generation === null) - Number(a.generation === null)
  return newestFirst(a.generation, b.generation)
}
