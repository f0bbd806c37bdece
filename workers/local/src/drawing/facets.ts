import { type Point, polygonPath } from './field/contours.ts'
import { sample } from './field/grid.ts'
import { stipple } from './field/stipple.ts'
import type { Figure } from './figure.ts'
import { createRandom } from './random.ts'

export interface Facet {
  path: string
  /** Shade of the relief in its middle, 0 to 1. */
  shade: number
}

/** A figure cut into triangles of about `size` units, smaller where its relief turns. */
export function cutFacets(figure: Figure, size: number): Facet[] {
  const { box } = figure
  const step = Math.max(2, Math.round(size / 4))
  const rim = figure.outline.flatMap((loop) => loop.filter((_, i) => i % step === 0))
  const inside = stipple(
    box,
    (x, y) => (sample(figure.depth, x, y) > 4 ? (sample(figure.ink, x, y) > 0.5 ? 0.5 : 1) : 0),
    size * 0.62,
    size,
    createRandom(7),
  )
  const points: Point[] = [...rim, ...inside]
  return triangulate(points).flatMap((triangle) => {
    const corners = triangle.map((index): Point => points[index] ?? [0, 0])
    const x = corners.reduce((sum, corner) => sum + corner[0], 0) / 3
    const y = corners.reduce((sum, corner) => sum + corner[1], 0) / 3
    if (sample(figure.body, x, y) < 0.5) return []
    return [{ path: polygonPath(corners), shade: sample(figure.shade, x, y) }]
  })
}

export type Triangle = readonly [number, number, number]

interface Circle {
  triangle: Triangle
  x: number
  y: number
  square: number
}

/** Delaunay's triangles of some points, by their indices (Bowyer and Watson). */
export function triangulate(points: readonly Point[]): Triangle[] {
  const count = points.length
  const all: Point[] = [...points, [-4000, -4000], [8000, -4000], [256, 9000]]
  let circles: Circle[] = [circleOf(all, [count, count + 1, count + 2])]
  for (let i = 0; i < count; i++) {
    const [x, y] = all[i] ?? [0, 0]
    const edges = new Map<number, readonly [number, number]>()
    const kept: Circle[] = []
    for (const circle of circles) {
      if ((x - circle.x) ** 2 + (y - circle.y) ** 2 > circle.square) kept.push(circle)
      else toggleEdges(edges, circle.triangle, all.length)
    }
    for (const [from, to] of edges.values()) kept.push(circleOf(all, [from, to, i]))
    circles = kept
  }
  return circles.map(({ triangle }) => triangle).filter((triangle) => triangle.every((index) => index < count))
}

// An edge between two triangles that go is inside the hole, and goes too.
function toggleEdges(edges: Map<number, readonly [number, number]>, [a, b, c]: Triangle, count: number): void {
  for (const [from, to] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const) {
    const key = Math.min(from, to) * count + Math.max(from, to)
    if (!edges.delete(key)) edges.set(key, [from, to])
  }
}

function circleOf(points: readonly Point[], triangle: Triangle): Circle {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0], [cx, cy] = [0, 0]] = triangle.map((index) => points[index] ?? [0, 0])
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) || 1e-9
  const [a, b, c] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy]
  const x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d
  const y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d
  return { triangle, x, y, square: (ax - x) ** 2 + (ay - y) ** 2 }
}
