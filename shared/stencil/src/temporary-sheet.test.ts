import { expect, test } from 'vitest'
import { type Copy, planCopies } from './copy-plan.ts'
import type { SizeMm } from './pixels.ts'
import { writeTemporarySheet } from './temporary-sheet.ts'
import { readFonts } from './testing.ts'

const edges = ({ x, y, width, height }: Copy) => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
})

test.each([
  { name: 'a tall design', size: { width: 86, height: 125 } },
  { name: 'a lying design', size: { width: 120, height: 80 } },
  { name: 'a small design', size: { width: 30, height: 30 } },
])('$name has copies at true size and smaller ones, apart from each other', ({ size }) => {
  const copies = planCopies(size)
  expect(copies[0]).toMatchObject(size)
  expect(new Set(copies.map(({ width }) => width)).size).toBeGreaterThan(1)
  for (const [index, copy] of copies.entries()) {
    const one = edges(copy)
    expect(one.left).toBeGreaterThanOrEqual(8)
    expect(one.right).toBeLessThanOrEqual(202)
    expect(one.bottom).toBeLessThanOrEqual(235)
    for (const other of copies.slice(index + 1).map(edges)) {
      const isBeside = other.left >= one.right + 4 || other.right <= one.left - 4
      expect(isBeside || other.top >= one.bottom + 4).toBe(true)
    }
  }
})

test('a design that is larger than the sheet has no copies', () => {
  expect(planCopies({ width: 200, height: 100 })).toEqual([])
  expect(planCopies({ width: 100, height: 230 })).toEqual([])
})

test('the file has the picture once, and the words of the paper', async () => {
  const size: SizeMm = { width: 40, height: 40 }
  const picture = { width: 2, height: 2, data: new Uint8ClampedArray(16).fill(255) }
  const words = { name: 'Un loup', title: 'Un loup', origin: 'imported' }
  const bytes = await writeTemporarySheet({ picture, size, ...words }, readFonts())
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype\/Image/g),
  ).toHaveLength(2)
})
