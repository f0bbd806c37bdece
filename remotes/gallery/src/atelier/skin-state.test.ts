import { expect, test } from 'vitest'
import { degreesOf, openSkin, radiansOf, type SkinState, setPoint, viewOf } from './skin-state.ts'

const photo = { width: 3000, height: 2000 }
const size = { width: 100, height: 60 }
const opened = openSkin(photo)
/** Both points on a line of this many pixels. */
const measured = (pixels: number, changes: Partial<SkinState> = {}) =>
  setPoint(setPoint({ ...opened, ...changes }, 0, { x: 100, y: 500 }), 1, { x: 100 + pixels, y: 500 })

test('until both points are set, the scale is the estimated width of the photo', () => {
  for (const state of [opened, setPoint(opened, 0, { x: 1, y: 1 }), setPoint(opened, 1, { x: 1, y: 1 })]) {
    expect(viewOf(state, photo, size)).toMatchObject({ scale: null, isMeasured: false, isMeasuring: true, placement: { pixelsPerMm: 10 } })
  }
})

test('both points give the scale of the reference object', () => {
  expect(viewOf(measured(856), photo, size)).toMatchObject({ isMeasured: true, placement: { pixelsPerMm: 10 } })
  expect(viewOf(measured(600, { reference: 'other', otherMm: '62,5' }), photo, size).placement.pixelsPerMm).toBeCloseTo(9.6)
})

test('an object that is too small in the photo gives no scale', () => {
  expect(viewOf(measured(5), photo, size)).toMatchObject({
    scale: { kind: 'too-small' },
    isMeasured: false,
    placement: { pixelsPerMm: 10 },
  })
})

test('without a reference object nothing is measured', () => {
  expect(viewOf(measured(856, { reference: 'none', photoWidthMm: 600 }), photo, size)).toMatchObject({
    scale: null,
    isMeasuring: false,
    placement: { pixelsPerMm: 5 },
  })
})

test('the design starts flat in the middle of the photo, and may go around a limb', () => {
  expect(viewOf(opened, photo, size).placement).toMatchObject({ middle: { x: 1500, y: 1000 }, angle: 0, size, limb: null })
  const { limb } = viewOf({ ...opened, roundness: 10, axisDegrees: 45 }, photo, size).placement
  expect(limb).toEqual({ radiusMm: 28, axisAngle: Math.PI / 4 })
})

test('degrees go from -180 to 180, whatever the angle', () => {
  for (const [degrees, shown] of [
    [0, 0],
    [90, 90],
    [-90, -90],
    [190, -170],
    [-190, 170],
    [720, 0],
  ] as const) {
    expect(degreesOf(radiansOf(degrees))).toBe(shown)
  }
})
