import { Design } from '@encre/protocol/design'
import type { SharedProblem } from '@encre/protocol/problem'
import * as z from 'zod/mini'

export { Design }

export const galleryPaths = {
  designs: '/api/gallery/designs',
  design: (id: string) => `/api/gallery/designs/${id}`,
}

/** Query of `GET /designs`. Without `style`: all styles. `cursor` is the `next` of the page before. Default limit: 24. */
export const ListQuery = z.strictObject({
  style: z.optional(z.string()),
  cursor: z.optional(z.string()),
  /** 1 to 48, as text: a number schema would add 0.8 kB to the page. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-3][0-9]|4[0-8])$/))),
})
export type ListQuery = z.infer<typeof ListQuery>

/** One page of designs, newest first. `next` is the cursor of the following page, or null on the last one. */
export const DesignPage = z.object({ designs: z.array(Design), next: z.nullable(z.string()) })
export type DesignPage = z.infer<typeof DesignPage>

export type GalleryProblem = SharedProblem | 'invalid-cursor' | 'invalid-style'

/** A design as the generator's worker sends it, without an image URL. */
export type NewDesign = Omit<Design, 'imageUrl'>

/** The gallery for other workers, entrypoint `DesignLibrary`. The caller has verified the member. */
export interface DesignLibrary {
  /** Saves image and row. Idempotent by `design.id`: a second call returns the design of the first. */
  saveDesign(design: NewDesign, image: { bytes: ArrayBuffer; type: string }): Promise<Design>
  /** The member's design with a newly signed image URL, or null. */
  findDesign(memberId: string, designId: string): Promise<Design | null>
  /** The number of a member's designs and the newest `limit` of them. */
  summarizeDesigns(memberId: string, limit: number): Promise<{ count: number; recent: Design[] }>
  /** Deletes every design and image of a member. */
  eraseMember(memberId: string): Promise<void>
}
