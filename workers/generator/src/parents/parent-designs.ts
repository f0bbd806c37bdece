import type { ListedDesign } from '@encre/gallery-worker/contract'
import { askGallery } from '../ask-gallery.ts'
import type { Bindings } from '../bindings.ts'

type Library = Pick<Bindings, 'LIBRARY'>

/** The design that a member starts a variation from. Null for a deleted design and for another member's. Throws `UnavailableError`. */
export function findParent({ LIBRARY }: Library, memberId: string, id: string): Promise<ListedDesign | null> {
  return askGallery(LIBRARY.findDesign(memberId, id))
}

/** The image of such a design as a file for the provider, or null. Throws `UnavailableError`. */
export async function readParentImage({ LIBRARY }: Library, memberId: string, id: string): Promise<File | null> {
  const image = await askGallery(LIBRARY.readImage(memberId, id))
  return image && new File([image.bytes], `reference.${image.type.split('/')[1]}`, { type: image.type })
}
