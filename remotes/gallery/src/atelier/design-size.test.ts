import { makeDesign } from '@encre/remote-kit/testing'
import { expect, test } from 'vitest'
import { finenessOf, renderingOf, sidesOf, sizeOf } from './design-size.ts'

const unset = { sizeMm: null, rendering: null, fineness: null, notes: '' }

test.each([
  ['medium', null, 125],
  ['custom', '12 cm', 120],
  ['custom', 'toute la manche', 100],
  ['custom', '180 cm', 1000],
])('a design of size %s %s starts at %d mm', (size, sizeDetail, millimetres) => {
  expect(sizeOf(unset, makeDesign('loup', { size, sizeDetail }))).toBe(millimetres)
})

test('the size that the member set goes before the design’s', () => {
  expect(sizeOf({ ...unset, sizeMm: 84 }, makeDesign('loup'))).toBe(84)
})

test('the size is the longest side', () => {
  expect(sidesOf(100, 0.5)).toEqual({ width: 50, height: 100 })
  expect(sidesOf(100, 2)).toEqual({ width: 100, height: 50 })
})

test('a setting of a later version is as if it were not set', () => {
  expect(renderingOf({ ...unset, rendering: 'halftone' })).toBeNull()
  expect(finenessOf({ ...unset, fineness: 5 })).toBe(2)
})
