import { flattenBackground } from './background.ts'
import { type Crop, type CroppedPlace, maskOf, paintPaper, wholePicture } from './crop.ts'
import { readInk } from './ink.ts'
import { inkBounds } from './ink-bounds.ts'
import type { Box, Field, Pixels } from './pixels.ts'

/** The drawn part of a picture, ready for everything that is computed from it. */
export interface Drawing {
  /** Distance from the paper, 0 to 1, of the drawn part and a margin of paper around it. */
  readonly ink: Field
  /** How much darker than the paper, 0 to 1; same size as `ink`. */
  readonly darkness: Field
  /** The same part of the picture, for colours. */
  readonly picture: Pixels
  /** The ink within these fields. Its longest side is the tattoo's size. */
  readonly box: Box
  /** The ink within the picture, which is reduced to 2048 pixels. */
  readonly place: Box
  /** The size of that picture. */
  readonly part: CroppedPlace['part']
}

/** `tiny`: the ink is less than 48 pixels long, too few for lines. */
export type DrawingResult =
  | { readonly kind: 'ink'; readonly drawing: Drawing }
  | { readonly kind: 'blank' | 'black' | 'tiny' }

/** Longest side of a picture that is computed with: 0.06 mm per pixel at 12.5 cm. */
const maximumPixels = 2048
/** Longest side of the smallest drawing. */
const minimumPixels = 48
/** Pixels of paper around the box. */
const margin = 8

/**
 * Reads the part of a picture that was cut out, of any size: it is reduced to 2048 pixels first.
 * `part` says what in it is not the drawing, and `whole` is the size of the picture. Never throws
 * for what a picture shows.
 */
export function readDrawing(
  picture: Pixels,
  part: Crop = wholePicture,
  whole: CroppedPlace['part'] = picture,
): DrawingResult {
  const reduced = reduce(
    picture,
    Math.ceil(Math.max(picture.width, picture.height) / maximumPixels),
  )
  const mask = maskOf(part, whole, reduced)
  // Twice: what is not the drawing says nothing about its light, and is the paper of the others.
  const small = paintPaper(flattenBackground(paintPaper(reduced, mask)), mask)
  const bounds = inkBounds(small)
  if (!('box' in bounds)) return bounds
  if (Math.max(bounds.box.width, bounds.box.height) < minimumPixels) return { kind: 'tiny' }
  const { ink, darkness } = readInk(small)
  const size = { width: bounds.box.width + 2 * margin, height: bounds.box.height + 2 * margin }
  const area = size.width * size.height
  const cropField = (field: Field) => ({
    ...size,
    data: crop(field, bounds.box, 1, new Float32Array(area), 0),
  })
  return {
    kind: 'ink',
    drawing: {
      ink: cropField(ink),
      darkness: cropField(darkness),
      picture: { ...size, data: crop(small, bounds.box, 4, new Uint8ClampedArray(4 * area), 255) },
      box: { ...bounds.box, x: margin, y: margin },
      place: bounds.box,
      part: { width: small.width, height: small.height },
    },
  }
}

/** Millimetres per pixel of a drawing whose ink is `sizeMm` long. */
export function millimetresPerPixel({ box }: Pick<Drawing, 'box'>, sizeMm: number): number {
  return sizeMm / Math.max(box.width, box.height)
}

/**
 * Copies the box with its margin; beyond the picture's edge is `outside`, so that every line
 * closes.
 */
function crop<Data extends Float32Array | Uint8ClampedArray>(
  { width, height, data }: Field | Pixels,
  box: Box,
  channels: number,
  to: Data,
  outside: number,
): Data {
  to.fill(outside)
  const columns = box.width + 2 * margin
  const left = Math.max(0, box.x - margin)
  const right = Math.min(width, box.x + box.width + margin)
  for (
    let y = Math.max(0, box.y - margin);
    y < Math.min(height, box.y + box.height + margin);
    y++
  ) {
    const start = (y - box.y + margin) * columns + left - box.x + margin
    to.set(
      data.subarray(channels * (y * width + left), channels * (y * width + right)),
      channels * start,
    )
  }
  return to
}

/** Averages squares of `factor` pixels, colours weighted by alpha. */
function reduce(picture: Pixels, factor: number): Pixels {
  if (factor <= 1) return picture
  const width = Math.max(1, Math.floor(picture.width / factor))
  const height = Math.max(1, Math.floor(picture.height / factor))
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (let row = y * factor; row < (y + 1) * factor; row++) {
        for (let column = x * factor; column < (x + 1) * factor; column++) {
          const at = 4 * (row * picture.width + column)
          const weight = picture.data[at + 3] ?? 0
          red += weight * (picture.data[at] ?? 0)
          green += weight * (picture.data[at + 1] ?? 0)
          blue += weight * (picture.data[at + 2] ?? 0)
          alpha += weight
        }
      }
      const at = 4 * (y * width + x)
      data[at] = red / (alpha || 1)
      data[at + 1] = green / (alpha || 1)
      data[at + 2] = blue / (alpha || 1)
      data[at + 3] = alpha / factor ** 2
    }
  }
  return { width, height, data }
}
