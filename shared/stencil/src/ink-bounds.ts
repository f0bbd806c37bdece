import { colourDistance, toOklab } from './oklab.ts'
import { createPaperTest, onWhite, readPaper } from './paper.ts'
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
 * Transparent pixels are paper. Reads what lies around the box, and little of what is in it.
 */
export function inkBounds(picture: Pixels): InkBounds {
  const { width, height, data } = picture
  if (width * height === 0) return { kind: 'blank' }
  const paper = readPaper(picture)
  const [paperLightness] = paper.colour
  const limit = Math.max(faintest, 1.2 * paper.spread)
  const isPaper = createPaperTest(paper, limit)
  const isInk = (x: number, y: number) => {
    const at = 4 * (y * width + x)
    const alpha = data[at + 3] ?? 255
    const red = onWhite(data[at] ?? 255, alpha)
    const green = onWhite(data[at + 1] ?? 255, alpha)
    const blue = onWhite(data[at + 2] ?? 255, alpha)
    if (isPaper(red, green, blue)) return false
    return colourDistance(toOklab(red, green, blue), paper.colour) > limit
  }
  const box = findBox(isInk, width, height)
  if (!box) return { kind: paperLightness < darkPaper ? 'black' : 'blank' }
  return { kind: paper.spread >= noisySpread ? 'noise' : 'ink', box }
}

type IsInk = (x: number, y: number) => boolean

/** Looks from each side for the first row or column with ink. */
function findBox(isInk: IsInk, width: number, height: number): Box | null {
  const isDrawn = (x: number, y: number) => isInk(x, y) && hasNeighbour(isInk, width, height, x, y)
  const hasRow = (y: number) => {
    for (let x = 0; x < width; x++) if (isDrawn(x, y)) return true
    return false
  }
  let top = 0
  while (top < height && !hasRow(top)) top++
  if (top === height) return null
  let bottom = height - 1
  while (!hasRow(bottom)) bottom--
  const hasColumn = (x: number) => {
    for (let y = top; y <= bottom; y++) if (isDrawn(x, y)) return true
    return false
  }
  let left = 0
  while (!hasColumn(left)) left++
  let right = width - 1
  while (!hasColumn(right)) right--
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function hasNeighbour(isInk: IsInk, width: number, height: number, x: number, y: number): boolean {
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      if ((row !== y || column !== x) && isInk(column, row)) return true
    }
  }
  return false
}
