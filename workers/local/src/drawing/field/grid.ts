import { distanceToZero } from '@encre/picture/distance'

/**
 * A square of numbers. Icons are studied on one of `side` cells, with a margin around their box of
 * 512.
 */
export interface Grid {
  side: number
  data: Float32Array
}

export const side = 240
export const unit = 2.4
const margin = 32

export function createGrid(fill: (index: number) => number): Grid {
  const data = new Float32Array(side * side)
  for (let index = 0; index < data.length; index++) {
    data[index] = fill(index)
  }
  return { side, data }
}

function toCell(value: number): number {
  return (value + margin) / unit - 0.5
}
export function fromCell(value: number): number {
  return (value + 0.5) * unit - margin
}

/** The value at a point of the icon's box, between the four nearest cells; 0 outside. */
export function sample(grid: Grid, x: number, y: number): number {
  const column = toCell(x)
  const row = toCell(y)
  const left = Math.floor(column)
  const top = Math.floor(row)
  if (left < 0 || top < 0 || left >= side - 1 || top >= side - 1) return 0
  const at = top * side + left
  const value = (index: number) => grid.data[index] ?? 0
  const u = column - left
  const v = row - top
  return (
    (value(at) * (1 - u) + value(at + 1) * u) * (1 - v) +
    (value(at + side) * (1 - u) + value(at + side + 1) * u) * v
  )
}

export function blur(grid: Grid, radius: number): Grid {
  let data = grid.data
  for (let pass = 0; pass < 3; pass++) {
    data = blurLines(blurLines(data, 1, side, radius), side, 1, radius)
  }
  return { side, data }
}

function blurLines(data: Float32Array, step: number, stride: number, radius: number): Float32Array {
  const result = new Float32Array(data.length)
  const width = 2 * radius + 1
  for (let line = 0; line < side; line++) {
    const start = line * stride
    // The border is empty, so that what lies beyond it counts as 0.
    let sum = 0
    for (let i = 0; i <= radius; i++) {
      sum += data[start + i * step] ?? 0
    }
    for (let i = 0; i < side; i++) {
      result[start + i * step] = sum / width
      if (i + radius + 1 < side) sum += data[start + (i + radius + 1) * step] ?? 0
      if (i - radius >= 0) sum -= data[start + (i - radius) * step] ?? 0
    }
  }
  return result
}

export function distanceTo(isTarget: (index: number) => boolean): Grid {
  const others = Uint8Array.from({ length: side * side }, (_, index) => (isTarget(index) ? 0 : 1))
  return { side, data: distanceToZero(others, side) }
}

export function findRegions(isInside: (index: number) => boolean): number[][] {
  const seen = new Uint8Array(side * side)
  const regions: number[][] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isInside(start)) continue
    const region = [start]
    seen[start] = 1
    for (const cell of region) {
      for (const next of [cell - 1, cell + 1, cell - side, cell + side]) {
        if (next < 0 || next >= seen.length || seen[next] || !isInside(next)) continue
        seen[next] = 1
        region.push(next)
      }
    }
    regions.push(region)
  }
  return regions.sort((one, other) => other.length - one.length)
}
