import { blur } from './blur.ts'
import { type Component, despeckle, fillFaces } from './components.ts'
import type { Layers } from './layers.ts'
import { type Loop, traceOutline } from './outline.ts'
import { longestOf, mapField } from './pixels.ts'

/** Shade is looked at over this share of the longest side: 1 mm at 12.5 cm. */
const reachShare = 0.008
/** Paper that is darker than this on the average of such a place is shaded. */
const faintest = 0.12

/** The edge of what is shaded beside the lines, in millimetres from the ink's top left. */
export function traceShade(
  { lines, darkness, box }: Pick<Layers, 'lines' | 'darkness' | 'box'>,
  mmPerPixel: number,
): Loop[] {
  const sigma = Math.max(2, reachShare * longestOf(box))
  const beside = mapField(darkness, (dark, index) => ((lines.data[index] ?? 0) < 0.5 ? dark : 0))
  const shade = mapField(blur(beside, sigma), (dark) => Math.min(1, (0.5 * dark) / faintest))
  const leastArea = (4 * sigma) ** 2
  const isSmall = ({ size }: Component) => size < leastArea
  despeckle(shade, isSmall)
  fillFaces(shade, isSmall)
  return traceOutline(shade, box, mmPerPixel)
}
