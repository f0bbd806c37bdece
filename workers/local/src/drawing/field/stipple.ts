import type { Random } from '../random.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export type Tone = (x: number, y: number) => number

/**
 * Points that stand closer where the tone is darker: never nearer than `closest`, and never farther than `farthest` where there is any
 * tone. They are thrown in rounds of shrinking distance, so that every tone stays evenly spaced.
 */
export function stipple(area: Area, tone: Tone, closest: number, farthest: number, random: Random): (readonly [number, number])[] {
  const tones = readTones(area, tone)
  const points = new Points(area, closest)
  for (const distance of shrink(farthest, closest)) {
    // The last rounds fill the nearly black areas.
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

/** Points in cells. A cell is as wide as the least distance between two points, so it has one point at most. */
class Points {
  readonly list: [number, number][] = []
  readonly #cell: number
  readonly #columns: number
  readonly #rows: number
  readonly #xs: Float64Array
  readonly #ys: Float64Array

  constructor({ width, height }: Area, cell: number) {
    this.#cell = cell
    this.#columns = Math.ceil(width / cell) + 1
    this.#rows = Math.ceil(height / cell) + 1
    this.#xs = new Float64Array(this.#columns * this.#rows).fill(-1e9)
    this.#ys = new Float64Array(this.#columns * this.#rows).fill(-1e9)
  }

  add(x: number, y: number): void {
    const at = Math.floor(y / this.#cell) * this.#columns + Math.floor(x / this.#cell)
    this.#xs[at] = x
    this.#ys[at] = y
    this.list.push([x, y])
  }

  isFree(x: number, y: number, distance: number): boolean {
    const reach = Math.ceil(distance / this.#cell)
    const column = Math.floor(x / this.#cell)
    const row = Math.floor(y / this.#cell)
    const right = Math.min(this.#columns - 1, column + reach)
    const foot = Math.min(this.#rows - 1, row + reach)
    const square = distance * distance
    for (let r = Math.max(0, row - reach); r <= foot; r++) {
      for (let c = Math.max(0, column - reach); c <= right; c++) {
        const dx = (this.#xs[r * this.#columns + c] ?? 0) - x
        const dy = (this.#ys[r * this.#columns + c] ?? 0) - y
        if (dx * dx + dy * dy < square) return false
      }
    }
    return true
  }
}

/** Samples the tone at every fourth unit, because computing it is slow. */
function readTones(area: Area, tone: Tone): Tone {
  const step = 4
  const columns = Math.ceil(area.width / step) + 1
  const samples = new Float32Array(columns * (Math.ceil(area.height / step) + 1))
  for (let i = 0; i < samples.length; i++) samples[i] = tone(area.x + (i % columns) * step, area.y + Math.floor(i / columns) * step)
  return (x, y) => samples[Math.round(y / step) * columns + Math.round(x / step)] ?? 0
}
