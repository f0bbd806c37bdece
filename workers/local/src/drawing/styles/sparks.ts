import { between, type Random } from '../random.ts'
import { isFree, type Placed, type Zone } from '../scene/scene.ts'
import { format } from '../svg.ts'

export interface Spot {
  x: number
  y: number
  size: number
}

export function freeSpots(
  zone: Zone,
  placed: readonly Placed[],
  random: Random,
  count: number,
  gap: number,
): Spot[] {
  const spots: Spot[] = []
  for (let tries = 0; tries < count * 40 && spots.length < count; tries++) {
    const spot = {
      x: zone.x + between(random, -1, 1) * zone.rx,
      y: zone.y + between(random, -1, 1) * zone.ry,
      size: between(random, 0.6, 1),
    }
    const inside =
      zone.outline === 'block' ||
      Math.hypot((spot.x - zone.x) / zone.rx, (spot.y - zone.y) / zone.ry) < 1
    if (
      inside &&
      isFree(placed, spot.x, spot.y, gap) &&
      spots.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > gap * 2)
    ) {
      spots.push(spot)
    }
  }
  return spots
}

export function sparkle({ x, y, size }: Spot, radius: number): string {
  const r = radius * size
  const q = r * 0.16
  const n = format
  return `M${n(x)} ${n(y - r)}Q${n(x + q)} ${n(y - q)} ${n(x + r)} ${n(y)}Q${n(x + q)} ${n(y + q)} ${n(x)} ${n(y + r)}Q${n(x - q)} ${n(y + q)} ${n(x - r)} ${n(y)}Q${n(x - q)} ${n(y - q)} ${n(x)} ${n(y - r)}Z`
}
