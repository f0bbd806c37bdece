import { expect, test } from 'vitest'
import { ticksOf } from './ruler-ticks.ts'

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
