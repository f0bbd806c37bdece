import { longestOf, type SizeMm } from './pixels.ts'

/**
 * A correction of the stencil by hand. Lengths are millimetres of a design of which everything
 * inked, specks too, is `strokeScaleMm` long: they grow with the design.
 * - `erase`, `line`: a stroke along `points`
 * - `join`: a line between two ends, each moved to the ink beside it
 * - `ignore`: the rectangle between two corners holds nothing
 */
export interface Stroke {
  readonly kind: 'erase' | 'line' | 'join' | 'ignore'
  readonly width: number
  /** x and y of each point, from the ink's top left. */
  readonly points: readonly number[]
}

/** Length of the ink in which strokes are measured. */
export const strokeScaleMm = 100

/** Pixels of a millimetre of strokes, in a picture whose ink has this frame. */
export function pixelsPerMm(frame: SizeMm): number {
  return longestOf(frame) / strokeScaleMm
}
