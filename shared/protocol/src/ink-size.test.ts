import { expect, test } from 'vitest'
import { centimetresOf, inkSizeMm } from './ink-size.ts'

test.each([
  { size: 'small', detail: null, centimetres: 6.5 },
  { size: 'medium', detail: null, centimetres: 12.5 },
  { size: 'custom', detail: '25 cm', centimetres: 25 },
  { size: 'custom', detail: '80 mm', centimetres: 8 },
  { size: 'custom', detail: '1,2 m', centimetres: 120 },
  { size: 'custom', detail: '8 x 20 cm', centimetres: 20 },
  { size: 'custom', detail: '12 à 15 cm', centimetres: 13.5 },
])('$size $detail is $centimetres cm', ({ size, detail, centimetres }) => {
  expect(centimetresOf(size, detail)).toBe(centimetres)
})

test.each(['toute la manche', '', '0 cm', '900 cm', null])('%s contains no length', (detail) => {
  expect(centimetresOf('custom', detail)).toBeNull()
})

test.each([
  { size: 'medium', sizeDetail: null, millimetres: 125 },
  { size: 'custom', sizeDetail: '12 cm', millimetres: 120 },
  { size: 'custom', sizeDetail: 'toute la manche', millimetres: 100 },
  { size: 'custom', sizeDetail: '180 cm', millimetres: 1000 },
])(
  'a design of size $size $sizeDetail starts at $millimetres mm',
  ({ size, sizeDetail, millimetres }) => {
    expect(inkSizeMm({ sizeMm: null, size, sizeDetail })).toBe(millimetres)
  },
)

test('the size that the member set replaces the size of the design', () => {
  expect(inkSizeMm({ sizeMm: 84, size: 'medium', sizeDetail: null })).toBe(84)
})
