import type { GenerationRequest } from '@encre/generator-worker/contract'
import { choiceWords, colours, describeChoices, descriptionLimit, detailLimit, locations, sizes, styles } from '@encre/protocol/catalogue'
import { DesignChoices } from '@encre/protocol/design'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import * as z from 'zod/mini'
import { hasOwnWords } from './messages.ts'

function oneOf<Value extends string>(values: readonly Value[]) {
  return z.enum(values as [Value, ...Value[]])
}

/** The values of the form. The words for Personnalisé and Autre stay while another size or placement is selected. */
export const Choices = z.object({
  ...DesignChoices.shape,
  style: oneOf(styles.map((style) => style.id)),
  size: oneOf(sizes.map((size) => size.value)),
  sizeDetail: z.string().check(z.maxLength(detailLimit)),
  placement: oneOf(locations.map((location) => location.value)),
  placementDetail: z.string().check(z.maxLength(detailLimit)),
  colors: z.array(oneOf(colours.map((colour) => colour.hex))),
  // Older drafts lack it.
  transparent: z.optional(z.boolean()),
  description: z.string().check(z.maxLength(descriptionLimit)),
})
export type Choices = z.infer<typeof Choices>

export function readChoices(values: unknown): Choices | null {
  return z.safeParse(Choices, values).data ?? null
}

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

/** The choices as a design has them. A detail that is missing, or that the form does not ask for, is null. */
export function toDesignChoices({ transparent: _, description: __, format = 'square', ...choices }: Choices) {
  return {
    ...choices,
    ...(format !== 'square' && { format }),
    sizeDetail: (choices.size === 'custom' && choices.sizeDetail.trim()) || null,
    placementDetail: (choices.placement === 'custom' && choices.placementDetail.trim()) || null,
  }
}

/** A field that is not offered is not sent: an older worker refuses it. */
export function toRequest(
  { format, ...choices }: Choices,
  { offersTransparent, offersSizes = false }: { offersTransparent: boolean; offersSizes?: boolean },
): GenerationRequest {
  return {
    ...toDesignChoices({ ...choices, format: offersSizes ? format : undefined }),
    description: choices.description.trim(),
    referenceId: null,
    ...(offersTransparent && choices.transparent && { transparent: true }),
  }
}

const draftKey = 'encre.generator.draft'

const StoredDraft = z.object({
  memberId: z.string(),
  choices: Choices,
  // Older drafts lack it.
  parent: z.optional(z.nullable(z.object({ id: z.string(), asReference: z.boolean() }))),
})

/** What the form sends. `parent` is the design that it varies; `asReference`: that design's image is the reference. */
export interface Draft {
  choices: Choices
  parent: { id: string; asReference: boolean } | null
}

/** The draft in the tab's storage. An empty form replaces another member's draft, and one that this version cannot read. */
export function readDraft(memberId: string): Draft {
  try {
    const { memberId: owner, choices, parent = null } = z.parse(StoredDraft, JSON.parse(readTabText(draftKey) ?? ''))
    if (owner === memberId) return { choices, parent }
  } catch {}
  return { choices: defaultChoices, parent: null }
}

/** The draft with an address's idea, `?idee=...&style=...`, unless the member has words of their own. */
export function withIdea(draft: Draft, path: string): Draft {
  const { searchParams: query } = new URL(path, 'https://encre.invalid')
  const choices = readChoices({ ...draft.choices, style: query.get('style'), description: query.get('idee') })
  return choices && !hasOwnWords(draft.choices.description) ? { ...draft, choices } : draft
}

/** Saves the draft in the tab's storage: it survives a reload, and sign-in after the session has ended. */
export function writeDraft(memberId: string, draft: Draft): void {
  saveTabText(draftKey, JSON.stringify({ ...draft, memberId }))
}

const { style, ...words } = choiceWords
export const customWords = { ...words, style: null }
const length = ({ size, sizeDetail }: DesignChoices) =>
  sizeDetail ?? sizes.find(({ value, centimetres }) => value === size && centimetres)?.description ?? null

/** A design's choices in one line, its length first: '10-15 cm · Bras · Traditionnel'. */
export function describeWithLength(choices: DesignChoices): string {
  return describeChoices(choices, { ...words, size: length, style })
}
