import { traceContours } from './contours.ts'
import { closedPath, openPath, relax } from './curves.ts'
import { blur, createGrid, side } from './grid.ts'
import { findRegions } from './regions.ts'
import { followLines, thin } from './thinning.ts'

/** The gaps of an icon as a draughtsman's lines, and those too round for a line as spots. */
export function studyGaps(isGap: (index: number) => boolean): { lines: string; spots: string } {
  const thinned = new Uint8Array(side * side)
  for (let index = 0; index < thinned.length; index++) thinned[index] = isGap(index) ? 1 : 0
  thin(thinned)
  const round = createGrid(() => 0)
  for (const region of findRegions(isGap)) {
    const length = region.reduce((sum, index) => sum + (thinned[index] ?? 0), 0)
    if (length > 11 && region.length < length * 12) continue
    for (const index of region) {
      thinned[index] = 0
      if (region.length > 8) round.data[index] = 1
    }
  }
  return {
    lines: followLines(thinned, 6)
      .map((line) => openPath(relax(line, 3, false, 4)))
      .join(''),
    spots: traceContours(blur(round, 1), 0.4)
      .map((loop) => closedPath(relax(loop, 2, true)))
      .join(''),
  }
}
