import type { Generation, GenerationRequest, GeneratorOptions } from '@encre/generator-worker/contract'
import type { DesignOptions } from '../choices.ts'

/** `sending` until the worker has accepted the request, then `running` until the generation ends. */
export type Phase = 'idle' | 'sending' | 'running' | 'cancelling'

/** The generation that the page waits for. */
export interface PendingGeneration {
  design: DesignOptions
  /** Null while it is being sent. */
  generation: Generation | null
  /** The newest partial image, a data URL. */
  partial: string | null
  /** False while the worker cannot be reached. */
  connected: boolean
}

/** Why the last generation gave no design. `code` is a `GenerationFailure`, a `GeneratorProblem`, or a code of a newer worker. */
export type StopReason =
  | { kind: 'failed'; code: string; requestId: string | null }
  | { kind: 'interrupted'; generation: Generation }
  | { kind: 'cancelled' }

export interface GenerationsState {
  phase: Phase
  /** Null in phase `idle` only. */
  pending: PendingGeneration | null
  stop: StopReason | null
  /** Generations with their design, newest first. */
  results: Generation[]
  /** The result that arrived while the page was open. */
  freshId: string | null
  /** What the provider can do and what is left of today's quota; null until loaded. */
  options: GeneratorOptions | null
}

export const initialState: GenerationsState = { phase: 'idle', pending: null, stop: null, results: [], freshId: null, options: null }

export type GenerationEvent =
  | { type: 'submitted'; request: GenerationRequest }
  | { type: 'accepted'; generation: Generation }
  | { type: 'progressed'; generation: Generation }
  | { type: 'partial'; image: string }
  | { type: 'connection'; connected: boolean }
  | { type: 'cancel-requested' }
  | { type: 'cancel-refused' }
  | { type: 'ended'; generation: Generation; isFresh: boolean }
  | { type: 'ended-while-away'; generation: Generation }
  | { type: 'failed'; code: string; requestId: string | null }
  | { type: 'session-ended' }

/** Phase, event, next phase. An event without an entry is late and changes nothing. */
const nextPhases: Record<Phase, Partial<Record<GenerationEvent['type'], Phase>>> = {
  idle: { submitted: 'sending', accepted: 'running', 'ended-while-away': 'idle' },
  sending: { accepted: 'running', failed: 'idle', 'session-ended': 'idle' },
  running: {
    progressed: 'running',
    partial: 'running',
    connection: 'running',
    'cancel-requested': 'cancelling',
    ended: 'idle',
    failed: 'idle',
    'session-ended': 'idle',
  },
  cancelling: {
    progressed: 'cancelling',
    partial: 'cancelling',
    connection: 'cancelling',
    'cancel-refused': 'running',
    ended: 'idle',
    failed: 'idle',
    'session-ended': 'idle',
  },
}

export function applyEvent(state: GenerationsState, event: GenerationEvent): GenerationsState {
  const phase = nextPhases[state.phase][event.type]
  if (!phase) return state
  const pending = phase === 'idle' ? null : state.pending
  return { ...state, phase, pending, ...changesOf({ ...state, pending }, event) }
}

/** Replaces the results by the listed ones. A result that the list still shows as running ended while the list was read: it stays. */
export function applyList(state: GenerationsState, listed: Generation[]): GenerationsState {
  const running = new Set(listed.filter((generation) => !isFinal(generation)).map((generation) => generation.id))
  const results = [...listed.filter(hasDesign), ...state.results.filter((result) => running.has(result.id))]
  return { ...state, results: results.sort(newestFirst) }
}

/** Whether a generation has ended. */
export function isFinal({ state }: Generation): boolean {
  return state === 'done' || state === 'failed' || state === 'interrupted' || state === 'cancelled'
}

function changesOf(state: GenerationsState, event: GenerationEvent): Partial<GenerationsState> {
  switch (event.type) {
    case 'submitted':
      return { stop: null, freshId: null, pending: createPending(event.request) }
    case 'accepted':
      return { stop: null, pending: { ...(state.pending ?? createPending(event.generation.request)), generation: event.generation } }
    case 'progressed':
      return changePending(state, { generation: event.generation })
    case 'partial':
      return changePending(state, { partial: event.image })
    case 'connection':
      return changePending(state, { connected: event.connected })
    case 'cancel-requested':
    case 'cancel-refused':
    case 'session-ended':
      return {}
    case 'ended':
    case 'ended-while-away':
      return end(state, event.generation, event.type === 'ended' && event.isFresh)
    case 'failed':
      return { stop: { kind: 'failed', code: event.code, requestId: event.requestId } }
  }
}

function createPending(design: DesignOptions): PendingGeneration {
  return { design, generation: null, partial: null, connected: true }
}

function changePending({ pending }: GenerationsState, change: Partial<PendingGeneration>): Partial<GenerationsState> {
  return { pending: pending && { ...pending, ...change } }
}

function end(state: GenerationsState, generation: Generation, isFresh: boolean): Partial<GenerationsState> {
  if (hasDesign(generation)) {
    const others = state.results.filter((result) => result.id !== generation.id)
    return { results: [generation, ...others].sort(newestFirst), freshId: isFresh ? generation.id : state.freshId }
  }
  if (generation.state === 'interrupted') return { stop: { kind: 'interrupted', generation } }
  if (generation.state === 'cancelled') return { stop: { kind: 'cancelled' } }
  return { stop: { kind: 'failed', code: generation.problem ?? 'internal', requestId: generation.requestId } }
}

function hasDesign({ state, design }: Generation): boolean {
  return state === 'done' && design !== null
}

function newestFirst(a: Generation, b: Generation): number {
  return b.createdAt.localeCompare(a.createdAt)
}
