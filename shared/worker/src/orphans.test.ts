import { expect, it } from 'vitest'
import { findSweepStop } from './orphans.ts'

const newestRow = new Date('2026-11-23T12:00:00.000Z')
const minutesLater = (minutes: number) => new Date(newestRow.getTime() + minutes * 60_000)
const orphans = (count: number, uploaded = newestRow) =>
  Array.from({ length: count }, () => uploaded)

it('stops over an empty table, and not without anything to delete', () => {
  expect(findSweepStop({ newestRow: null, orphans: orphans(1), objects: 1 })).toBe('table-empty')
  expect(findSweepStop({ newestRow: null, orphans: [], objects: 0 })).toBeNull()
})

it('stops when more than ten objects are over an hour newer than the newest row', () => {
  expect(findSweepStop({ newestRow, orphans: orphans(11, minutesLater(61)), objects: 500 })).toBe(
    'table-old',
  )
  expect(
    findSweepStop({ newestRow, orphans: orphans(10, minutesLater(61)), objects: 500 }),
  ).toBeNull()
  expect(
    findSweepStop({ newestRow, orphans: orphans(11, minutesLater(60)), objects: 500 }),
  ).toBeNull()
})

it.each([
  { objects: 10, most: 100 },
  { objects: 10_000, most: 100 },
  { objects: 50_000, most: 500 },
  { objects: 100_000, most: 1000 },
  { objects: 5_000_000, most: 1000 },
])('deletes $most orphans an hour of $objects objects', ({ objects, most }) => {
  expect(findSweepStop({ newestRow, orphans: orphans(most), objects })).toBeNull()
  expect(findSweepStop({ newestRow, orphans: orphans(most + 1), objects })).toBe('many-orphans')
})
