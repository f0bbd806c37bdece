import type { Random } from '../random.ts'
import type { Box } from '../svg.ts'

export type Tone = (x: number, y: number) => number

/**
 * Points that stand closer where the tone is darker. They are thrown in rounds of shrinking
 * distance, so that every tone stays evenly spaced.
 */
export function stipple(
  area: Box,
  tone: Tone,
  closest: number,
  farthest: number,
  random: Random,
): (readonly [number, number])[] {
  const tones = readTones(area, tone)
  const points = createPoints(area, closest)
  for (const distance of shrink(farthest, closest)) {
    const tries = distance < closest * 1.5 ? 3.4 : 2
    const throws = Math.round((tries * area.width * area.height) / (distance * distance))
    const enough = (closest / distance) ** 2 * 0.999
    for (let i = 0; i < throws; i++) {
      const x = random() * area.width
      const y = random() * area.height
      if (tones(x, y) >= enough && points.isFree(x, y, distance)) points.add(x, y)
    }
  }
  return points.list.map(([x, y]) => [area.x + x, area.y + y])
}

function shrink(from: number, to: number): number[] {
  const rounds = Math.max(1, Math.round(Math.log(from / to) / 0.2))
  return Array.from({ length: rounds + 1 }, (_, i) => from * (to / from) ** (i / rounds))
}

/**
 * Points in cells. A cell is as wide as the least distance between two points, so it has one point
 * at most.
 */
function createPoints({ width, height }: Box, cell: number) {
  const list: [number, number][] = []
  const columns = Math.ceil(width / cell) + 1
  const rows = Math.ceil(height / cell) + 1
  const xs = new Float64Array(columns * rows).fill(-1e9)
  const ys = new Float64Array(columns * rows).fill(-1e9)
  return { list, add, isFree }

  function add(x: number, y: number): void {
    const at = Math.floor(y / cell) * columns + Math.floor(x / cell)
    xs[at] = x
    ys[at] = y
    list.push([x, y])
  }

  function isFree(x: number, y: number, distance: number): boolean {
    const reach = Math.ceil(distance / cell)
    const column = Math.floor(x / cell)
    const row = Math.floor(y / cell)
    const right = Math.min(columns - 1, column + reach)
    const foot = Math.min(rows - 1, row + reach)
    for (let r = Math.max(0, row - reach); r <= foot; r++) {
      for (let c = Math.max(0, column - reach); c <= right; c++) {
        const dx = (xs[r * columns + c] ?? 0) - x
        const dy = (ys[r * columns + c] ?? 0) - y
        if (dx * dx + dy * dy < distance * distance) return false
      }
    }
    return true
  }
}

function readTones(area: Box, tone: Tone): Tone {
  const step = 4
  const columns = Math.ceil(area.width / step) + 1
  const samples = new Float32Array(columns * (Math.ceil(area.height / step) + 1))
  for (let i = 0; i < samples.length; i++) {
    samples[i] = tone(area.x + (i % columns) * step, area.y + Math.floor(i / columns) * step)
  }
  return (x, y) => samples[Math.round(y / step) * columns + Math.round(x / step)] ?? 0
}
