import { imageSize } from 'image-size'

/** What an image file says before it is decoded. */
export interface PictureHeader {
  /** Null when the format is not known here. */
  pixels: number | null
  /** EXIF's orientation of a WebP, 1 to 8. Browsers turn the other formats themselves. */
  webpOrientation: number | null
}

/** The most pixels that a page decodes. */
export const mostPixels = 50_000_000

export function readPictureHeader(bytes: Uint8Array): PictureHeader {
  return { pixels: countPixels(bytes), webpOrientation: readWebpOrientation(bytes) }
}

function countPixels(bytes: Uint8Array): number | null {
  try {
    const { width, height } = imageSize(bytes)
    return width * height
  } catch {
    return null
  }
}

const orientationTag = 0x112
const ascii = new TextDecoder('latin1')

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebpOrientation(bytes: Uint8Array): number | null {
  const textAt = (at: number) => ascii.decode(bytes.subarray(at, at + 4))
  if (textAt(0) !== 'RIFF' || textAt(8) !== 'WEBP') return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    if (textAt(at) === 'EXIF') return readOrientation(bytes.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2)
  }
  return 1
}

/** The first directory of EXIF, which is a TIFF. 1 when it has no orientation. */
function readOrientation(exif: Uint8Array): number {
  // Some writers repeat the mark of a JPEG.
  const start = ascii.decode(exif.subarray(0, 4)) === 'Exif' ? 6 : 0
  const view = new DataView(exif.buffer, exif.byteOffset + start, exif.byteLength - start)
  try {
    const isLittle = view.getUint16(0) === 0x4949
    const directory = view.getUint32(4, isLittle)
    const count = view.getUint16(directory, isLittle)
    for (let entry = 0; entry < count; entry++) {
      const at = directory + 2 + 12 * entry
      if (view.getUint16(at, isLittle) !== orientationTag) continue
      const orientation = view.getUint16(at + 8, isLittle)
      return orientation >= 1 && orientation <= 8 ? orientation : 1
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}
