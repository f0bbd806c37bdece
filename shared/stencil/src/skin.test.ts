import { expect, test } from 'vitest'
import { designPoint, dragPlacement, type Placement, photoPoint, photoScale, referenceLengths } from './skin.ts'

const at = (x: number, y: number) => ({ x, y })
const flat: Placement = { middle: { x: 600, y: 400 }, angle: 0.4, pixelsPerMm: 6, size: { width: 60, height: 90 }, limb: null }

test('reads the scale of a photo from two points, with their error', () => {
  const scale = (pixels: number, length: number) => photoScale({ x: 10, y: 10 }, { x: 10 + pixels, y: 10 }, length)
  expect(scale(700, 100)).toEqual({ kind: 'scale', pixelsPerMm: 7, error: 5 / 700, isVerified: true })
  expect(scale(390, 100)).toMatchObject({ isVerified: false, error: 5 / 390 })
  expect(scale(149, 100)).toEqual({ kind: 'too-small', least: 150 })
  expect(scale(60, referenceLengths.euro)).toMatchObject({ kind: 'scale' })
  expect(scale(59, referenceLengths['two-euros'])).toEqual({ kind: 'too-small', least: 60 })
  expect(scale(300, Number.NaN)).toEqual({ kind: 'too-small', least: 150 })
})

test('keeps true distances on flat skin', () => {
  const [one, other] = [photoPoint(flat, { x: 0, y: 0 }), photoPoint(flat, { x: 60, y: 0 })]
  expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeCloseTo(360)
})

test('bends around a limb and back', () => {
  for (const limb of [null, { radiusMm: 40, axisAngle: 0.7 }]) {
    for (const design of [at(30, 45), at(5, 80), at(55, 10)]) {
      const pixel = photoPoint({ ...flat, limb }, design)
      const back = pixel && designPoint({ ...flat, limb }, pixel)
      expect(back?.x).toBeCloseTo(design.x)
      expect(back?.y).toBeCloseTo(design.y)
    }
  }
})

test('shortens what lies beside the middle of a limb, and hides what lies behind it', () => {
  const around: Placement = { ...flat, angle: 0, limb: { radiusMm: 30, axisAngle: 0 } }
  const edge = photoPoint(around, { x: 30, y: 90 })
  expect(((edge?.y ?? 0) - 400) / 6).toBeCloseTo(30 * Math.sin(45 / 30))
  expect(photoPoint({ ...around, size: { width: 60, height: 100 } }, { x: 30, y: 100 })).toBeNull()
  expect(designPoint(around, { x: 600, y: 400 + 6 * 31 })).toBeNull()
})

test('follows one finger, and turns with two around what is between them', () => {
  expect(dragPlacement(flat, [at(10, 10)], [at(30, 5)])).toEqual({ ...flat, middle: { x: 620, y: 395 } })
  const turned = dragPlacement({ ...flat, middle: at(700, 400) }, [at(500, 400), at(700, 400)], [at(600, 300), at(600, 500)])
  expect(turned.angle).toBeCloseTo(flat.angle + Math.PI / 2)
  expect([turned.middle.x, turned.middle.y, turned.pixelsPerMm]).toEqual([expect.closeTo(600), expect.closeTo(500), 6])
})
