import { ownerKey } from '@encre/worker/member'
import * as z from 'zod/mini'
import { Design, type ListedDesign, type NewDesign } from './contract.ts'
import { imageKey, sniffImage, writeOrigin } from './designs-files.ts'
import { findDesign, insertDesign } from './designs-store.ts'
import { withImageUrl } from './image-url.ts'
import { settingsOf } from './worker-settings.ts'

const DesignId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const SavedDesign = z.extend(z.omit(Design, { imageUrl: true }), {
  id: DesignId,
  parentId: z.optional(z.nullable(DesignId)),
})

/** Idempotent by `id`. Null for a member whose account is erased. */
export async function saveDesign(
  env: Env,
  input: NewDesign,
  image: { bytes: ArrayBuffer; type: string },
): Promise<ListedDesign | null> {
  const design = z.parse(SavedDesign, input)
  const type = sniffImage(new Uint8Array(image.bytes, 0, Math.min(12, image.bytes.byteLength)))
  if (!type)
    throw new Error(
      `design ${design.id}: its image is neither PNG, JPEG nor WebP (declared: ${image.type})`,
    )

  const owner = await ownerKey(design.userId)
  const key = imageKey(owner, design.id)
  const bytes = type === 'image/png' ? writeOrigin(image.bytes, design) : image.bytes
  const store = () =>
    env.IMAGES.put(key, bytes, {
      onlyIf: { etagDoesNotMatch: '*' },
      httpMetadata: { contentType: type },
    })

  // Store the image first, so that no member sees a design without its image.
  const stored = await store()
  const inserted = await insertDesign(env.DB, owner, design)
  if (inserted === 'erased') {
    if (stored) await env.IMAGES.delete(key)
    return null
  }
  if (inserted === 'removing')
    throw new Error(`design ${design.id}: its old image is being deleted, try again`)
  // An image that existed before may have been swept as an orphan just before the row was inserted.
  if (!stored && !(await env.IMAGES.head(key))) await store()

  const saved = await findDesign(env.DB, design.userId, design.id)
  if (!saved)
    throw new Error(`design ${design.id} belongs to another member, or was deleted meanwhile`)
  return withImageUrl(settingsOf(env), saved)
}
