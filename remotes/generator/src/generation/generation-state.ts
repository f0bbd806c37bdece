import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import type { Drawing } from '../choices.ts'

/** Why nothing is being made any more. `code` is a `GenerationFailure` or a `GeneratorProblem`, or one that this page does not know. */
export type Stop =
  | { kind: 'failed'; code: string; requestId: string | null }
  | { kind: 'interrupted'; generation: Generation }
  | { kind: 'cancelled' }

export interface Making {
  drawing: Drawing
  /** Null until the worker has accepted it. */
  generation: Generation | null
  /** The newest partial image, a data URL. */
  partial: string | null
  connected: boolean
  cancelling: boolean
}

export interface GenerationsState {
  making: Making | null
  stop: Stop | null
  /** Newest first, each with its design. */
  results: Generation[]
  /** The one that was finished before the member's eyes. */
  freshId: string | null
}

export const nothingYet: GenerationsState = { making: null, stop: null, results: [], freshId: null }

export type GenerationsAction =
  | { type: 'started'; request: GenerationRequest }
  | { type: 'moved'; generation: Generation }
  | { type: 'partial'; image: string }
  | { type: 'connection'; connected: boolean }
  | { type: 'cancelling'; cancelling: boolean }
  | { type: 'ended'; generation: Generation }
  | { type: 'failed'; code: string; requestId: string | null }
  | { type: 'left' }
  | { type: 'found'; results: Generation[] }

export function reduceGenerations(state: GenerationsState, action: GenerationsAction): GenerationsState {
  switch (action.type) {
    case 'started':
      return { ...state, stop: null, freshId: null, making: newMaking(action.request) }
    case 'moved':
      return { ...state, stop: null, making: { ...(state.making ?? newMaking(action.generation.request)), generation: action.generation } }
    case 'partial':
      return withMaking(state, { partial: action.image })
    case 'connection':
      return state.making?.connected === action.connected ? state : withMaking(state, { connected: action.connected })
    case 'cancelling':
      return withMaking(state, { cancelling: action.cancelling })
    case 'ended':
      return end(state, action.generation)
    case 'failed':
      return { ...state, making: null, stop: { kind: 'failed', code: action.code, requestId: action.requestId } }
    case 'left':
      return { ...state, making: null }
    case 'found':
      return { ...state, results: merge(state.results, action.results) }
  }
}

function newMaking(drawing: Drawing): Making {
  return { drawing, generation: null, partial: null, connected: true, cancelling: false }
}

function withMaking(state: GenerationsState, change: Partial<Making>): GenerationsState {
  return state.making ? { ...state, making: { ...state.making, ...change } } : state
}

function end(state: GenerationsState, generation: Generation): GenerationsState {
  const ended = { ...state, making: null }
  if (generation.state === 'done' && generation.design) {
    return { ...ended, results: merge([generation], state.results), freshId: generation.id }
  }
  if (generation.state === 'interrupted') return { ...ended, stop: { kind: 'interrupted', generation } }
  if (generation.state === 'cancelled') return { ...ended, stop: { kind: 'cancelled' } }
  return { ...ended, stop: { kind: 'failed', code: generation.problem ?? 'internal', requestId: generation.requestId } }
}

function merge(first: Generation[], second: Generation[]): Generation[] {
  const known = new Set(first.map((generation) => generation.id))
  return [...first, ...second.filter((generation) => !known.has(generation.id))].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}
