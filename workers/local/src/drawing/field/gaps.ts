import { format, openPath, type Point, relax, smoothContours } from './contours.ts'
import { blur, createGrid, findRegions, fromCell, side, unit } from './grid.ts'

export interface Gaps {
  lines: string
  spots: string
  pupils: string
}

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
    spots: smoothContours(blur(round, 1), 0.4),
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

const around = [-side, 1 - side, 1, 1 + side, side, side - 1, -1, -1 - side]

/** Peels a set of cells down to lines one cell wide (Zhang and Suen), in place. The border stays free. */
export function thin(cells: Uint8Array): void {
  let left: number[] = []
  for (let index = 0; index < cells.length; index++) if (cells[index]) left.push(index)
  for (let before = -1; before !== left.length; ) {
    before = left.length
    for (const pass of [0, 1]) {
      const peeled = left.filter((index) => isLoose(cells, index, pass))
      for (const index of peeled) cells[index] = 0
      left = left.filter((index) => cells[index])
    }
  }
}

function isLoose(cells: Uint8Array, index: number, pass: number): boolean {
  let [count, rises] = [0, 0]
  for (let i = 0; i < 8; i++) {
    const here = cells[index + (around[i] ?? 0)] ?? 0
    const next = cells[index + (around[(i + 1) % 8] ?? 0)] ?? 0
    count += here
    if (!here && next) rises++
  }
  if (count < 2 || count > 6 || rises !== 1) return false
  const [north, east, south, west] = [cells[index - side], cells[index + 1], cells[index + side], cells[index - 1]]
  return pass === 0 ? !(north && east && south) && !(east && south && west) : !(north && east && west) && !(north && south && west)
}

/** The lines of a thinned set, from end to crossing; those shorter than `shortest` cells with a loose end are burrs and left out. */
export function followLines(cells: Uint8Array, shortest: number): Point[][] {
  const neighbours = (index: number) => around.map((step) => index + step).filter((other) => cells[other])
  const isKnot = (index: number) => neighbours(index).length !== 2
  const used = new Set<number>()
  const lines: Point[][] = []
  const starts = [...cells.keys()].filter((index) => cells[index])
  for (const start of [...starts.filter(isKnot), ...starts]) {
    for (const first of neighbours(start)) {
      if (used.has(first) || (used.has(start) && !isKnot(start))) continue
      const line = [start]
      for (let here = first, from = start; ; ) {
        line.push(here)
        if (isKnot(here)) break
        used.add(here)
        const on = neighbours(here).find((other) => other !== from && (!used.has(other) || isKnot(other)) && !line.includes(other))
        if (on === undefined) break
        from = here
        here = on
      }
      const loose = neighbours(start).length === 1 || neighbours(line.at(-1) ?? start).length === 1
      if (!isKnot(start)) used.add(start)
      if (line.length > (loose ? shortest : 1)) lines.push(line.map(toPoint))
    }
  }
  return lines
}

function toPoint(index: number): Point {
  return [fromCell(index % side), fromCell(Math.floor(index / side))]
}
