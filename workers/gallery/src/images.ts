import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import type { GalleryProblem } from './contract.ts'
import { imageKey, thumbnailKey } from './designs-files.ts'
import { imageGonePage, isDocumentRequest } from './image-gone-page.ts'
import { extensionOf } from './image-type.ts'
import { readImageUrl, type SignedImage } from './image-url.ts'
import { createThumbnail, thumbnailWidth } from './thumbnail.ts'

interface ImageApp {
  Bindings: Env
  Variables: { requestId: string }
}

/** Images by signed URL, since an <img> and a new tab send no token. D1 is not read: a deleted design has no file. */
export const images = new Hono<ImageApp>().get('/:id', async (c) => {
  const image = await readImageUrl(c.env, c.req.param('id'), c.req.query())
  if (!image) return answerGone(c)
  const width = c.req.query('w')
  if (width === undefined) return answerOriginal(c, image)
  if (width === String(thumbnailWidth)) return answerThumbnail(c, image)
  return problem<GalleryProblem>(c, 400, 'invalid-request')
})

async function answerOriginal(c: Context<ImageApp>, image: SignedImage): Promise<Response> {
  return (await answerObject(c, image, imageKey(image.ownerKey, image.designId))) ?? answerGone(c)
}

function answerGone(c: Context<ImageApp>): Response {
  return isDocumentRequest(c.req.raw.headers) ? imageGonePage(c) : problem<GalleryProblem>(c, 404, 'not-found')
}

/** A WebP of 512 pixels, created by the first request. Answers the original if the thumbnail cannot be created. */
async function answerThumbnail(c: Context<ImageApp>, image: SignedImage): Promise<Response> {
  const key = thumbnailKey(image.ownerKey, image.designId)
  const stored = await answerObject(c, image, key)
  if (stored) return stored
  await createThumbnail(c.env, image).catch((error: unknown) => logError(error, { requestId: c.var.requestId, designId: image.designId }))
  return (await answerObject(c, image, key)) ?? answerOriginal(c, image)
}

/** Answers an object of R2: whole, in part or as `not modified`. Null if there is none. */
async function answerObject(c: Context<ImageApp>, image: SignedImage, key: string): Promise<Response | null> {
  const conditions = c.req.raw.headers
  const object = await c.env.IMAGES.get(key, { onlyIf: conditions, range: conditions }).catch((error: unknown) => {
    if (isUnsatisfiable(error)) return 'unsatisfiable' as const
    throw error
  })
  if (object === 'unsatisfiable') return problem<GalleryProblem>(c, 416, 'invalid-request')
  if (!object) return null

  const headers = { ...headersOf(image, object.httpMetadata?.contentType), ETag: object.httpEtag, 'Accept-Ranges': 'bytes' }
  if (!('body' in object)) return c.body(null, conditions.has('if-none-match') || conditions.has('if-modified-since') ? 304 : 412, headers)
  const part = conditions.has('range') ? partOf(object) : null
  if (!part) return c.body(object.body, 200, { ...headers, 'Content-Length': String(object.size) })
  const range = `bytes ${part.start}-${part.end}/${object.size}`
  return c.body(object.body, 206, { ...headers, 'Content-Length': String(part.end - part.start + 1), 'Content-Range': range })
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

/** First and last byte of a partial answer of R2; null for the whole object. */
function partOf({ range, size }: R2Object): { start: number; end: number } | null {
  if (!range) return null
  const { offset = 0, length = size, suffix }: { offset?: number; length?: number; suffix?: number } = range
  const start = suffix === undefined ? offset : Math.max(0, size - suffix)
  const end = Math.min(size, start + length) - 1
  return start === 0 && end === size - 1 ? null : { start, end }
}

function isUnsatisfiable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('(10039)')
}
