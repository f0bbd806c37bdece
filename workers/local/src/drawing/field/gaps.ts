import { traceContours } from './contours.ts'
import { closedPath, format, openPath, relax } from './curves.ts'
import { blur, createGrid, fromCell, side, unit } from './grid.ts'
import { findRegions } from './regions.ts'
import { followLines, thin } from './thinning.ts'

export interface Gaps {
  lines: string
  spots: string
  pupils: string
}

/** The gaps of an icon as a draughtsman's lines; those too round for a line as spots, with a pupil in the middle of each. */
export function studyGaps(isGap: (index: number) => boolean, isOutside: (index: number) => boolean): Gaps {
  const thinned = new Uint8Array(side * side)
  for (let index = 0; index < thinned.length; index++) thinned[index] = isGap(index) ? 1 : 0
  thin(thinned)
  const round = createGrid(() => 0)
  const pupils: string[] = []
  for (const region of findRegions(isGap)) {
    const length = region.reduce((sum, index) => sum + (thinned[index] ?? 0), 0)
    if (length > 11 && region.length < length * 12) continue
    for (const index of region) thinned[index] = 0
    // A notch of the outline, filled when the gaps were closed, is no eye.
    if (region.length <= 8 || region.some((index) => [1, -1, side, -side].some((step) => isOutside(index + step)))) continue
    for (const index of region) round.data[index] = 1
    pupils.push(pupilOf(region))
  }
  return {
    lines: followLines(thinned, 6)
      .map((line) => openPath(relax(line, 3, false, 4)))
      .join(''),
    spots: traceContours(blur(round, 1), 0.4)
      .map((loop) => closedPath(relax(loop, 2, true)))
      .join(''),
    pupils: pupils.join(''),
  }
}

function pupilOf(region: readonly number[]): string {
  const mean = (value: (index: number) => number) => region.reduce((sum, index) => sum + value(index), 0) / region.length
  const x = fromCell(mean((index) => index % side))
  const y = fromCell(mean((index) => Math.floor(index / side)))
  const radius = 0.3 * Math.sqrt(region.length) * unit
  return `M${format(x - radius)} ${format(y)}a${format(radius)} ${format(radius)} 0 1 0 ${format(2 * radius)} 0a${format(radius)} ${format(radius)} 0 1 0 ${format(-2 * radius)} 0Z`
}
