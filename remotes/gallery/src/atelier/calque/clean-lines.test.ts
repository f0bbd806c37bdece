import type { CleanLines } from '@encre/gallery-worker/contract'
import type { TracedLine } from '@encre/stencil/messages'
import { expect, test } from 'vitest'
import { choiceOf, cleanLinesOf } from '../studio/workshop.ts'
import { unset } from '../testing.ts'
import { bringBack, leaveOut, moveLine } from './clean-state.ts'

const cleanLines: CleanLines = { widths: { outer: 0.9, inner: 0.6, detail: 0.5 }, moved: [] }
const first = { rendering: 'outlines', fineness: 2 } as const
const design = { style: 'traditional', sizeMm: 125 }
const lines: TracedLine[] = [
  { kind: 'outer', isCrowded: false, points: [10, 20, 30].map((x) => ({ x, y: 10 })) },
  { kind: 'detail', isCrowded: true, points: [10, 20, 30].map((x) => ({ x, y: 14 })) },
]
const toStrokes = { scale: 2, x: 1, y: 3 }

test('lines are drawn again from what the picture asks for, once a member chose it', () => {
  expect(choiceOf(unset, first, design)).toEqual(first)
  expect(choiceOf({ ...unset, rendering: 'clean' }, first, design)).toEqual({
    ...first,
    clean: { sizeMm: 125, ...cleanLines },
  })
  const moved = [
    { x: 1, y: 2, to: 'inner' },
    { x: 3, y: 4, to: 'class of a later version' },
  ]
  const later = { ...unset, rendering: 'clean', cleanLines: { ...cleanLines, moved } }
  expect(choiceOf(later, first, design).clean?.moved).toEqual(moved.slice(0, 1))
  expect(cleanLinesOf(unset, 'minimalist').widths).toEqual({ outer: 0.5, inner: 0.5, detail: 0.5 })
})

test('a press moves the nearest line to its next class, where a stroke would lie', () => {
  expect(moveLine(cleanLines, lines, { x: 21, y: 11 }, toStrokes)).toEqual({
    to: 'inner',
    cleanLines: { ...cleanLines, moved: [{ x: 41, y: 23, to: 'inner' }] },
  })
  expect(moveLine(cleanLines, lines, { x: 21, y: 13 }, toStrokes)?.to).toBe('outer')
  expect(moveLine(cleanLines, lines, { x: 21, y: 40 }, toStrokes)).toBeNull()
})

test('a line that is pressed again keeps one place', () => {
  const one = moveLine(cleanLines, lines, { x: 20, y: 10 }, toStrokes)?.cleanLines ?? cleanLines
  const moved = lines.map((line) => ({ ...line, kind: 'inner' as const }))
  expect(moveLine(one, moved, { x: 20, y: 10 }, toStrokes)?.cleanLines.moved).toEqual([
    { x: 41, y: 23, to: 'detail' },
  ])
})

test('crowded details are left out together, and a press brings one back', () => {
  const light = leaveOut(cleanLines, lines, toStrokes)
  expect(light.moved).toEqual([{ x: 41, y: 31, to: 'none' }])
  expect(
    choiceOf({ ...unset, rendering: 'clean', cleanLines: light }, first, design).clean?.moved,
  ).toEqual(light.moved)
  const leftOut = lines.map((line) => ({ ...line, kind: 'none' as const, isCrowded: false }))
  expect(moveLine(light, leftOut, { x: 20, y: 14 }, toStrokes)?.cleanLines.moved).toEqual([
    { x: 41, y: 31, to: 'detail' },
  ])
  expect(bringBack(light)).toEqual(cleanLines)
})
