import { expect, test } from 'vitest'
import { distanceToZero } from './distance.ts'

const width = 40
const zeros = [
  [3, 4],
  [30, 9],
  [31, 27],
] as const
const mask = new Uint8Array(width * 30).fill(1)
for (const [x, y] of zeros) mask[y * width + x] = 0

const truth = Array.from(mask, (_, index) => {
  const column = index % width
  const row = Math.floor(index / width)
  return Math.min(...zeros.map(([x, y]) => Math.hypot(x - column, y - row)))
})

test('every distance is the one to the nearest zero', () => {
  const found = distanceToZero(mask, width)
  for (const [index, distance] of truth.entries()) expect(found[index]).toBeCloseTo(distance, 4)
})

test('within a reach distances are the same, and beyond it they are greater than it', () => {
  const found = distanceToZero(mask, width, 5)
  for (const [index, distance] of truth.entries()) {
    if (distance <= 5) expect(found[index]).toBeCloseTo(distance, 4)
    else expect(found[index]).toBeGreaterThan(5)
  }
})
