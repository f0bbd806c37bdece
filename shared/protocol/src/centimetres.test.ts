import { expect, test } from 'vitest'
import { centimetresOf } from './centimetres.ts'

test.each([
  ['small', null, 6.5],
  ['medium', null, 12.5],
  ['large', null, 18],
  ['custom', '25 cm', 25],
  ['custom', '7,5', 7.5],
  ['custom', '80 mm', 8],
  ['custom', '8 x 20 cm', 20],
  ['custom', '12 à 15 cm', 13.5],
  ['custom', '10-14', 12],
])('%s %s is %d cm', (size, detail, centimetres) => {
  expect(centimetresOf(size, detail)).toBe(centimetres)
})

test.each(['toute la manche', '', '0 cm', '900 cm', null])('%s contains no length', (detail) => {
  expect(centimetresOf('custom', detail)).toBeNull()
})
