import { compareWithPaper } from './paper.ts'
import type { Box, Pixels } from './pixels.ts'

/**
 * Where the drawing of a picture is.
 * - `ink`: the smallest box around it
 * - `blank`: nothing but light paper
 * - `black`: nothing but dark paper
 * - `noise`: the border has no colour of its own, so that ink cannot be told from paper (a
 *   photograph, static)
 */
export type InkBounds =
  | { readonly kind: 'ink' | 'noise'; readonly box: Box }
  | { readonly kind: 'blank' | 'black' }

const faintest = 0.06
const darkPaper = 0.35
/** From this spread on, half of the border is unlike the rest of it. */
const noisySpread = 0.12

/**
 * Finds the drawn part of a picture of any size, thumbnails included. Its longest side is the
 * tattoo's size. A pixel is ink if it and one of its eight neighbours differ from the paper (the
 * median of the border), so grain is not drawn.
 * Transparent pixels are paper. `contrast` is that of the picture, if it is known.
 */
export function inkBounds(picture: Pixels, contrast = compareWithPaper(picture)): InkBounds {
  const { width, height } = picture
  if (width * height === 0) return { kind: 'blank' }
  const { paper, distances } = contrast
  const [paperLightness] = paper.colour
  const limit = Math.max(faintest, 1.2 * paper.spread)
  const isInk = new Uint8Array(distances.length)
  for (let index = 0; index < isInk.length; index++)
    isInk[index] = (distances[index] ?? 0) > limit ? 1 : 0
  const box = findBox(isInk, width, height)
  if (!box) return { kind: paperLightness < darkPaper ? 'black' : 'blank' }
  return { kind: paper.spread >= noisySpread ? 'noise' : 'ink', box }
}

function findBox(isInk: Uint8Array, width: number, height: number): Box | null {
  let left = width
  let top = height
  let right = -1
  let bottom = -1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk[y * width + x] || (x >= left && x <= right && y >= top && y <= bottom)) continue
      if (!hasNeighbour(isInk, width, height, x, y)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function hasNeighbour(
  isInk: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
): boolean {
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      if (isInk[row * width + column] && (row !== y || column !== x)) return true
    }
  }
  return false
}
