import { traceContours } from './contours.ts'
import { areaOf, closedPath, relax } from './curves.ts'
import { type Grid, side } from './grid.ts'
import { findRegions } from './regions.ts'

/** A part of a figure between its inner lines. */
export interface Part {
  path: string
  /** Share of the whole ink, 0 to 1. */
  share: number
}

export function studyParts(soft: Grid, isInk: (index: number) => boolean): Part[] {
  const regions = findRegions(isInk)
  const total = regions.reduce((sum, region) => sum + region.length, 0)
  return regions
    .filter((region) => region.length > 12)
    .map((region) => {
      const own = new Float32Array(side * side)
      for (const cell of region) for (const near of [0, 1, -1, side, -side]) own[cell + near] = soft.data[cell + near] ?? 0
      const loops = traceContours({ side, data: own }, 0.5).filter((loop) => Math.abs(areaOf(loop)) > 20)
      return { path: loops.map((loop) => closedPath(relax(loop, 2, true, 1))).join(''), share: region.length / total }
    })
}
