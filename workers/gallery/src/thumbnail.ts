import { imageKey, thumbnailKey } from './designs-files.ts'
import type { SignedImage } from './image-url.ts'

export const thumbnailWidth = 512

/** Keeps a small WebP beside a design's image. Nothing where the design is gone; throws where the image cannot be read. */
export async function makeThumbnail(
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
  // Deleted meanwhile, it takes what was made of it along.
  if (!(await IMAGES.head(original.key))) await IMAGES.delete(key)
}
