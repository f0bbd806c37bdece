import type { SharedProblem } from '@encre/protocol/problem'
import * as z from 'zod/mini'

export const galleryPaths = {
  designs: '/api/gallery/designs',
  design: (id: string) => `/api/gallery/designs/${id}`,
}

/** A saved tattoo design. Dates are ISO 8601 in UTC. */
export const Design = z.object({
  id: z.string(),
  /** Signed and absolute; opens without a token until its expiry, the same for six hours so that caches work. */
  imageUrl: z.url(),
  /** The full enhanced prompt that the provider received. */
  prompt: z.string(),
  /** What the member described, in their own words. */
  subject: z.string(),
  style: z.string(),
  size: z.string(),
  /** What the member typed for 'custom', else null. */
  sizeDetail: z.nullable(z.string()),
  placement: z.string(),
  placementDetail: z.nullable(z.string()),
  /** `#rrggbb`, in the order chosen. */
  colors: z.array(z.string()),
  createdAt: z.iso.datetime(),
  userId: z.string(),
  /** The provider's model that made the image. */
  model: z.string(),
  /** `ai`: 'Image générée par IA'; `drawn`: 'Aperçu local, dessiné sans IA'. Another value may come later. */
  origin: z.string(),
})
export type Design = z.infer<typeof Design>

/** The query of `designs`: of one style or of all, from a `DesignPage`'s `next` on, at most `limit`, else 24. */
export const ListQuery = z.strictObject({
  style: z.optional(z.string()),
  cursor: z.optional(z.string()),
  /** 1 to 48. As it is written in an address: reading it as a number here would cost the page 0.8 kB. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-3][0-9]|4[0-8])$/))),
})
export type ListQuery = z.infer<typeof ListQuery>

/** Newest first; `next` is the cursor of the following page, null on the last. */
export const DesignPage = z.object({ designs: z.array(Design), next: z.nullable(z.string()) })
export type DesignPage = z.infer<typeof DesignPage>

export type GalleryProblem = SharedProblem | 'invalid-cursor' | 'invalid-style'

/** What the generator's worker hands over. The image goes with it, as bytes. */
export type NewDesign = Omit<Design, 'imageUrl'>

/** The gallery for other workers, entrypoint `DesignLibrary`. The caller has verified the member. */
export interface DesignLibrary {
  /** Keeps image and row. Idempotent by `design.id`: a second call answers the first one's design. */
  saveDesign(design: NewDesign, image: { bytes: ArrayBuffer; type: string }): Promise<Design>
  /** The member's design with a fresh image URL, or null. */
  findDesign(memberId: string, designId: string): Promise<Design | null>
  /** How many designs a member has, and the newest `limit` of them. */
  summarizeDesigns(memberId: string, limit: number): Promise<{ count: number; recent: Design[] }>
  /** Removes every design and image of a member. */
  eraseMember(memberId: string): Promise<void>
}

/** Entrypoint `Maintenance` of each worker: what the site's cron calls every minute. Answers what it did, for the log. */
export interface Maintenance {
  sweep(): Promise<Record<string, number>>
}
