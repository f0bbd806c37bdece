import type { AppEnv } from '@encre/worker/app'
import { isDocumentRequest } from '@encre/worker/document-request'
import { logError } from '@encre/worker/log'
import { answerObject } from '@encre/worker/object-answer'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import type { GalleryProblem } from './contract.ts'
import { imageKey, thumbnailKey } from './designs-files.ts'
import { imageGonePage } from './image-gone-page.ts'
import { extensionOf } from './image-type.ts'
import { readImageUrl, type SignedImage } from './image-url.ts'
import { createThumbnail, thumbnailWidth } from './thumbnail.ts'

/** Images by signed URL, since an <img> and a new tab send no token. D1 is not read: a deleted design has no file. */
export const images = new Hono<AppEnv<Env>>().get('/:id', async (c) => {
  const image = await readImageUrl(c.env, c.req.param('id'), c.req.query())
  if (!image) return answerGone(c)
  const width = c.req.query('w')
  if (width === undefined) return answerOriginal(c, image)
  if (width === String(thumbnailWidth)) return answerThumbnail(c, image)
  return problem<GalleryProblem>(c, 400, 'invalid-request')
})

async function answerOriginal(c: Context<AppEnv<Env>>, image: SignedImage): Promise<Response> {
  return (await answerImage(c, image, imageKey(image.ownerKey, image.designId))) ?? answerGone(c)
}

async function answerGone(c: Context<AppEnv<Env>>): Promise<Response> {
  return isDocumentRequest(c.req.raw.headers) ? imageGonePage(c) : problem<GalleryProblem>(c, 404, 'not-found')
}

/** A WebP of 512 pixels, created by the first request. Answers the original if the thumbnail cannot be created. */
async function answerThumbnail(c: Context<AppEnv<Env>>, image: SignedImage): Promise<Response> {
  const key = thumbnailKey(image.ownerKey, image.designId)
  const stored = await answerImage(c, image, key)
  if (stored) return stored
  await createThumbnail(c.env, image).catch((error: unknown) => logError(error, { requestId: c.var.requestId, designId: image.designId }))
  return (await answerImage(c, image, key)) ?? answerOriginal(c, image)
}

function answerImage(c: Context<AppEnv<Env>>, image: SignedImage, key: string): Promise<Response | null> {
  return answerObject(c, c.env.IMAGES, key, ({ httpMetadata }) => headersOf(image, httpMetadata?.contentType))
}

// An image comes from a provider, so nothing in it may run. Inline styles are allowed for the browser, which centres an image in a tab
// with them and would otherwise log errors.
function headersOf({ designId, expiresAt }: SignedImage, type = 'application/octet-stream'): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `inline; filename="encre-${designId}.${extensionOf(type)}"`,
    'Cache-Control': `private, max-age=${Math.max(0, expiresAt - Math.ceil(Date.now() / 1000))}`,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}
