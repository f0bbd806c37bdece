import type { Pixels } from '@encre/stencil/pixels'
import { expect, test } from 'vitest'
import {
  degreesOf,
  dropPoint,
  openSkin,
  radiansOf,
  type SkinState,
  setPoint,
  setReference,
  viewOf,
} from './skin-state.ts'

const photo = { width: 3000, height: 2000 }
const size = { width: 100, height: 60 }
const opened = openSkin(photo)
const at = (x: number, y: number) => ({ x, y })
/** The corners of a card of this many pixels, seen straight. */
function measured(
  pixels: number,
  changes: Partial<SkinState> = {},
  height = (pixels * 53.98) / 85.6,
): SkinState {
  const right = 100 + pixels
  const bottom = 500 + height
  const corners = [at(100, 500), at(right, 500), at(right, bottom), at(100, bottom)]
  return corners.reduce((state, corner, i) => setPoint(state, i, corner), { ...opened, ...changes })
}

test('until all points are set, the scale is the estimated width of the photo', () => {
  for (const state of [
    opened,
    setPoint(opened, 0, { x: 1, y: 1 }),
    setReference(setPoint(opened, 1, { x: 1, y: 1 }), 'euro', photo),
  ]) {
    expect(viewOf(state, photo, size)).toMatchObject({
      scale: null,
      isMeasuring: true,
      placement: { pixelsPerMm: 10 },
    })
  }
})

test('the corners of a card give scale and tilt, two points the length of another object', () => {
  const { scale, view, placement } = viewOf(measured(856), photo, size)
  expect([scale?.kind, view, placement.pixelsPerMm]).toEqual(['scale', null, expect.closeTo(10)])
  expect(viewOf(measured(856, { step: 'place' }), photo, size).view).toHaveLength(4)
  const other = setPoint(setPoint(setReference(opened, 'other', photo), 0, { x: 100, y: 500 }), 1, {
    x: 700,
    y: 500,
  })
  expect(viewOf({ ...other, otherMm: '62,5' }, photo, size).placement.pixelsPerMm).toBeCloseTo(9.6)
})

test.each([
  { kind: 'tilted', state: measured(500, {}, 500) },
  { kind: 'too-small', state: measured(5) },
])('a card that is $kind in the photo gives no scale', ({ kind, state }) => {
  expect(viewOf(state, photo, size)).toMatchObject({
    scale: { kind },
    placement: { pixelsPerMm: 10 },
  })
})

test('without a reference object nothing is measured', () => {
  const view = viewOf(measured(856, { reference: 'none', photoWidthMm: 600 }), photo, size)
  expect(view).toMatchObject({ scale: null, isMeasuring: false, placement: { pixelsPerMm: 5 } })
})

test('the design starts flat in the middle of the photo, and may go around a limb', () => {
  expect(viewOf(opened, photo, size).placement).toMatchObject({
    middle: { x: 1500, y: 1000 },
    angle: 0,
    size,
    limb: null,
  })
  const { limb } = viewOf({ ...opened, roundness: 10, axisDegrees: 45 }, photo, size).placement
  expect(limb).toEqual({ radiusMm: 28, axisAngle: Math.PI / 4 })
})

test('degrees go from -180 to 180, whatever the angle', () => {
  expect([0, 90, -90, 190, -190, 720].map((degrees) => degreesOf(radiansOf(degrees)))).toEqual([
    0, 90, -90, -170, 170, 0,
  ])
})

test('no scale is confirmed before the member says so, nor after a point moved', () => {
  const confirmed = { ...measured(856), isConfirmed: true }
  expect(measured(856).isConfirmed).toBe(false)
  expect(setPoint(confirmed, 0, at(101, 500)).isConfirmed).toBe(false)
  expect(setReference(confirmed, 'euro', photo).isConfirmed).toBe(false)
})

/** Skin with a dark card from 100, 120 to 500, 372. */
function photoOfCard(): Pixels {
  const width = 640
  const height = 480
  const data = new Uint8ClampedArray(4 * width * height).fill(200)
  for (let y = 120; y < 372; y++) {
    data.fill(40, 4 * (y * width + 100), 4 * (y * width + 500))
  }
  return { width, height, data }
}

test('corners snap to the edges once all are set, and an enlarged view moves one away again', () => {
  const picture = photoOfCard()
  const near = [at(104, 117), at(497, 123), at(503, 369), at(97, 375)]
  let state = openSkin(picture)
  for (const [i, corner] of near.entries()) {
    state = dropPoint(setPoint(state, i, corner), i, picture)
    if (i < 3) expect(state.points[i]).toEqual(corner)
  }
  const truth = [at(100, 120), at(500, 120), at(500, 372), at(100, 372)]
  for (const [i, { x, y }] of state.points.entries()) {
    expect([x, y]).toEqual([
      expect.closeTo(truth[i]?.x ?? 0, 0),
      expect.closeTo(truth[i]?.y ?? 0, 0),
    ])
  }
  expect(state.isConfirmed).toBe(false)
  const moved = setPoint(state, 0, at(103, 121))
  expect(moved.points[0]).toEqual(at(103, 121))
  expect(dropPoint(moved, 2, picture).points[0]).toEqual(at(103, 121))
})
