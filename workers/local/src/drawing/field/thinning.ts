import type { Point } from './contours.ts'
import { fromCell, side } from './grid.ts'

// Clockwise from the north.
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
