import { expect, test } from 'vitest'
import { cardMm, readCard } from './card.ts'
import { mapCorners, project, type Quad, squareToQuad } from './perspective.ts'
import type { Point } from './skin.ts'

const photo = { width: 2400, height: 1800 }
const focal = 2000

type Vector = readonly [number, number, number]

/** A plane 300 mm before a camera, tilted about both axes, its card beside the middle. */
function tiltedPlane(aboutX: number, aboutY: number) {
  const [sinX, cosX, sinY, cosY] = [
    Math.sin(aboutX),
    Math.cos(aboutX),
    Math.sin(aboutY),
    Math.cos(aboutY),
  ]
  const dot = (one: Vector, other: Vector) =>
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
  // The plane's own axes and its normal, each of length 1.
  const [right, down]: [Vector, Vector] = [
    [cosY, 0, -sinY],
    [sinX * sinY, cosX, sinX * cosY],
  ]
  const normal: Vector = [cosX * sinY, -sinX, cosX * cosY]
  const toPhoto = ({ x, y }: Point): Point => {
    const [left, top, depth] = [
      x * right[0] + y * down[0],
      x * right[1] + y * down[1],
      x * right[2] + y * down[2] + 300,
    ]
    return {
      x: photo.width / 2 + (focal * left) / depth,
      y: photo.height / 2 + (focal * top) / depth,
    }
  }
  const toPlane = ({ x, y }: Point): Point => {
    const ray: Vector = [(x - photo.width / 2) / focal, (y - photo.height / 2) / focal, 1]
    const depth = (300 * normal[2]) / dot(normal, ray)
    const hit: Vector = [ray[0] * depth, ray[1] * depth, depth - 300]
    return { x: dot(hit, right), y: dot(hit, down) }
  }
  const [right70, bottom60] = [cardMm.width - 70, cardMm.height - 60]
  const card: Quad = [
    toPhoto(at(-70, -60)),
    toPhoto(at(right70, -60)),
    toPhoto(at(right70, bottom60)),
    toPhoto(at(-70, bottom60)),
  ]
  return { toPlane, card }
}

const at = (x: number, y: number): Point => ({ x, y })
const radians = (degrees: number) => (degrees * Math.PI) / 180
const tilt = (aboutX: number, aboutY: number) => ({
  name: `${aboutX}°, ${aboutY}°`,
  ...tiltedPlane(radians(aboutX), radians(aboutY)),
})

test('corrects a tilt of up to 40° about any axis within 2 %, with corners set to the pixel', () => {
  const tilts = [
    tilt(0, 0),
    tilt(15, 0),
    tilt(0, -30),
    tilt(38, 0),
    tilt(0, 38),
    tilt(-25, 25),
    tilt(20, -32),
  ]
  for (const { name, toPlane, card } of tilts) {
    const [one, two, three, four] = mapCorners(card, ({ x, y }) => ({
      x: Math.round(x),
      y: Math.round(y),
    }))
    const reading = readCard([three, one, four, two], photo)
    if (reading.kind !== 'scale') throw new Error(`${reading.kind} at ${name}`)
    expect(reading.isVerified).toBe(true)
    const view = squareToQuad(reading.view)
    const toPhoto = (x: number, y: number) => project(view, x / photo.width, y / photo.height)
    const length = 60 * reading.pixelsPerMm
    for (const { x, y } of [at(900, 700), at(1300, 1000), at(1500, 900)]) {
      const from = toPlane(toPhoto(x, y))
      for (const to of [toPlane(toPhoto(x + length, y)), toPlane(toPhoto(x, y + length))]) {
        expect(
          Math.abs(Math.hypot(from.x - to.x, from.y - to.y) / 60 - 1),
          `${name} at ${x}, ${y}`,
        ).toBeLessThan(0.02)
      }
    }
  }
})

test('refuses a card that is tilted further, no card, and one that is too small', () => {
  for (const { name, card } of [tilt(47, 0), tilt(0, -50), tilt(35, 35)])
    expect(readCard(card, photo), name).toEqual({ kind: 'tilted' })
  const rectangle = (width: number, height: number): Quad => [
    at(0, 0),
    at(width, 0),
    at(width, height),
    at(0, height),
  ]
  expect(readCard(rectangle(500, 500), photo)).toEqual({ kind: 'tilted' })
  expect(readCard(rectangle(900, 250), photo)).toEqual({ kind: 'tilted' })
  expect(readCard(rectangle(140, 90), photo)).toEqual({ kind: 'too-small', least: 150 })
  // Upright, seen straight.
  expect(readCard(rectangle(539.8, 856), photo)).toMatchObject({ kind: 'scale', isVerified: true })
  expect(readCard(rectangle(300, 190), photo)).toMatchObject({ isVerified: false, error: 5 / 300 })
})
