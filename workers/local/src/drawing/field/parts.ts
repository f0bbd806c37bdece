import { type Bounds, traceContours } from './contours.ts'
import { areaOf, closedPath, relax } from './curves.ts'
import { type Grid, side } from './grid.ts'
import { findRegions } from './regions.ts'

/** A part of a figure between its inner lines. */
export interface Part {
  path: string
  /** Share of the whole ink, 0 to 1. */
  share: number
  /** Its place by size from 0; parts of about one size, as two wings, share it. */
  rank: number
}

export function studyParts(soft: Grid, isInk: (index: number) => boolean): Part[] {
  const regions = findRegions(isInk)
  const total = regions.reduce((sum, region) => sum + region.length, 0)
  const own: Grid = { side, data: new Float32Array(side * side) }
  let rank = 0
  return regions
    .filter((region) => region.length > 12)
    .map((region, i) => {
      if (i > 0 && region.length < 0.93 * (regions[i - 1]?.length ?? 0)) rank++
      const cells = region.flatMap((cell) => [cell, cell + 1, cell - 1, cell + side, cell - side])
      for (const cell of cells) own.data[cell] = soft.data[cell] ?? 0
      const loops = traceContours(own, 0.5, boundsOf(region)).filter((loop) => Math.abs(areaOf(loop)) > 20)
      for (const cell of cells) own.data[cell] = 0
      return { path: loops.map((loop) => closedPath(relax(loop, 2, true, 1))).join(''), share: region.length / total, rank }
    })
}

function boundsOf(region: readonly number[]): Bounds {
  const bounds = { left: side, top: side, right: 0, foot: 0 }
  for (const cell of region) {
    const [column, row] = [cell % side, Math.floor(cell / side)]
    bounds.left = Math.min(bounds.left, column - 2)
    bounds.right = Math.max(bounds.right, column + 2)
    bounds.top = Math.min(bounds.top, row - 2)
    bounds.foot = Math.max(bounds.foot, row + 2)
  }
  return bounds
}
