import type { Stroke } from '@encre/stencil/corrections'
import { expect, test } from 'vitest'
import { addStroke, openedCorrect, strokeOf } from './correct-state.ts'

const along = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }))

test.each([
  ['line', along([0, 0], [10, 0.01], [20, 0], [20, 10]), { kind: 'line', width: 1.6, points: [0, 0, 40, 0, 40, 20] }],
  ['erase', along([5, 5]), { kind: 'erase', width: 4, points: [10, 10] }],
  ['join', along([1, 1], [3, 9], [5, 1]), { kind: 'join', width: 1.6, points: [2, 2, 10, 2] }],
  ['ignore', along([1, 1], [3, 9], [5, 4]), { kind: 'ignore', width: 0, points: [2, 2, 10, 8] }],
  ['view', along([1, 1], [5, 4]), null],
] as const)('a stroke of %s is kept for a design of 100 mm, without points that say nothing', (tool, points, stroke) => {
  expect(strokeOf({ ...openedCorrect, tool }, points, 50)).toEqual(stroke)
})

test('refuses what would be longer than the gallery keeps', () => {
  const stroke: Stroke = { kind: 'line', width: 1, points: Array.from({ length: 3000 }, (_, index) => index) }
  const one = addStroke([], stroke)
  expect(one).toHaveLength(1)
  expect(addStroke([stroke, stroke], stroke)).toBeNull()
})
