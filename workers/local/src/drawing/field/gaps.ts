import { format, smoothContours } from './contours.ts'
import { blur, createGrid, findRegions, fromCell, side, unit } from './grid.ts'

export interface Gaps {
  /** Long gaps: the lines that one would draw inside the silhouette. */
  lines: string
  /** Gaps too round to be lines: eyes, nostrils; and the middle of each. */
  spots: string
  pupils: string
}

export function studyGaps(
  isGap: (index: number) => boolean,
  isOutside: (index: number) => boolean,
): Gaps {
  const long = createGrid(() => 0)
  const round = createGrid(() => 0)
  const pupils: string[] = []
  for (const region of findRegions(isGap)) {
    // A notch of the outline, filled when the gaps were closed, is no eye.
    const isNotch = region.some((index) => around.some((step) => isOutside(index + step)))
    const { x, y, reach } = measure(region)
    const roundReach = Math.sqrt(region.length / Math.PI)
    const isLong = isNotch || reach > 1.8 * roundReach
    for (const index of region) {
      const kind = isLong ? long : round
      kind.data[index] = 1
    }
    if (!isLong) pupils.push(pupilAt(fromCell(x), fromCell(y), 0.53 * roundReach * unit))
  }
  return {
    lines: smoothContours(blur(long, 1), 0.4, 40),
    spots: smoothContours(blur(round, 1), 0.4),
    pupils: pupils.join(''),
  }
}

const around = [1, -1, side, -side]

/** The middle of a region, and how far its farthest cell is from there. */
function measure(region: readonly number[]): { x: number; y: number; reach: number } {
  const columns = region.map((index) => index % side)
  const rows = region.map((index) => Math.floor(index / side))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(columns)
  const y = mean(rows)
  const reaches = columns.map((column, i) => Math.hypot(column - x, (rows[i] ?? 0) - y))
  return { x, y, reach: Math.max(...reaches) }
}

function pupilAt(x: number, y: number, radius: number): string {
  const r = format(radius)
  const width = format(2 * radius)
  return `M${format(x - radius)} ${format(y)}a${r} ${r} 0 1 0 ${width} 0a${r} ${r} 0 1 0 -${width} 0Z`
}
