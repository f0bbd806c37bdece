import type { GenerationRequest } from '@encre/generator-worker/contract'
import { colours, descriptionLimit, detailLimit, locationLabel, locations, sizes, styleName, styles } from '@encre/protocol/catalogue'
import * as z from 'zod/mini'

function oneOf<Value extends string>(values: readonly Value[]) {
  return z.enum(values as [Value, ...Value[]])
}

/** The values of the form. The words for Personnalisé and Autre stay while another size or placement is selected. */
export const Choices = z.object({
  style: oneOf(styles.map((style) => style.id)),
  size: oneOf(sizes.map((size) => size.value)),
  sizeDetail: z.string().check(z.maxLength(detailLimit)),
  placement: oneOf(locations.map((location) => location.value)),
  placementDetail: z.string().check(z.maxLength(detailLimit)),
  colors: z.array(oneOf(colours.map((colour) => colour.hex))),
  // Older drafts lack it.
  transparent: z._default(z.boolean(), false),
  description: z.string().check(z.maxLength(descriptionLimit)),
})
export type Choices = z.infer<typeof Choices>

/** Null for values that this version's catalogue does not have. */
export function readChoices(values: unknown): Choices | null {
  return z.safeParse(Choices, values).data ?? null
}

export const defaultChoices: Choices = {
  style: 'traditional',
  size: 'medium',
  sizeDetail: '',
  placement: 'arm',
  placementDetail: '',
  colors: ['#000000'],
  transparent: false,
  description: '',
}

/** The options that the preview shows. A form, a request and a saved design all have them. */
export interface DesignOptions {
  style: string
  size: string
  sizeDetail: string | null
  placement: string
  placementDetail: string | null
}

/** A detail that is missing, or that the form does not ask for, is null. */
export function toDesignOptions({ style, size, sizeDetail, placement, placementDetail }: Choices) {
  return {
    style,
    size,
    sizeDetail: (size === 'custom' && sizeDetail.trim()) || null,
    placement,
    placementDetail: (placement === 'custom' && placementDetail.trim()) || null,
  }
}

/** `offersTransparent`: an older worker refuses the field. */
export function toRequest(choices: Choices, { offersTransparent }: { offersTransparent: boolean }): GenerationRequest {
  return {
    ...toDesignOptions(choices),
    colors: choices.colors,
    description: choices.description.trim(),
    referenceId: null,
    ...(offersTransparent && choices.transparent && { transparent: true }),
  }
}

// The shell clears the tab's storage at sign-out.
const draftKey = 'encre.generator.draft'

const StoredDraft = z.object({
  memberId: z.string(),
  choices: Choices,
  // Older drafts lack it.
  parent: z._default(z.nullable(z.object({ id: z.string(), asReference: z.boolean() })), null),
})

/** What the form sends. `parent` is the design that it varies; `asReference`: that design's image is the reference. */
export type Draft = Omit<z.infer<typeof StoredDraft>, 'memberId'>

/** The draft in the tab's storage. An empty form replaces another member's draft, and one that this version cannot read. */
export function readDraft(memberId: string): Draft {
  try {
    const { memberId: owner, ...draft } = z.parse(StoredDraft, JSON.parse(sessionStorage.getItem(draftKey) ?? ''))
    if (owner === memberId) return draft
  } catch {
    // No draft.
  }
  return { choices: defaultChoices, parent: null }
}

/** Saves the draft in the tab's storage: it survives a reload, and sign-in after the session has ended. */
export function writeDraft(memberId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify({ ...draft, memberId }))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

/** Size, placement and style in one line: '10-15 cm · Bras · Traditionnel'. Without a known length, the size is left out. */
export function describeOptions({ size, sizeDetail, placement, placementDetail, style }: DesignOptions): string {
  const known = sizes.find((candidate) => candidate.value === size && candidate.centimetres)
  return [sizeDetail ?? known?.description, locationLabel(placement, placementDetail), styleName(style)].filter(Boolean).join(' · ')
}
