import { startWorker } from '@encre/remote-kit/start-worker'
import type { Pixels } from '@encre/stencil/pixels'

/** Longest side of a design in pixels. A larger image is reduced before the computation. */
export const longestDesign = 2048
/** Longest side of a photo in pixels, to save memory on phones. */
export const longestPhoto = 2400

/**
 * `gone`: the site no longer has the image. `unreadable`: not an image that this browser reads.
 * `memory`: too little for it. `large`: more pixels than a page decodes.
 */
export type PictureFailure = 'gone' | 'unavailable' | 'unreadable' | 'memory' | 'large'

export class PictureError extends Error {
  override name = 'PictureError'
  constructor(
    readonly reason: PictureFailure,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/**
 * The pixels of a design's image, reduced to `longestDesign`. Throws `PictureError`, or the abort
 * reason.
 */
export async function readPicture(imageUrl: string, signal: AbortSignal): Promise<ImageData> {
  const canvas = await drawReduced(await download(imageUrl, signal), longestDesign)
  signal.throwIfAborted()
  return readPixels(canvas, signal)
}

/**
 * The pixels of an image that the page shows, without another download. Throws `PictureError`, or
 * the abort reason.
 */
export async function readShownPicture(
  image: HTMLImageElement,
  signal: AbortSignal,
): Promise<ImageData> {
  // Not `decode()`: in WebKit, `drawImage` draws nothing while the image is decoded elsewhere.
  if (!image.complete) await loadOf(image)
  if (image.naturalWidth === 0) throw new PictureError('unreadable')
  return readPixels(
    reduce(image, image.naturalWidth, image.naturalHeight, longestDesign).canvas,
    signal,
  )
}

/**
 * Draws a picture of this size on a new canvas, reduced so that no side is longer than `longest`.
 * Throws `PictureError`.
 */
export function reduce(
  picture: CanvasImageSource,
  width: number,
  height: number,
  longest: number,
): CanvasRenderingContext2D {
  const scale = Math.min(1, longest / Math.max(width, height))
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  const context = createCanvas2d(columns, rows, { willReadFrequently: true })
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, columns, rows)
  return context
}

/**
 * The 2D context of a new canvas of this size. Throws `PictureError`: phones limit the memory of
 * canvases.
 */
export function createCanvas2d(
  width: number,
  height: number,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', settings)
  if (!context) throw new PictureError('memory')
  return context
}

/**
 * A canvas with an image file, upright and reduced so that no side is longer than `longest`. Throws
 * `PictureError`.
 */
export async function drawReduced(file: Blob, longest: number): Promise<HTMLCanvasElement> {
  const bitmap = await decode(file, longest)
  const { canvas } = reduce(bitmap, bitmap.width, bitmap.height, longest)
  bitmap.close()
  return canvas
}

async function download(imageUrl: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(imageUrl, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new PictureError('unavailable', { cause })
  })
  if (response.status === 404 || response.status === 403) throw new PictureError('gone')
  if (!response.ok) throw new PictureError('unavailable')
  return response.blob()
}

/** Upright by EXIF. */
async function decode(file: Blob, longest: number): Promise<ImageBitmap> {
  const worker = await startWorker('decode')
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<ImageBitmap | 'large' | 'memory' | 'unreadable'>) => {
          if (typeof data === 'string') reject(new PictureError(data))
          else resolve(data)
        },
      )
      worker.addEventListener('error', () => reject(new PictureError('memory')))
      worker.postMessage({ file, longest })
    })
  } finally {
    worker.terminate()
  }
}

function loadOf(image: HTMLImageElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', () => reject(new PictureError('unreadable')))
  })
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const rowsPerRead = 256

/** Reads some rows at a time, so that the page stays responsive. */
export async function readPixels(
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<ImageData> {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new PictureError('memory')
  try {
    const { width, height } = canvas
    const pixels = new ImageData(width, height)
    for (let y = 0; y < height; y += rowsPerRead) {
      if (y > 0) await pause()
      signal.throwIfAborted()
      pixels.data.set(
        context.getImageData(0, y, width, Math.min(rowsPerRead, height - y)).data,
        4 * width * y,
      )
    }
    return pixels
  } catch (cause) {
    signal.throwIfAborted()
    throw new PictureError('memory', { cause })
  }
}

export function toImageData({ width, height, data }: Pixels): ImageData {
  const image = new ImageData(width, height)
  image.data.set(data)
  return image
}

/** White lines on black or on nothing become black lines on white paper. */
export function invertPixels({ width, height, data }: Pixels): Pixels {
  const inverted = data.map((value, index) => {
    if (index % 4 === 3) return 255
    const alpha = data[index - (index % 4) + 3] ?? 255
    return 255 - (value * alpha) / 255
  })
  return { width, height, data: inverted }
}

export async function encodeCanvas(
  canvas: HTMLCanvasElement,
  type = 'image/png',
  quality?: number,
): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new PictureError('memory')
  return blob
}

export function toCanvas(picture: Pixels): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: picture.width,
    height: picture.height,
  })
  canvas.getContext('2d')?.putImageData(toImageData(picture), 0, 0)
  return canvas
}
