import { expect, test } from 'vitest'
import { emptyRegion, isEmpty, pressKey, type Region } from './region.ts'

const stroke = (erases: boolean) => ({ erases, width: 0.1, points: [{ x: 0.5, y: 0.5 }] })
const press = (region: Region, ...keys: [key: string, isShift?: boolean][]) =>
  keys.reduce((now, [key, isShift = false]) => pressKey(now, key, isShift) ?? now, region)

test('is empty until something is painted; an eraser paints nothing', () => {
  expect(isEmpty(emptyRegion)).toBe(true)
  expect(isEmpty({ ...emptyRegion, strokes: [stroke(true)] })).toBe(true)
  expect(isEmpty({ ...emptyRegion, strokes: [stroke(false), stroke(true)] })).toBe(false)
})

test('arrows place a rectangle, move it and change its size, within the image', () => {
  const placed = press(emptyRegion, ['ArrowLeft'])
  expect(placed.rectangle).toEqual({ x: 0.35, y: 0.35, width: 0.3, height: 0.3 })
  expect(press(placed, ['ArrowLeft'], ['ArrowDown', true]).rectangle).toEqual({ x: 0.33, y: 0.35, width: 0.3, height: 0.32 })
  const many = (key: string, isShift = false) => press(placed, ...Array.from({ length: 60 }, (): [string, boolean] => [key, isShift]))
  expect(many('ArrowRight').rectangle).toMatchObject({ x: 0.7, width: 0.3 })
  expect(many('ArrowRight', true).rectangle).toMatchObject({ x: 0.35, width: 0.65 })
  expect(many('ArrowUp', true).rectangle).toMatchObject({ height: 0.04 })
  expect(press(placed, ['Delete']).rectangle).toBeNull()
  expect(pressKey(placed, 'Tab', false)).toBeNull()
})
