import { createGrid, type Grid } from './field/grid.ts'
import { findRegions } from './field/regions.ts'
import type { Figure } from './figure.ts'

const known = new WeakMap<Figure, Grid>()

/** 1 in what a figure encloses without being part of it. */
export function hollowsOf(figure: Figure): Grid {
  const kept = known.get(figure)
  if (kept) return kept
  const hollows = createGrid(() => 0)
  for (const region of findRegions((index) => (figure.body.data[index] ?? 0) < 0.5)) {
    // The outside holds the first corner.
    if (region[0] === 0) continue
    for (const cell of region) hollows.data[cell] = 1
  }
  known.set(figure, hollows)
  return hollows
}
