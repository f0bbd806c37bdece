import { expect, test } from 'vitest'
import { finenessOf, renderingOf, sidesOf } from './workshop.ts'

const unset = { sizeMm: null, rendering: null, fineness: null, keepsFrame: null, notes: '' }

test('the size is the longest side', () => {
  expect(sidesOf(100, { x: 8, y: 8, width: 300, height: 600 })).toEqual({ width: 50, height: 100 })
  expect(sidesOf(100, { x: 8, y: 8, width: 600, height: 300 })).toEqual({ width: 100, height: 50 })
})

test('a setting of a later version is as if it were not set', () => {
  expect(renderingOf({ ...unset, rendering: 'halftone' })).toBeNull()
  expect(finenessOf({ ...unset, fineness: 5 })).toBeNull()
})
