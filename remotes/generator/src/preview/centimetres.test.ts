import { expect, test } from 'vitest'
import { centimetresOf, ticksOf } from './centimetres.ts'

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
])('%s %s is drawn at %d cm', (size, detail, centimetres) => {
  expect(centimetresOf(size, detail)).toBe(centimetres)
})

test.each(['toute la manche', '', '0 cm', '900 cm', null])('%s leaves the rulers blank', (detail) => {
  expect(centimetresOf('custom', detail)).toBeNull()
})

test('a ruler has at most 100 ticks, and labels its major ones', () => {
  for (const centimetres of [0.5, 6.5, 9, 12.5, 18, 30, 45, 70, 200]) {
    const { ticks, labels } = ticksOf(centimetres)
    expect(ticks.length).toBeLessThanOrEqual(100)
    expect(ticks.at(-1)?.at).toBeLessThanOrEqual(centimetres)
    expect(labels[0]).toBe(0)
  }
  expect(ticksOf(12.5).labels).toEqual([0, 5, 10])
  expect(ticksOf(6.5).labels).toEqual([0, 1, 2, 3, 4, 5, 6])
})
