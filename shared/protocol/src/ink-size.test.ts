import { expect, test } from 'vitest'
import { centimetresOf, inkSizeMm } from './ink-size.ts'

test.each([
  ['small', null, 6.5],
  ['medium', null, 12.5],
  ['custom', '25 cm', 25],
  ['custom', '80 mm', 8],
  ['custom', '8 x 20 cm', 20],
  ['custom', '12 à 15 cm', 13.5],
])('%s %s is %d cm', (size, detail, centimetres) => {
  expect(centimetresOf(size, detail)).toBe(centimetres)
})

test.each(['toute la manche', '', '0 cm', '900 cm', null])('%s contains no length', (detail) => {
  expect(centimetresOf('custom', detail)).toBeNull()
})

test.each([
  ['medium', null, 125],
  ['custom', '12 cm', 120],
  ['custom', 'toute la manche', 100],
  ['custom', '180 cm', 1000],
])('a design of size %s %s starts at %d mm', (size, sizeDetail, millimetres) => {
  expect(inkSizeMm({ sizeMm: null, size, sizeDetail })).toBe(millimetres)
})

test('the size that the member set replaces the size of the design', () => {
  expect(inkSizeMm({ sizeMm: 84, size: 'medium', sizeDetail: null })).toBe(84)
})
