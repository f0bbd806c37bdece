import type { Point } from './contours.ts'

export function format(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A closed line as a smooth path: its points are the handles of quadratic curves. */
export function closedPath(points: readonly Point[]): string {
  const middle = (i: number) => midpoint(pointAt(points, i), pointAt(points, i + 1))
  const curves = points.map((_, i) => `Q${pair(pointAt(points, i + 1))} ${pair(middle(i + 1))}`)
  return `M${pair(middle(0))}${curves.join('')}Z`
}

/** An open line as a smooth path through its ends. */
export function openPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  const curves = rest.slice(0, -1).map((point, i) => `Q${pair(point)} ${pair(midpoint(point, rest[i + 1] ?? point))}`)
  return `M${pair(first)}${curves.join('')}L${pair(last)}`
}

export function polygonPath(points: readonly Point[]): string {
  return `M${points.map(pair).join('L')}Z`
}

/** Every `step`-th point of a line after averaging each with its neighbours. */
export function relax(points: readonly Point[], step: number, closed: boolean, rounds = 2): Point[] {
  let line = points
  for (let round = 0; round < rounds; round++) {
    const before = line
    line = before.map((point, i) => {
      if (!closed && (i === 0 || i === before.length - 1)) return point
      const one = pointAt(before, i - 1)
      const other = pointAt(before, i + 1)
      return [(one[0] + 2 * point[0] + other[0]) / 4, (one[1] + 2 * point[1] + other[1]) / 4]
    })
  }
  return line.filter((_, i) => i % step === 0 || (!closed && i === line.length - 1))
}

export function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => sum + x * pointAt(points, i + 1)[1] - pointAt(points, i + 1)[0] * y, 0) / 2
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
