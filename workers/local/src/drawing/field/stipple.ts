import type { Random } from '../random.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export type Tone = (x: number, y: number) => number

/**
 * Points that stand the closer, the darker the tone: never nearer than `closest`, never farther than `farthest` where there is any
 * tone. They are thrown in rounds of shrinking distance, so that every tone stays evenly spaced.
 */
export function stipple(area: Area, tone: Tone, closest: number, farthest: number, random: Random): (readonly [number, number])[] {
  const cell = closest
  const columns = Math.ceil(area.width / cell) + 1
  const rows = Math.ceil(area.height / cell) + 1
  const taken = new Int32Array(columns * rows).fill(-1)
  const points: (readonly [number, number])[] = []
  const tones = readTones(area, tone)

  for (let distance = farthest; distance >= closest; distance *= 0.84) {
    const throws = Math.round((2.4 * area.width * area.height) / (distance * distance))
    const enough = (closest / distance) ** 2
    for (let i = 0; i < throws; i++) {
      const x = random() * area.width
      const y = random() * area.height
      if (tones(x, y) >= enough && isFree(x, y, distance)) {
        taken[Math.floor(y / cell) * columns + Math.floor(x / cell)] = points.length
        points.push([area.x + x, area.y + y])
      }
    }
  }
  return points

  function isFree(x: number, y: number, distance: number): boolean {
    const reach = Math.ceil(distance / cell)
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    const [left, right] = [Math.max(0, column - reach), Math.min(columns - 1, column + reach)]
    for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
      for (let c = left; c <= right; c++) {
        const point = points[taken[r * columns + c] ?? -1]
        if (point && (point[0] - area.x - x) ** 2 + (point[1] - area.y - y) ** 2 < distance * distance) return false
      }
    }
    return true
  }
}

/** A tone is dear to work out: it is read every third unit. */
function readTones(area: Area, tone: Tone): Tone {
  const step = 3
  const columns = Math.ceil(area.width / step) + 1
  const kept = new Float32Array(columns * (Math.ceil(area.height / step) + 1))
  for (let i = 0; i < kept.length; i++) kept[i] = tone(area.x + (i % columns) * step, area.y + Math.floor(i / columns) * step)
  return (x, y) => kept[Math.round(y / step) * columns + Math.round(x / step)] ?? 0
}
