import { UnavailableError } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import type { Bindings } from '../bindings.ts'
import { imageLimit } from './image-download.ts'
import { readImageFormat } from './image-format.ts'

interface Sides {
  /** Pixels that each side must have. */
  min: number
  /** Larger images are reduced to fit. */
  max: number
}

/**
 * Decodes an image completely and encodes its pixels as a lossless PNG, upright and with nothing else of the file. Null if it does not
 * decode or is too small. Throws `UnavailableError` if the Images service does not work.
 */
export async function cleanImage(
  { DECODER }: Pick<Bindings, 'DECODER'>,
  bytes: Uint8Array<ArrayBuffer>,
  { min, max }: Sides,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const png = await encodePng(DECODER, bytes, max).catch(async (error: unknown) => {
    logError(error, { check: 'image' })
    await probe(DECODER)
    return null
  })
  const format = png && readImageFormat(png)
  return format && png.byteLength <= imageLimit && Math.min(format.width, format.height) >= min ? png : null
}

// Asking for the dimensions would read only the header. The new encoding needs every pixel.
async function encodePng(decoder: ImagesBinding, bytes: Uint8Array<ArrayBuffer>, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoded = await decoder
    .input(new Blob([bytes]).stream())
    .transform({ width: max, height: max, fit: 'scale-down' })
    .output({ format: 'image/png' })
  return new Uint8Array(await encoded.response().arrayBuffer())
}

/** A complete PNG of one pixel. */
const pixel = Uint8Array.fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')

/** Throws if the service is broken: its errors do not tell a broken image from a broken service. */
async function probe(decoder: ImagesBinding): Promise<void> {
  await encodePng(decoder, pixel, 1).catch((cause: unknown) => {
    throw new UnavailableError('the Images service does not work', { cause })
  })
}
