import { mostPixels, readPictureHeader } from '@encre/picture/picture-header'

// Decoding and reducing 50 million pixels takes most of a second: on the page it would answer
// nobody meanwhile.
self.addEventListener(
  'message',
  async ({ data: { file, longest } }: MessageEvent<{ file: Blob; longest: number }>) => {
    try {
      const bitmap = await decode(file, longest)
      if (bitmap) self.postMessage(bitmap, { transfer: [bitmap] })
      else self.postMessage('large')
    } catch (error) {
      self.postMessage(error instanceof RangeError ? 'memory' : 'unreadable')
    }
  },
)

/** Upright by EXIF. Null for a picture that is too large, if possible before it is decoded. */
async function decode(file: Blob, longest: number): Promise<ImageBitmap | null> {
  const header = readPictureHeader(new Uint8Array(await file.arrayBuffer()))
  if (header.pixels !== null && header.pixels > mostPixels) return null
  const { webpOrientation } = header
  const imageOrientation = webpOrientation === null ? 'from-image' : 'none'
  const whole = await createImageBitmap(file, { imageOrientation })
  if (whole.width * whole.height > mostPixels) return null
  const scale = Math.min(1, longest / Math.max(whole.width, whole.height))
  const reduced = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'high',
  })
  return webpOrientation === null || webpOrientation === 1
    ? reduced
    : turn(reduced, webpOrientation)
}

/** Where EXIF's orientations put the axes of a picture: a, b, c and d of its matrix. */
const axes: Record<number, readonly [number, number, number, number]> = {
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
}

function turn(picture: ImageBitmap, orientation: number): ImageBitmap {
  const [a, b, c, d] = axes[orientation] ?? [1, 0, 0, 1]
  const width = a === 0 ? picture.height : picture.width
  const height = a === 0 ? picture.width : picture.height
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new RangeError('no memory for a canvas')
  context.setTransform(a, b, c, d, a + c < 0 ? width : 0, b + d < 0 ? height : 0)
  context.drawImage(picture, 0, 0)
  return canvas.transferToImageBitmap()
}
