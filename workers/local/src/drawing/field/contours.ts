import { fromCell, type Grid, side } from './grid.ts'

export type Point = readonly [x: number, y: number]

/**
 * The closed lines where a grid crosses `level`, in units of the icon's box. Higher values lie on
 * their left.
 */
export function traceContours(grid: Grid, level: number): Point[][] {
  const next = new Map<number, number>()
  const value = (column: number, row: number) => grid.data[row * side + column] ?? 0
  for (let row = 0; row < side - 1; row++) {
    for (let column = 0; column < side - 1; column++) {
      const kind =
        (value(column, row) >= level ? 1 : 0) +
        (value(column + 1, row) >= level ? 2 : 0) +
        (value(column + 1, row + 1) >= level ? 4 : 0) +
        (value(column, row + 1) >= level ? 8 : 0)
      if (kind === 0 || kind === 15) continue
      const edges = edgesOf(column, row)
      for (const [from, to] of segments[kind] ?? []) {
        next.set(edges[from] ?? 0, edges[to] ?? 0)
      }
    }
  }
  return followLoops(next, (edge) => pointOn(edge, value, level))
}

// An edge is known by its first cell and its direction: twice the cell's index, plus one when it
// goes down.
function edgesOf(column: number, row: number): number[] {
  const cell = 2 * (row * side + column)
  return [cell, cell + 3, cell + 2 * side, cell + 1]
}

// Corners are bits 1, 2, 4, 8 clockwise from the top left; edges 0 to 3 from the top. Each kind of
// cell has its lines, `from` and `to`.
const segments = [
  '',
  '03',
  '10',
  '13',
  '21',
  '01 23',
  '20',
  '23',
  '32',
  '02',
  '12 30',
  '12',
  '31',
  '01',
  '30',
  '',
].map((lines) => lines.split(' ').map(([from, to]) => [Number(from), Number(to)] as const))

function pointOn(
  edge: number,
  value: (column: number, row: number) => number,
  level: number,
): Point {
  const cell = edge >> 1
  const column = cell % side
  const row = Math.floor(cell / side)
  const down = edge % 2
  const from = value(column, row)
  const to = down ? value(column, row + 1) : value(column + 1, row)
  const t = to === from ? 0.5 : (level - from) / (to - from)
  return [fromCell(column + (down ? 0 : t)), fromCell(row + (down ? t : 0))]
}

function followLoops(next: Map<number, number>, place: (edge: number) => Point): Point[][] {
  const loops: Point[][] = []
  for (const start of next.keys()) {
    const loop: Point[] = []
    for (let edge: number | undefined = start; edge !== undefined && next.has(edge); ) {
      loop.push(place(edge))
      const following = next.get(edge)
      next.delete(edge)
      edge = following
    }
    if (loop.length > 5) loops.push(loop)
  }
  return loops
}

export function format(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function closedPath(points: readonly Point[]): string {
  const middle = (i: number) => midpoint(pointAt(points, i), pointAt(points, i + 1))
  const curves = points.map((_, i) => `Q${pair(pointAt(points, i + 1))} ${pair(middle(i + 1))}`)
  return `M${pair(middle(0))}${curves.join('')}Z`
}

/** The contours of a grid as smooth paths, without those of less area than `least`. */
export function smoothContours(grid: Grid, level: number, least = 0): string {
  const loops = traceContours(grid, level).filter((loop) => Math.abs(areaOf(loop)) >= least)
  return loops.map((loop) => closedPath(relax(loop, 2))).join('')
}

export function polygonPath(points: readonly Point[]): string {
  return `M${points.map(pair).join('L')}Z`
}

export function relax(points: readonly Point[], step: number, rounds = 2): Point[] {
  let line = points
  for (let round = 0; round < rounds; round++) {
    const before = line
    line = before.map((point, i) => {
      const one = pointAt(before, i - 1)
      const other = pointAt(before, i + 1)
      return [(one[0] + 2 * point[0] + other[0]) / 4, (one[1] + 2 * point[1] + other[1]) / 4]
    })
  }
  return line.filter((_, i) => i % step === 0)
}

export function areaOf(points: readonly Point[]): number {
  return (
    points.reduce(
      (sum, [x, y], i) => sum + x * pointAt(points, i + 1)[1] - pointAt(points, i + 1)[0] * y,
      0,
    ) / 2
  )
}

function pointAt(points: readonly Point[], i: number): Point {
  return points[(i + points.length) % points.length] ?? [0, 0]
}

function midpoint(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
}

function pair([x, y]: Point): string {
  return `${format(x)} ${format(y)}`
}
