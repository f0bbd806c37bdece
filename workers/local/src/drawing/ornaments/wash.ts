import type { Point } from '../field/contours.ts'
import { polygonPath } from '../field/curves.ts'
import type { Random } from '../random.ts'

/**
 * A wash of watercolour as many translucent sheets: a loose polygon whose every edge is broken again and again, each sheet in its
 * own way, so that the pigment gathers in the middle and feathers out (after Tyler Hobbs).
 */
export function wash(x: number, y: number, rx: number, ry: number, sheets: number, random: Random): string[] {
  const corners = 11
  const start = Array.from({ length: corners }, (_, i): Point => {
    const angle = (i / corners) * 2 * Math.PI
    const reach = 0.78 + 0.4 * random()
    return [x + rx * reach * Math.cos(angle), y + ry * reach * Math.sin(angle)]
  })
  const base = breakEdges(breakEdges(start, 0.34, random), 0.3, random)
  return Array.from({ length: sheets }, () =>
    polygonPath(breakEdges(breakEdges(breakEdges(base, 0.42, random), 0.36, random), 0.3, random)),
  )
}

function breakEdges(points: readonly Point[], amount: number, random: Random): Point[] {
  return points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length] ?? point
    const length = Math.hypot(next[0] - point[0], next[1] - point[1])
    const spread = () => (random() + random() + random() - 1.5) * length * amount
    const at = 0.35 + 0.3 * random()
    const middle: Point = [point[0] + (next[0] - point[0]) * at + spread(), point[1] + (next[1] - point[1]) * at + spread()]
    return [point, middle]
  })
}
