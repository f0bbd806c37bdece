import { clamp, type SizeMm } from './pixels.ts'

/** In pixels. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Visits the pixels of the box between two places. */
export function fillBox(
  { width, height }: SizeMm,
  from: Place,
  to: Place,
  onPixel: (index: number, x: number, y: number) => void,
): void {
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x)))
  const right = Math.min(width, Math.ceil(Math.max(from.x, to.x)))
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y)))
  const bottom = Math.min(height, Math.ceil(Math.max(from.y, to.y)))
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) onPixel(y * width + x, x, y)
}

interface Disc extends Place {
  readonly radius: number
}

/** Pixels of a segment between two discs, with soft edges of one pixel. */
export function coverSegment(
  field: SizeMm,
  from: Disc,
  to: Disc,
  onPixel: (index: number, share: number) => void,
): void {
  const reach = Math.max(from.radius, to.radius) + 1
  const dx = to.x - from.x
  const dy = to.y - from.y
  const square = dx * dx + dy * dy
  const low = { x: Math.min(from.x, to.x) - reach, y: Math.min(from.y, to.y) - reach }
  const high = { x: Math.max(from.x, to.x) + reach, y: Math.max(from.y, to.y) + reach }
  fillBox(field, low, high, (index, column, row) => {
    const x = column + 0.5
    const y = row + 0.5
    const along = square === 0 ? 0 : clamp(((x - from.x) * dx + (y - from.y) * dy) / square)
    const across = x - from.x - along * dx
    const down = y - from.y - along * dy
    const radius = from.radius + along * (to.radius - from.radius)
    const share = Math.min(1, radius + 0.5 - Math.sqrt(across * across + down * down))
    if (share > 0) onPixel(index, share)
  })
}
