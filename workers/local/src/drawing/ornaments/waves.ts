import type { Zone } from '../scene/zone.ts'
import { format } from '../svg.ts'

/** Seigaiha: overlapping fans of `rings` arcs, row by row from `top` down to the foot of the zone; each row covers half of the last. */
export function seigaiha({ x, y, rx, ry }: Zone, top: number, radius: number, rings: number): { fans: string; arcs: string }[] {
  const rows = Math.ceil((y + ry + radius - top) / (radius * 0.5))
  const columns = 2 * Math.ceil(rx / (2 * radius)) + 1
  return Array.from({ length: rows }, (_, row) => {
    const centres = Array.from({ length: columns + 1 }, (_, i) => x + (2 * i - columns - (row % 2)) * radius)
    const level = top + row * radius * 0.5
    return {
      fans: centres.map((centre) => fan(centre, level, radius)).join(''),
      arcs: centres
        .flatMap((centre) => Array.from({ length: rings }, (_, i) => arc(centre, level, radius * (1 - i / (rings + 0.6)))))
        .join(''),
    }
  })
}

function fan(x: number, y: number, r: number): string {
  return `${arc(x, y, r)}Z`
}

function arc(x: number, y: number, r: number): string {
  return `M${format(x - r)} ${format(y)}A${format(r)} ${format(r)} 0 0 1 ${format(x + r)} ${format(y)}`
}

/** An edge of clouds: scallops of about `size` along the zone's outline. */
export function cloudEdge({ x, y, rx, ry, outline }: Zone, size: number): string {
  const power = outline === 'ellipse' ? 1 : 0.42
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** power
  const at = (angle: number) => [x + rx * bend(Math.cos(angle)), y + ry * bend(Math.sin(angle))] as const
  const fine = Array.from({ length: 720 }, (_, i) => at((i / 720) * 2 * Math.PI))
  const corners: (readonly [number, number])[] = []
  let walked = size
  fine.forEach((point, i) => {
    const before = fine[i - 1] ?? point
    walked += Math.hypot(point[0] - before[0], point[1] - before[1])
    const wanted = size * (0.75 + 0.5 * Math.abs(Math.sin(corners.length * 2.4)))
    if (walked >= wanted) {
      corners.push(point)
      walked = 0
    }
  })
  const curves = corners.map((point, i) => {
    const next = corners[(i + 1) % corners.length] ?? point
    const r = Math.hypot(next[0] - point[0], next[1] - point[1]) * 0.56
    return `A${format(r)} ${format(r)} 0 0 1 ${next.map(format).join(' ')}`
  })
  return `M${(corners[0] ?? [x, y]).map(format).join(' ')}${curves.join('')}Z`
}
