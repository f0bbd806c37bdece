import { UnavailableError } from './dependencies.ts'
import { imageLimit } from './limited-body.ts'
import { logError } from './log.ts'
import { recodePng } from './recode-png.ts'

// Makes any image that arrives a PNG of its pixels alone. Imports, references, masks and the
// provider's images all pass here; without the Images service, `recode-png.ts` does what it can.

export interface Sides {
  min: number
  /** Larger images are reduced to fit. */
  max: number
  /** Every image gets this size, whatever its proportions. */
  exact?: { width: number; height: number }
}

/**
 * The pixels as a lossless PNG, upright. Null if they do not decode or are too few. Without the
 * Images service, which an account may lack or have spent, a PNG that fits is cleaned here; throws
 * `UnavailableError` for anything else.
 */
export async function cleanImage(
  { DECODER }: { DECODER: ImagesBinding },
  bytes: Uint8Array<ArrayBuffer>,
  sides: Sides,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { min, max, exact } = sides
  const transform: ImageTransform = exact ? { ...exact, fit: 'squeeze' } : fitInto(max)
  const png = await encodePng(DECODER, bytes, transform)
    .then((encoded) => {
      brokenSince = null
      return encoded
    })
    .catch(async (error: unknown) => {
      logError(error, { check: 'image' })
      const cause = await probe(DECODER)
      return cause === null ? null : cleanWithoutService(bytes, sides, cause)
    })
  const format = png && readImageFormat(png)
  if (!format || png.byteLength > imageLimit) return null
  return Math.min(format.width, format.height) >= min ? png : null
}

async function cleanWithoutService(
  bytes: Uint8Array<ArrayBuffer>,
  { max, exact }: Sides,
  cause: unknown,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const format = readImageFormat(bytes)
  if (!format) return null
  const fits = exact
    ? format.width === exact.width && format.height === exact.height
    : Math.max(format.width, format.height) <= max
  if (format.type === 'image/png' && fits) {
    try {
      return await recodePng(bytes)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  throw new UnavailableError('the Images service does not work', { cause })
}

/** Since when the Images service fails, as this instance of the worker knows. */
let brokenSince: { at: Date; reason: string } | null = null

/**
 * For a health check: which decoder cleans images. It does not try the service, because each call
 * is billed and counts for the month.
 */
export function describeDecoder(decoder: ImagesBinding | undefined): string[] {
  const instead = 'thumbnails are originals, and only PNG images are taken'
  if (!decoder) return [`the worker has no Images binding: ${instead}`]
  if (!brokenSince) return ['info: images are decoded by the Images service']
  const { at, reason } = brokenSince
  return [`the Images service fails since ${at.toISOString()} (${reason}): ${instead}`]
}

// Asking for the dimensions would read only the header. The new encoding needs every pixel.
async function encodePng(
  decoder: ImagesBinding,
  bytes: Uint8Array<ArrayBuffer>,
  transform: ImageTransform,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoded = await decoder
    .input(new Blob([bytes]).stream())
    .transform(transform)
    .output({ format: 'image/png' })
  return new Uint8Array(await encoded.response().arrayBuffer())
}

const fitInto = (max: number): ImageTransform => ({ width: max, height: max, fit: 'scale-down' })

const pixel = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)

/**
 * Why the service is broken, or null: its errors do not tell a broken image from a broken service.
 * Beyond the month's limit it answers 9422.
 */
async function probe(decoder: ImagesBinding): Promise<unknown> {
  try {
    await encodePng(decoder, pixel, fitInto(1))
    brokenSince = null
    return null
  } catch (cause) {
    brokenSince ??= { at: new Date(), reason: String(cause) }
    return cause
  }
}

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface ImageFormat {
  type: ImageType
  width: number
  height: number
}

export const maxSide = 4096

/**
 * Type and dimensions of a PNG, JPEG or WebP from its header, whatever type was declared. Null for
 * anything else and for pixel floods.
 */
export function readImageFormat(bytes: Uint8Array): ImageFormat | null {
  const format = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  return format && isReasonable(format) ? format : null
}

function isReasonable({ width, height }: ImageFormat): boolean {
  return width > 0 && height > 0 && width <= maxSide && height <= maxSide
}

const pngSignature = '\x89PNG\r\n\x1a\n'

function readPng(bytes: Uint8Array): ImageFormat | null {
  if (bytes.length < 24 || !startsWith(bytes, 0, pngSignature)) return null
  if (!startsWith(bytes, 12, 'IHDR')) return null
  const view = viewOf(bytes)
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readJpeg(bytes: Uint8Array): ImageFormat | null {
  if (!startsWith(bytes, 0, '\xff\xd8\xff')) return null
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 <= bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (isStartOfFrame(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else {
      at += 2 + view.getUint16(at + 2)
    }
  }
  return null
}

/** Markers in the range of frames that mark tables. */
const tableMarkers = [0xc4, 0xc8, 0xcc]

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !tableMarkers.includes(marker)
}

function readWebp(bytes: Uint8Array): ImageFormat | null {
  if (bytes.length < 30) return null
  if (!startsWith(bytes, 0, 'RIFF') || !startsWith(bytes, 8, 'WEBP')) return null
  const view = viewOf(bytes)
  if (startsWith(bytes, 12, 'VP8 ')) return readLossyWebp(view)
  if (startsWith(bytes, 12, 'VP8L')) return readLosslessWebp(view)
  return startsWith(bytes, 12, 'VP8X') ? readExtendedWebp(view) : null
}

function readLossyWebp(view: DataView): ImageFormat {
  return {
    type: 'image/webp',
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  }
}

/** Each side less one has 14 bits. */
function readLosslessWebp(view: DataView): ImageFormat {
  const bits = view.getUint32(21, true)
  return {
    type: 'image/webp',
    width: (bits & 0x3fff) + 1,
    height: ((bits >> 14) & 0x3fff) + 1,
  }
}

/** Each side less one has 24 bits. */
function readExtendedWebp(view: DataView): ImageFormat {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  return { type: 'image/webp', width: uint24(24) + 1, height: uint24(27) + 1 }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (bytes[offset + at] !== text.charCodeAt(at)) return false
  }
  return true
}
