import { imageKey, thumbnailKey } from './designs-files.ts'
import type { SignedImage } from './image-url.ts'

export const thumbnailWidth = 512

/** Stores a small WebP beside a design's image. Does nothing if the design is deleted; throws if the image cannot be decoded. */
export async function createThumbnail(
  { IMAGES, RESIZER }: Pick<Env, 'IMAGES' | 'RESIZER'>,
  { ownerKey, designId }: Pick<SignedImage, 'ownerKey' | 'designId'>,
): Promise<void> {
  const original = await IMAGES.get(imageKey(ownerKey, designId))
  if (!original) return
  const resized = await RESIZER.input(original.body)
    .transform({ width: thumbnailWidth, fit: 'scale-down' })
    .output({ format: 'image/webp' })
  const key = thumbnailKey(ownerKey, designId)
  await IMAGES.put(key, await new Response(resized.image()).arrayBuffer(), { httpMetadata: { contentType: 'image/webp' } })
  // The design may have been deleted meanwhile.
  if (!(await IMAGES.head(original.key))) await IMAGES.delete(key)
}
