import { expect, test } from 'vitest'
import { dragPlacement, type Placement, photoScale, referenceLengths, unroll } from './skin.ts'

const at = (x: number, y: number) => ({ x, y })
const flat: Placement = {
  middle: { x: 600, y: 400 },
  angle: 0.4,
  pixelsPerMm: 6,
  size: { width: 60, height: 90 },
  limb: null,
}

test('reads the scale of a photo from two points, with their error', () => {
  const scale = (pixels: number, length: number) =>
    photoScale({ x: 10, y: 10 }, { x: 10 + pixels, y: 10 }, length)
  expect(scale(700, 100)).toEqual({
    kind: 'scale',
    pixelsPerMm: 7,
    error: 5 / 700,
    isVerified: true,
  })
  expect(scale(390, 100)).toMatchObject({ isVerified: false, error: 5 / 390 })
  expect(scale(149, 100)).toEqual({ kind: 'too-small', least: 150 })
  expect(scale(60, referenceLengths.euro)).toMatchObject({ kind: 'scale' })
  expect(scale(59, referenceLengths['two-euros'])).toEqual({ kind: 'too-small', least: 60 })
  expect(scale(300, Number.NaN)).toEqual({ kind: 'too-small', least: 150 })
})

test('measures what lies beside the middle of a limb along its skin', () => {
  for (const mm of [0, 45, -45]) expect(unroll(30 * Math.sin(mm / 30), 30)).toBeCloseTo(mm)
})

test('follows one finger, and turns with two around what is between them', () => {
  expect(dragPlacement(flat, [at(10, 10)], [at(30, 5)])).toEqual({
    ...flat,
    middle: { x: 620, y: 395 },
  })
  const turned = dragPlacement(
    { ...flat, middle: at(700, 400) },
    [at(500, 400), at(700, 400)],
    [at(600, 300), at(600, 500)],
  )
  expect(turned.angle).toBeCloseTo(flat.angle + Math.PI / 2)
  expect([turned.middle.x, turned.middle.y, turned.pixelsPerMm]).toEqual([
    expect.closeTo(600),
    expect.closeTo(500),
    6,
  ])
})
