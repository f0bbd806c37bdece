import type { GenerationRequest } from '@encre/generator-worker/contract'
import {
  choiceWords,
  colours,
  describeChoices,
  descriptionLimit,
  detailLimit,
  locations,
  sizes,
  styles,
} from '@encre/protocol/catalogue'
import { DesignChoices, oneOf } from '@encre/protocol/design'
import { readIdea } from '@encre/protocol/links'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { typedText } from '@encre/protocol/typed-text'
import * as z from 'zod/mini'
import { hasOwnWords } from './messages.ts'

/**
 * The values of the form. The words for Personnalisé and Autre stay while another size or placement
 * is selected.
 */
export const Choices = z.object({
  ...DesignChoices.shape,
  style: oneOf(styles.map((style) => style.id)),
  size: oneOf(sizes.map((size) => size.value)),
  sizeDetail: z.string().check(z.maxLength(detailLimit)),
  placement: oneOf(locations.map((location) => location.value)),
  placementDetail: z.string().check(z.maxLength(detailLimit)),
  colors: z.array(oneOf(colours.map((colour) => colour.hex))),
  format: z.string(),
  transparent: z.boolean(),
  description: z.string().check(z.maxLength(descriptionLimit)),
})
export type Choices = z.infer<typeof Choices>

function readChoices(values: unknown): Choices | null {
  return z.safeParse(Choices, values).data ?? null
}

/**
 * The choices and words that a new design takes over from a saved one. Null if this version's
 * catalogue lacks one of the choices.
 */
export function readDesignChoices(design: DesignChoices, description: string): Choices | null {
  return readChoices({
    ...design,
    sizeDetail: design.sizeDetail ?? '',
    placementDetail: design.placementDetail ?? '',
    format: design.format ?? 'square',
    transparent: false,
    description,
  })
}

/** `Required`: a new field, optional in saved designs, needs a first value here. */
export const defaultChoices: Required<Choices> = {
  style: 'traditional',
  size: 'medium',
  sizeDetail: '',
  placement: 'arm',
  placementDetail: '',
  colors: ['#000000'],
  format: 'square',
  transparent: false,
  description: '',
}

/**
 * The choices as a design has them. A detail that is missing, or that the form does not ask for, is
 * null.
 */
export function toDesignChoices({ transparent: _, description: __, format, ...choices }: Choices) {
  return {
    ...choices,
    ...(format !== 'square' && { format }),
    sizeDetail: (choices.size === 'custom' && typedText(choices.sizeDetail).trim()) || null,
    placementDetail:
      (choices.placement === 'custom' && typedText(choices.placementDetail).trim()) || null,
  }
}

/** The first detail that the form asks for and that has no words. */
export function findMissingDetail(choices: Choices): 'sizeDetail' | 'placementDetail' | null {
  const { sizeDetail, placementDetail } = toDesignChoices(choices)
  if (choices.size === 'custom' && !sizeDetail) return 'sizeDetail'
  return choices.placement === 'custom' && !placementDetail ? 'placementDetail' : null
}

/** A field that is not offered is not sent: an older worker refuses it. */
export function toRequest(
  { format, ...choices }: Choices,
  { offersTransparent, offersSizes = false }: { offersTransparent: boolean; offersSizes?: boolean },
): GenerationRequest {
  return {
    ...toDesignChoices({ ...choices, format: offersSizes ? format : 'square' }),
    description: typedText(choices.description).trim(),
    referenceId: null,
    ...(offersTransparent && choices.transparent && { transparent: true }),
  }
}

const draftKey = 'encre.generator.draft'

const StoredDraft = z.object({
  memberId: z.string(),
  choices: Choices,
  parent: z.nullable(z.object({ id: z.string(), asReference: z.boolean() })),
})

/**
 * What the form sends. `parent` is the design that it varies; `asReference`: that design's image is
 * the reference.
 */
export type Draft = Omit<z.infer<typeof StoredDraft>, 'memberId'>

/**
 * The draft in the tab's storage. An empty form replaces another member's draft, and one that this
 * version cannot read.
 */
export function readDraft(memberId: string): Draft {
  try {
    const stored = JSON.parse(readTabText(draftKey) ?? '')
    const { memberId: owner, ...draft } = z.parse(StoredDraft, stored)
    if (owner === memberId) return draft
  } catch {}
  return { choices: defaultChoices, parent: null }
}

/**
 * The draft with an address's idea, `?idee=...&style=...`, unless the member has words of their
 * own.
 */
export function withIdea(draft: Draft, path: string): Draft {
  const idea = readIdea(path)
  const choices =
    idea && readChoices({ ...draft.choices, style: idea.style, description: idea.words })
  return choices && !hasOwnWords(draft.choices.description) ? { ...draft, choices } : draft
}

/**
 * Saves the draft in the tab's storage: it survives a reload, and sign-in after the session has
 * ended.
 */
export function writeDraft(memberId: string, draft: Draft): void {
  saveTabText(draftKey, JSON.stringify({ ...draft, memberId }))
}

const { style, ...words } = choiceWords
export const customWords = { ...words, style: null }
const length = ({ size, sizeDetail }: DesignChoices) =>
  sizeDetail ??
  sizes.find(({ value, centimetres }) => value === size && centimetres)?.description ??
  null

/** A design's choices in one line, its length first: '10-15 cm · Bras · Traditionnel'. */
export function describeWithLength(choices: DesignChoices): string {
  return describeChoices(choices, { ...words, size: length, style })
}
