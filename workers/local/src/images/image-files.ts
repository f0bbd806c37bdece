import { Hono } from 'hono'
import { drawImage } from './draw-image.ts'
import { type ImageRequest, readImageRequest } from './image-request.ts'
import type { ImageEnv } from './models.ts'

const lifetimeMs = 60 * 60 * 1000

// The key lives as long as the process: its addresses end with it.
let key: Promise<CryptoKey> | null = null

/**
 * Signs an address that contains the request itself. Nothing is stored: opening it draws the image
 * again.
 */
export async function signImageUrl(
  origin: string,
  { model, prompt, canvas }: ImageRequest,
  index: number,
): Promise<string> {
  const request = { model: model.id, prompt, size: `${canvas.width}x${canvas.height}` }
  const value = new TextEncoder().encode(
    JSON.stringify({ request, index, expires: Date.now() + lifetimeMs }),
  )
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await signingKey(), value))
  return `${origin}/files/${encode(value)}.png?s=${encode(signature)}`
}

/** Mounted at `/files`: answers the addresses of `signImageUrl`, for an hour. */
export const imageFiles = new Hono<ImageEnv>().get('/:name{.+\\.png}', async (c) => {
  const value = decode(c.req.param('name').slice(0, -'.png'.length))
  const signature = decode(c.req.query('s') ?? '')
  if (!value || !signature) return c.notFound()
  if (!(await crypto.subtle.verify('HMAC', await signingKey(), signature, value)))
    return c.text('Signature did not match.', 403)

  const { request, index, expires } = JSON.parse(new TextDecoder().decode(value))
  if (Date.now() > expires) return c.text('This address has expired.', 403)
  const png = await drawImage(readImageRequest(request, c.env.IMAGE_MODELS_SERVED), index)
  return c.body(png.slice().buffer, 200, {
    'Content-Type': 'image/png',
    'Cache-Control': 'private, max-age=3600',
  })
})

function signingKey(): Promise<CryptoKey> {
  key ??= crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]) as Promise<CryptoKey>
  return key
}

function encode(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
}

function decode(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text, { alphabet: 'base64url' })
  } catch {
    return null
  }
}
