import { flattenBackground } from './background.ts'
import { maskAbove } from './components.ts'
import { type Crop, type CroppedPlace, maskOf, paintPaper, wholePicture } from './crop.ts'
import { readInk } from './ink.ts'
import { inkBounds } from './ink-bounds.ts'
import { compareWithPaper } from './paper.ts'
import { type Box, type Field, longestOf, type Pixels } from './pixels.ts'
import { eraseRuling } from './ruling.ts'

/** The drawn part of a picture, ready for everything that is computed from it. */
export interface Drawing {
  /** Distance from the paper, 0 to 1, of the drawn part and a margin of paper around it. */
  readonly ink: Field
  /** How much darker than the paper, 0 to 1; same size as `ink`. */
  readonly darkness: Field
  /** The same part of the picture, for colours. */
  readonly picture: Pixels
  /** The ink within these fields, without specks that lie apart. */
  readonly box: Box
  /** The same box within the picture, which is reduced to 2048 pixels. */
  readonly place: Box
  /** Everything inked, within these fields: corrections are measured in it. */
  readonly frame: Box
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
  const reduced = reduce(picture)
  const mask = maskOf(part, whole, reduced)
  // Twice: what is not the drawing says nothing about its light, and is the paper of the others.
  const small = paintPaper(eraseRuling(flattenBackground(paintPaper(reduced, mask))), mask)
  const contrast = compareWithPaper(small)
  const { paper, distances } = contrast
  const least = Math.max(faintest, 1.2 * paper.spread)
  const bounds = inkBounds(maskAbove({ data: distances }, least), small.width)
  if (!bounds) return { kind: paper.colour[0] < darkPaper ? 'black' : 'blank' }
  const { box, whole: all } = bounds
  if (longestOf(box) < minimumPixels) return { kind: 'tiny' }
  const { ink, darkness } = readInk(small, contrast)
  const size = { width: box.width + 2 * margin, height: box.height + 2 * margin }
  const area = size.width * size.height
  const cropField = (field: Field) => ({
    ...size,
    data: crop(field, box, 1, new Float32Array(area), 0),
  })
  return {
    kind: 'ink',
    drawing: {
      ink: cropField(ink),
      darkness: cropField(darkness),
      picture: { ...size, data: crop(small, box, 4, new Uint8ClampedArray(4 * area), 255) },
      box: { ...box, x: margin, y: margin },
      place: box,
      frame: { ...all, x: all.x - box.x + margin, y: all.y - box.y + margin },
      part: { width: small.width, height: small.height },
    },
  }
}

/** What differs more from the paper is ink: by this, or by what the paper itself differs. */
const faintest = 0.06
const darkPaper = 0.35

/** Millimetres per pixel of a box that is `sizeMm` long. */
export function millimetresPerPixel({ box }: Pick<Drawing, 'box'>, sizeMm: number): number {
  return sizeMm / longestOf(box)
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

/** A picture of at most `maximumPixels`: each pixel is the average of what it covers, weighted by alpha. */
function reduce(picture: Pixels): Pixels {
  const factor = longestOf(picture) / maximumPixels
  if (factor <= 1) return picture
  const width = Math.max(1, Math.round(picture.width / factor))
  const height = Math.max(1, Math.round(picture.height / factor))
  const columns = placesOf(picture.width, width)
  const rows = placesOf(picture.height, height)
  const sums = new Float32Array(4 * (width + 1) * (height + 1))
  for (const [y, row] of rows.entries()) {
    for (const [x, column] of columns.entries()) {
      const from = 4 * (y * picture.width + x)
      const to = 4 * (row.first * (width + 1) + column.first)
      const below = to + 4 * (width + 1)
      addPixel(picture.data, from, sums, to, column.share * row.share)
      addPixel(picture.data, from, sums, to + 4, (1 - column.share) * row.share)
      addPixel(picture.data, from, sums, below, column.share * (1 - row.share))
      addPixel(picture.data, from, sums, below + 4, (1 - column.share) * (1 - row.share))
    }
  }
  return {
    width,
    height,
    data: divide(sums, width, height, (width * height) / (picture.width * picture.height)),
  }
}

/** For each of `from` pixels the first of `to` larger ones that it lies in, and its share in it. */
function placesOf(from: number, to: number): { first: number; share: number }[] {
  return Array.from({ length: from }, (_, index) => {
    const start = (index * to) / from
    const end = ((index + 1) * to) / from
    const first = Math.min(Math.floor(start), to - 1)
    return { first, share: Math.min(1, (first + 1 - start) / (end - start)) }
  })
}

function addPixel(
  data: Pixels['data'],
  from: number,
  sums: Float32Array,
  to: number,
  share: number,
): void {
  if (share <= 0) return
  const alpha = share * (data[from + 3] ?? 0)
  sums[to] = (sums[to] ?? 0) + alpha * (data[from] ?? 0)
  sums[to + 1] = (sums[to + 1] ?? 0) + alpha * (data[from + 1] ?? 0)
  sums[to + 2] = (sums[to + 2] ?? 0) + alpha * (data[from + 2] ?? 0)
  sums[to + 3] = (sums[to + 3] ?? 0) + alpha
}

/** The pixels of sums that have one column and one row more. `area`: of a pixel that was added. */
function divide(sums: Float32Array, width: number, height: number, area: number) {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * (width + 1) + x)
      const to = 4 * (y * width + x)
      const alpha = sums[from + 3] ?? 0
      for (let channel = 0; channel < 3; channel++)
        data[to + channel] = (sums[from + channel] ?? 0) / (alpha || 1)
      data[to + 3] = alpha * area
    }
  }
  return data
}
