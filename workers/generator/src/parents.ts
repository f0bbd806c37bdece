import type { DesignWithImage, ListedDesign } from '@encre/gallery-worker/contract'
import { cleanImage, maxSide, readImageFormat } from '@encre/worker/clean-image'
import { problem } from '@encre/worker/problem'
import * as z from 'zod/mini'
import { askGallery, type Bindings, type Handlers } from './bindings.ts'
import { Parent } from './contract.ts'
import { composedPixelsLimit, encodeMask, readMask } from './images/retouch-image.ts'
import { storeUpload } from './references/references.ts'

/**
 * The member's designs as the start of a variation. The page asks this worker, because it knows no
 * other feature's.
 */
export const parents = {
  async readParent(c, { params }) {
    const design = await findParent(c.env, c.var.memberId, params.id)
    if (!design) return problem(c, 404, 'not-found')
    return c.json(z.parse(Parent, { ...design, number: design.number ?? null }))
  },

  uploadMask: (c, { params, query }) =>
    storeUpload(c, query, async () => {
      const parent = await readParent(c.env, c.var.memberId, params.id)
      const size = parent && readImageFormat(new Uint8Array(await parent.image.arrayBuffer()))
      if (!size) return problem(c, 404, 'not-found')
      if (size.width * size.height > composedPixelsLimit) return problem(c, 422, 'parent-too-large')
      return async (bytes) => {
        const png = await cleanImage(c.env, bytes, { min: 1, max: maxSide })
        const mask = png ? readMask(png, size) : 'reference-not-an-image'
        return typeof mask === 'string' ? mask : encodeMask(mask, size)
      }
    }),
} satisfies Partial<Handlers>

type Library = Pick<Bindings, 'LIBRARY'>

/**
 * The design that a member starts a variation from. Null for a deleted design and for another
 * member's. Throws `UnavailableError`.
 */
export function findParent(
  { LIBRARY }: Library,
  memberId: string,
  id: string,
): Promise<ListedDesign | null> {
  return askGallery(LIBRARY.findDesign(memberId, id))
}

export interface ParentWithImage {
  design: DesignWithImage['design']
  image: File
}

/** `findParent` with the image. */
export async function readParent(
  { LIBRARY }: Library,
  memberId: string,
  id: string,
): Promise<ParentWithImage | null> {
  const read = await askGallery(LIBRARY.readImage(memberId, id))
  if (!read) return null
  const { bytes, type, design } = read
  return { design, image: new File([bytes], `reference.${type.split('/')[1]}`, { type }) }
}
