import { distanceTo } from './distance.ts'
import { blur, createGrid, type Grid, side, unit } from './grid.ts'

// Light falls from the upper left, in front.
const light = [-0.5, -0.68, 0.54] as const

/**
 * How dark each cell of a drawing is when it is taken for a cushioned relief: its whole body swells, and each of its parts a little
 * more. 0 in full light, 1 in full shade.
 */
export function shadeRelief(isInk: (index: number) => boolean, depth: Grid): Grid {
  const parts = distanceTo((index) => !isInk(index))
  const raw = createGrid((index) => dome(depth.data[index] ?? 0, 112 / unit) * 0.75 + dome(parts.data[index] ?? 0, 28 / unit) * 0.6)
  const height = blur(raw, 1)
  return createGrid((index) => {
    const slopeX = ((height.data[index + 1] ?? 0) - (height.data[index - 1] ?? 0)) / 2
    const slopeY = ((height.data[index + side] ?? 0) - (height.data[index - side] ?? 0)) / 2
    const length = Math.hypot(slopeX, slopeY, 1)
    const lit = (-slopeX * light[0] - slopeY * light[1] + light[2]) / length
    return Math.min(1, Math.max(0, 0.78 - lit * 0.85))
  })
}

function dome(distance: number, radius: number): number {
  const t = Math.min(1, distance / radius)
  return radius * Math.sqrt(1 - (1 - t) ** 2)
}
