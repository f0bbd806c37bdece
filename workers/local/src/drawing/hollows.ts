import { createGrid, type Grid } from './field/grid.ts'
import { findRegions } from './field/regions.ts'
import type { Figure } from './figure.ts'

const known = new WeakMap<Figure, number[][]>()

/** 1 in areas that a figure encloses without filling them. `least` ignores areas with fewer cells. */
export function hollowsOf(figure: Figure, least = 0): Grid {
  const hollows = createGrid(() => 0)
  for (const region of findHollows(figure)) if (region.length >= least) for (const cell of region) hollows.data[cell] = 1
  return hollows
}

function findHollows(figure: Figure): number[][] {
  // The outside holds the first corner.
  const found = known.get(figure) ?? findRegions((index) => (figure.body.data[index] ?? 0) < 0.5).filter(([first]) => first !== 0)
  known.set(figure, found)
  return found
}
