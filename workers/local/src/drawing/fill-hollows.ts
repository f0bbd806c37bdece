import { createGrid, distanceTo, findRegions, type Grid } from './field/grid.ts'

/** Shapes that stay open, such as rings and knots. */
export const openShapes: readonly string[] = [
  ...['triquetra', 'infinity', 'atom', 'maze', 'yin-yang', 'heavy-thorny-triskelion', 'diamond-ring', 'padlock', 'eclipse-flare', 'lips'],
]
/** The largest share of an icon that may be enclosed paper. */
export const mostHollow = 0.25
// Cells between the drawn line and the filled area, so that the line stays visible.
const lineGap = 3
// Half of a leak in the outline that still counts as closed, in cells.
const leak = 7

/** An icon that is little more than an outline, with its inside filled; any other icon as it is. */
export function fillHollows(shape: string, soft: Grid): Grid {
  if (openShapes.includes(shape)) return soft
  const toInk = distanceTo((index) => (soft.data[index] ?? 0) > 0.5)
  const inside = new Set(
    findRegions((index) => (toInk.data[index] ?? 0) > leak)
      // The outside holds the first corner.
      .filter(([first]) => first !== 0)
      .flat(),
  )
  const toInside = distanceTo((index) => inside.has(index))
  const enclosed = [...soft.data.keys()].filter(
    (index) => (toInk.data[index] ?? 0) > lineGap && (toInside.data[index] ?? 0) <= leak - lineGap + 1,
  )
  const drawn = soft.data.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0)
  if (enclosed.length <= mostHollow * 0.8 * (enclosed.length + drawn)) return soft
  const filled = createGrid((index) => soft.data[index] ?? 0)
  for (const cell of enclosed) filled.data[cell] = Math.min(1, (toInk.data[cell] ?? 0) - lineGap)
  return filled
}
