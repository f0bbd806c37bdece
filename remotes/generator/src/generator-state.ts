import type { GenerationRequest, Parent } from '@encre/generator-worker/contract'
import { styles } from '@encre/protocol/catalogue'
import { variationPath } from '@encre/protocol/links'
import { typedText } from '@encre/protocol/typed-text'
import { type Choices, type Draft, findMissingDetail, toRequest } from './choices.ts'
import type { GenerationsState } from './generation/generations-state.ts'
import { exampleSubjects, hasOwnWords } from './messages.ts'
import type { Reference } from './steps/reference-file.ts'

// The form of /generator without a DOM: what may be sent, and when. `choices.ts` has its values
// and draft; `generation/member-generations.ts` sends it; the worker reads it in
// `read-request.ts`.

/** The address that filled the form, and the draft that was there before. */
export interface Filled {
  path: string
  before: Draft | null
}

export interface GeneratorState {
  draft: Draft
  filled: Filled | null
  parent: Parent | null
  reference: Reference | null
  isReading: boolean
  variants: number
  /** Whether the form was submitted without a required field. */
  wasIncomplete: boolean
}

export function openForm(draft: Draft): GeneratorState {
  return {
    draft,
    filled: null,
    parent: null,
    reference: null,
    isReading: false,
    variants: 1,
    wasIncomplete: false,
  }
}

/**
 * A change of the form. A page applies it to its newest state, so that an answer after a wait keeps
 * what was typed meanwhile.
 */
export type Change = (state: GeneratorState) => GeneratorState

export const choose =
  (choices: Partial<Choices>): Change =>
  (state) => ({
    ...state,
    draft: { ...state.draft, choices: { ...state.draft.choices, ...choices } },
  })

/**
 * Another style, and one of its ideas unless the member has words of their own. `random`: as
 * `Math.random`.
 */
export const surprise =
  (random: () => number): Change =>
  (state) => {
    const { choices } = state.draft
    const style = pick(
      styles.filter(({ id }) => id !== choices.style),
      random,
    ).id
    return choose({
      style,
      ...(!hasOwnWords(choices.description) && {
        description: pick(exampleSubjects[style], random),
      }),
    })(state)
  }

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

export const setParent =
  (parent: Draft['parent']): Change =>
  (state) => ({ ...state, draft: { ...state.draft, parent } })

/**
 * The member chose an image or removed the reference. Then the parent's image is no longer the
 * reference.
 */
export const setReference =
  (reference: Reference | null): Change =>
  (state) => {
    const { parent } = state.draft
    return { ...setParent(parent && { ...parent, asReference: false })(state), reference }
  }

/**
 * A click on the link to vary a design. The shell changes nothing for a link to the address that
 * filled the form before.
 */
export const vary =
  (designId: string): Change =>
  (state) => {
    if (state.draft.parent?.id === designId)
      return setParent({ id: designId, asReference: true })(state)
    return state.filled?.path === variationPath({ designId, asReference: true })
      ? { ...state, filled: null }
      : state
  }

export const submit =
  (submission: Submission, { isParentGone }: GeneratorView): Change =>
  (state) => {
    if (submission.missing) return { ...state, wasIncomplete: true }
    return { ...(isParentGone ? setParent(null)(state) : state), wasIncomplete: false }
  }

/** What a member mends by other words. */
const refusals = ['moderation-blocked', 'words-refused', 'empty-description']

export type GeneratorView = ReturnType<typeof viewOf>

export function viewOf(
  { draft, parent, reference, variants, isReading }: GeneratorState,
  { pending, stop, options }: Pick<GenerationsState, 'pending' | 'stop' | 'options'>,
) {
  const left = options?.quota.left
  const isParentGone =
    parent !== null &&
    stop?.kind === 'failed' &&
    ['not-found', 'unknown-reference'].includes(stop.code)
  // What is sent is what the page shows: a parent that could not be read is not sent.
  const shownParent = draft.parent?.id === parent?.id && !isParentGone ? parent : null
  return {
    isBusy: pending.length > 0 || isReading || left === 0,
    isBlank: typedText(draft.choices.description).trim() === '',
    variants: Math.min(variants, Math.max(1, left ?? variants)),
    isParentGone,
    parent: shownParent,
    reference:
      reference ??
      (shownParent && draft.parent?.asReference
        ? { name: shownParent.subject, dataUrl: `${shownParent.imageUrl}&w=512` }
        : null),
    isIdeaRefused: stop?.kind === 'failed' && refusals.includes(stop.code),
    offersReferences: options?.references ?? true,
    offersTransparent: options?.transparent ?? true,
    // Known options without it are an older worker's.
    offersSizes: options === null || options.sizes === true,
  }
}

export type Submission =
  | { missing: 'sizeDetail' | 'placementDetail' | 'description' }
  | { missing: null; request: GenerationRequest; file: File | null; variants: number }

export function submissionOf(
  { draft, reference }: GeneratorState,
  view: GeneratorView,
): Submission | null {
  if (view.isBusy) return null
  const missing = findMissingDetail(draft.choices) ?? (view.isBlank ? 'description' : null)
  if (missing) return { missing }
  const parentAsReference = view.parent && view.reference && !reference && view.offersReferences
  return {
    missing: null,
    request: {
      ...toRequest(draft.choices, view),
      ...(view.parent && { parentId: view.parent.id }),
      ...(parentAsReference && { parentAsReference: true }),
    },
    file: view.offersReferences ? (reference?.file ?? null) : null,
    variants: view.variants,
  }
}
