import * as z from 'zod/mini'

/**
 * Requests, forms, stored rows and answers spread this schema. A new field is `z.optional`: older
 * designs and clients lack it.
 */
export const DesignChoices = z.object({
  style: z.string(),
  size: z.string(),
  /** The member's text for size 'custom', null otherwise. */
  sizeDetail: z.nullable(z.string()),
  placement: z.string(),
  /** The member's text for placement 'custom', null otherwise. */
  placementDetail: z.nullable(z.string()),
  /** `#rrggbb`, in the order chosen. */
  colors: z.array(z.string()),
  /** The proportions of the image: a value of `formats`. Absent: square. */
  format: z.optional(z.string()),
})
export type DesignChoices = z.infer<typeof DesignChoices>

/** One of the values of a list of the catalogue, for what is read strictly. */
export function oneOf<Value extends string>(values: readonly Value[]) {
  return z.enum(values as [Value, ...Value[]])
}

/** A saved tattoo design, as the gallery's worker answers it and other contracts contain it. */
export const Design = z.object({
  id: z.string(),
  /**
   * Absolute and signed: opens without a token until it expires. Stays the same for six hours, so
   * that caches work.
   */
  imageUrl: z.url(),
  /** The full prompt that the provider received. */
  prompt: z.string(),
  subject: z.string(),
  ...DesignChoices.shape,
  createdAt: z.iso.datetime(),
  userId: z.string(),
  model: z.string(),
  /** An `Origin`. Later versions may add values. */
  origin: z.string(),
})
export type Design = z.infer<typeof Design>

/** A design with answers that the member has not seen. `newestId` changes with a new answer. */
export const AnsweredDesign = z.object({
  designId: z.string(),
  subject: z.string(),
  newestId: z.string(),
  /** How many. Absent from older workers. */
  answers: z.optional(z.number()),
})
export type AnsweredDesign = z.infer<typeof AnsweredDesign>

/** Why an operator stopped the sharing of a design, and when. */
export const SharingStop = z.object({ at: z.iso.datetime(), reason: z.string() })
export type SharingStop = z.infer<typeof SharingStop>

export const StoppedDesign = z.extend(SharingStop, { designId: z.string(), subject: z.string() })
export type StoppedDesign = z.infer<typeof StoppedDesign>

/**
 * Whether a member's description is a text to read rather than a title. Pages then set it in the
 * size of text.
 */
export function isLongSubject(subject: string): boolean {
  return subject.length > 120
}

/** The `translate` of a subject: a browser leaves words alone that are the drawing itself. */
export function translateSubject({ origin }: { origin: string }): 'no' | undefined {
  return origin === 'lettering' ? 'no' : undefined
}
