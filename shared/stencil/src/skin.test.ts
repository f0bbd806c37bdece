import { expect, test } from 'vitest'
import type { Pixels } from './pixels.ts'
import {
  dragPlacement,
  type Placement,
  photoScale,
  placeOnPhoto,
  referenceLengths,
  unroll,
} from './skin.ts'
import { measureContrasts } from './skin-contrast.ts'
import { snapEnd } from './snap.ts'

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

function evenPixels(width: number, height: number, colour: readonly number[]): Pixels {
  const [one = 0] = new Uint32Array(Uint8Array.from(colour).buffer)
  return { width, height, data: new Uint8Array(new Uint32Array(width * height).fill(one).buffer) }
}

test('says where a part of a design lies on the photo, and what a limb hides', () => {
  expect(placeOnPhoto({ ...flat, angle: 0 }, 0, 1)).toEqual({ x: 600 - 180, y: 400 + 270 })
  const limb = { radiusMm: 20, axisAngle: 0 }
  expect(placeOnPhoto({ ...flat, angle: 0, limb }, 0.5, 0.5)).toEqual({ x: 600, y: 400 })
  expect(placeOnPhoto({ ...flat, angle: 0, limb }, 0.5, 1)).toBeNull()
  const seen = placeOnPhoto({ ...flat, angle: 0, limb }, 0.5, 0.7)
  expect(seen?.y).toBeCloseTo(400 + 6 * 20 * Math.sin(18 / 20))
})

test.each([
  { name: 'black on light skin', skin: [222, 178, 150], ink: '#121212', least: 5, most: 15 },
  { name: 'black on dark skin', skin: [70, 45, 35], ink: '#121212', least: 1.3, most: 1.7 },
  { name: 'yellow on light skin', skin: [222, 178, 150], ink: '#f2d03b', least: 1.1, most: 1.6 },
  { name: 'red on light skin', skin: [222, 178, 150], ink: '#cc1f1f', least: 3, most: 6 },
])('measures how clearly $name stands out', ({ skin, ink, least, most }) => {
  const value = Number.parseInt(ink.slice(1), 16)
  const colour = [value >> 16, (value >> 8) & 255, value & 255, 255]
  const drawn = evenPixels(40, 60, colour)
  const [found] = measureContrasts(drawn, evenPixels(1200, 800, [...skin, 255]), flat, [ink])
  expect(found?.ratio).toBeGreaterThan(least)
  expect(found?.ratio).toBeLessThan(most)
})

test('measures contrast under the design, and not beside it', () => {
  const photo = evenPixels(1200, 800, [222, 178, 150, 255])
  // The left half is dark skin.
  const dark = evenPixels(600, 1, [70, 45, 35, 255]).data
  for (let row = 0; row < 800; row++) photo.data.set(dark, 4 * 1200 * row)
  const drawn = evenPixels(20, 20, [18, 18, 18, 255])
  const size = { width: 20, height: 20 }
  const ratioAt = (x: number) => {
    const placement = { ...flat, angle: 0, size, middle: at(x, 400) }
    return measureContrasts(drawn, photo, placement, ['#121212'])[0]?.ratio
  }
  expect(ratioAt(300)).toBeLessThan(1.7)
  expect(ratioAt(900)).toBeGreaterThan(5)
  expect(ratioAt(-300)).toBeUndefined()
})

test('an end set by a finger snaps along the length to the edge under it', () => {
  const photo = evenPixels(400, 300, [222, 178, 150, 255])
  for (let index = 0; index < 400 * 300; index++) {
    const inside = Math.hypot((index % 400) - 200, Math.floor(index / 400) - 150) < 80
    if (inside) photo.data.set([200, 195, 120], 4 * index)
  }
  const snapped = snapEnd(photo, at(288, 150), at(125, 150), 16)
  expect(snapped).toEqual({ x: expect.closeTo(280, -0.2), y: 150 })
  expect(snapEnd(photo, at(330, 150), at(125, 150), 16)).toEqual(at(330, 150))
})
