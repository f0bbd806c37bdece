import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { isDocumentRequest, noticePage } from '@encre/worker/notice-page'
import { answerObject } from '@encre/worker/object-answer'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import {
  deletedImageKey,
  extensionOf,
  heldImageKey,
  imageKey,
  thumbnailKey,
} from './designs-files.ts'
import type { Handlers } from './handlers.ts'
import { readImageUrl, type SignedImage } from './image-url.ts'
import { settingsOf } from './worker-settings.ts'

// What the address of an image answers: the file, its small copy (`w=512`), or that it is gone.
// Who may open it is decided in `image-url.ts`.

export const images = {
  /**
   * Images by signed URL, since an <img> and a new tab send no token. D1 is not read: a deleted
   * design has no file.
   */
  async readImage(c, { params }) {
    const image = await readImageUrl(settingsOf(c.env), params.id, c.req.query())
    if (!image) return answerGone(c)
    if (image.folder === 'deleted') return answerDeleted(c, image)
    if (image.folder === 'held')
      return (await answerImage(c, image, heldImageKey(image.designId))) ?? answerGone(c)
    const width = c.req.query('w')
    if (width === undefined) return answerOriginal(c, image)
    if (width === String(thumbnailWidth)) return answerThumbnail(c, image)
    return problem(c, 400, 'invalid-request')
  },
} satisfies Partial<Handlers>

async function answerOriginal(c: Context<AppEnv<Env>>, image: SignedImage) {
  return (await answerImage(c, image, imageKey(image.ownerKey, image.designId))) ?? answerGone(c)
}

async function answerGone(c: Context<AppEnv<Env>>) {
  return isDocumentRequest(c.req.raw.headers) ? imageGonePage(c) : problem(c, 404, 'not-found')
}

/** A deleted design, small: its member may restore it. The original if it cannot be resized. */
async function answerDeleted(c: Context<AppEnv<Env>>, image: SignedImage) {
  const key = deletedImageKey(image.ownerKey, image.designId)
  const original = await c.env.IMAGES.get(key)
  if (!original) return answerGone(c)
  try {
    return c.body(await resize(c.env, original), 200, headersOf(image, 'image/webp'))
  } catch (error) {
    logError(error, { requestId: c.var.requestId, designId: image.designId })
    return (await answerImage(c, image, key)) ?? answerGone(c)
  }
}

/**
 * A WebP of 512 pixels, created by the first request. Answers the original if the thumbnail cannot
 * be created.
 */
async function answerThumbnail(c: Context<AppEnv<Env>>, image: SignedImage) {
  const key = thumbnailKey(image.ownerKey, image.designId)
  const stored = await answerImage(c, image, key)
  if (stored) return stored
  await createThumbnail(c.env, image).catch((error: unknown) =>
    logError(error, { requestId: c.var.requestId, designId: image.designId }),
  )
  return (await answerImage(c, image, key)) ?? answerOriginal(c, image)
}

function answerImage(c: Context<AppEnv<Env>>, image: SignedImage, key: string) {
  return answerObject(c, c.env.IMAGES, key, ({ httpMetadata }) =>
    headersOf(image, httpMetadata?.contentType),
  )
}

// An image comes from a provider, so nothing in it may run. Inline styles are allowed for the
// browser, which centres an image in a tab with them and would otherwise log errors.
function headersOf(
  { designId, expiresAt }: SignedImage,
  type = 'application/octet-stream',
): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `inline; filename="encre-${designId}.${extensionOf(type)}"`,
    'Cache-Control': `private, max-age=${Math.max(0, expiresAt - Math.ceil(Date.now() / 1000))}`,
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}

const thumbnailWidth = 512

/**
 * Stores a small WebP beside a design's image. Does nothing if the design is deleted; throws if the
 * image cannot be decoded.
 */
export async function createThumbnail(
  { IMAGES, RESIZER }: Pick<Env, 'IMAGES' | 'RESIZER'>,
  { ownerKey, designId }: Pick<SignedImage, 'ownerKey' | 'designId'>,
): Promise<void> {
  const original = await IMAGES.get(imageKey(ownerKey, designId))
  if (!original) return
  const key = thumbnailKey(ownerKey, designId)
  await IMAGES.put(key, await resize({ RESIZER }, original), {
    httpMetadata: { contentType: 'image/webp' },
  })
  // The design may have been deleted meanwhile.
  if (!(await IMAGES.head(original.key))) await IMAGES.delete(key)
}

async function resize(
  { RESIZER }: Pick<Env, 'RESIZER'>,
  { body }: R2ObjectBody,
): Promise<ArrayBuffer> {
  const resized = await RESIZER.input(body)
    .transform({ width: thumbnailWidth, fit: 'scale-down' })
    .output({ format: 'image/webp' })
  return new Response(resized.image()).arrayBuffer()
}

/** The 404 of an image, for a person. Expired, forged and deleted images get the same page. */
export function imageGonePage(c: Context) {
  return noticePage(c, {
    status: 404,
    title: 'Image introuvable',
    heading: 'Cette image n’est plus à cette adresse',
    sentence:
      'L’adresse d’une image est valable quelques heures. Si le design est toujours dans votre galerie, ouvrez-le à partir de là.',
    link: { path: '/gallery', label: 'Mes Designs' },
  })
}
