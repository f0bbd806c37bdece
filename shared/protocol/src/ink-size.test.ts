import { expect, test } from 'vitest'
import { inkSizeMm } from './ink-size.ts'

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
