import type { GenerationRequest, Parent } from '@encre/generator-worker/contract'
import { type Choices, type Draft, toRequest } from './choices.ts'
import type { GenerationsState } from './generation/generations-state.ts'
import { variationPath } from './generator-path.ts'
import type { Reference } from './steps/reference-file.ts'

/** How the form was filled from an address. */
export interface Filled {
  path: string
  kind: 'variation' | 'retry'
  /** The generation had an uploaded reference, which is gone. */
  lostReference: boolean
  /** The member's draft before, if it had other words and the member has not taken it back. */
  before: Draft | null
}

/** The form of the generator. `GenerationsState` is the other half of the page. */
export interface GeneratorState {
  draft: Draft
  filled: Filled | null
  /** The design of `draft.parent`, once it has been read. */
  parent: Parent | null
  /** An image of the member. */
  reference: Reference | null
  /** Whether a chosen file is being read. */
  isReading: boolean
  /** How many variants the next click asks for. */
  variants: number
  /** Whether the form was submitted without a required field. */
  wasIncomplete: boolean
}

export function openForm(draft: Draft): GeneratorState {
  return { draft, filled: null, parent: null, reference: null, isReading: false, variants: 1, wasIncomplete: false }
}

export type GeneratorEvent =
  | { type: 'chosen'; choices: Partial<Choices> }
  | { type: 'variants-chosen'; variants: number }
  | { type: 'reading'; isReading: boolean }
  /** The member chose an image of their own, or removed the reference. */
  | { type: 'reference-chosen'; reference: Reference | null }
  /** What an address asks for was read. */
  | { type: 'filled'; draft: Draft; filled: Filled; parent: Parent | null }
  /** The parent of a stored draft was read. */
  | { type: 'parent-read'; parent: Parent }
  | { type: 'detached' }
  /** The member takes the draft from before the form was filled. */
  | { type: 'taken-back'; draft: Draft }
  /** A click on the link to vary a design. The shell changes nothing for a link to the address that filled the form before. */
  | { type: 'varied'; designId: string }
  | { type: 'submitted'; submission: Submission }

export function applyEvent(state: GeneratorState, event: GeneratorEvent): GeneratorState {
  const { draft, filled } = state
  switch (event.type) {
    case 'chosen':
      return { ...state, draft: { ...draft, choices: { ...draft.choices, ...event.choices } } }
    case 'variants-chosen':
      return { ...state, variants: event.variants }
    case 'reading':
      return { ...state, isReading: event.isReading }
    case 'reference-chosen':
      return { ...withParent(state, draft.parent && { ...draft.parent, asReference: false }), reference: event.reference }
    case 'filled':
      return { ...state, draft: event.draft, filled: event.filled, parent: event.parent, reference: null }
    case 'parent-read':
      return { ...state, parent: event.parent }
    case 'detached':
      return withParent(state, null)
    case 'taken-back':
      return { ...state, draft: event.draft, filled: filled && { ...filled, before: null } }
    case 'varied':
      if (variesDesign(state, event.designId)) return withParent(state, { id: event.designId, asReference: true })
      return filled?.path === variationPath(event.designId) ? { ...state, filled: null } : state
    case 'submitted':
      if (event.submission.missing) return { ...state, wasIncomplete: true }
      return { ...(event.submission.dropsParent ? withParent(state, null) : state), variants: 1, wasIncomplete: false }
  }
}

function withParent(state: GeneratorState, parent: Draft['parent']): GeneratorState {
  return { ...state, draft: { ...state.draft, parent } }
}

/** Whether the form varies this design already. */
export function variesDesign({ draft }: GeneratorState, designId: string): boolean {
  return draft.parent?.id === designId
}

export type GeneratorView = ReturnType<typeof viewOf>

/** What the page shows of the form beside the generations. */
export function viewOf({ draft, parent, reference, variants }: GeneratorState, { pending, slots, stop, options }: GenerationsState) {
  const left = options?.quota.left
  const isParentGone = parent !== null && stop?.kind === 'failed' && ['not-found', 'unknown-reference'].includes(stop.code)
  // What is sent is what the page shows: a parent that could not be read is not sent.
  const shownParent = draft.parent?.id === parent?.id && !isParentGone ? parent : null
  const stopped = slots.filter(({ end }) => end && end.kind !== 'result' && end.kind !== 'cancelled').length
  return {
    isPending: pending.length > 0,
    isUsedUp: left === 0,
    isBlank: draft.choices.description.trim() === '',
    mostVariants: left ?? 4,
    variants: Math.min(variants, Math.max(1, left ?? variants)),
    /** How many variants of the last click gave no design. Null unless several were asked for and one stopped. */
    stoppedVariants: slots.length > 1 && stopped > 0 ? { stopped, total: slots.length } : null,
    /** The parent was deleted after it was shown. */
    isParentGone,
    parent: shownParent,
    reference:
      reference ??
      (shownParent && draft.parent?.asReference ? { name: shownParent.subject, dataUrl: `${shownParent.imageUrl}&w=512` } : null),
    offersReferences: options?.references ?? true,
    offersTransparent: options?.transparent ?? true,
  }
}

/** What a click on Générer sends, or the name of the first field that it lacks. */
export type Submission =
  | { missing: 'sizeDetail' | 'placementDetail' | 'description' }
  | { missing: null; request: GenerationRequest; file: File | null; variants: number; dropsParent: boolean }

/** Null while nothing can be sent. */
export function submissionOf({ draft, reference, isReading }: GeneratorState, view: GeneratorView): Submission | null {
  if (view.isPending || isReading || view.isUsedUp) return null
  const request = toRequest(draft.choices, view)
  if (request.sizeDetail === '') return { missing: 'sizeDetail' }
  if (request.placementDetail === '') return { missing: 'placementDetail' }
  if (view.isBlank) return { missing: 'description' }
  const parentAsReference = view.parent && view.reference && !reference && view.offersReferences
  return {
    missing: null,
    request: { ...request, ...(view.parent && { parentId: view.parent.id }), ...(parentAsReference && { parentAsReference: true }) },
    file: view.offersReferences ? (reference?.file ?? null) : null,
    variants: view.variants,
    dropsParent: view.isParentGone,
  }
}
