import type { Point } from './field/contours.ts'
import { polygonPath } from './field/curves.ts'
import { sample } from './field/grid.ts'
import { stipple } from './field/stipple.ts'
import { triangulate } from './field/triangles.ts'
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
