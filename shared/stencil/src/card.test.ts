import { expect, test } from 'vitest'
import { cardMm, readCard } from './card.ts'
import { mapCorners, project, type Quad, squareToQuad } from './perspective.ts'
import type { Pixels } from './pixels.ts'
import type { Point } from './skin.ts'
import { snapCorner } from './snap.ts'
import { createRandom } from './testing.ts'

const photo = { width: 2400, height: 1800 }
const focal = 2000

type Vector = readonly [number, number, number]

/** A plane before a camera, 300 mm unless said, tilted about both axes, its card beside the middle. */
function tiltedPlane(aboutX: number, aboutY: number, distance = 300) {
  const sinX = Math.sin(aboutX)
  const cosX = Math.cos(aboutX)
  const sinY = Math.sin(aboutY)
  const cosY = Math.cos(aboutY)
  const dot = (one: Vector, other: Vector) =>
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
  // The plane's own axes and its normal, each of length 1.
  const [right, down]: [Vector, Vector] = [
    [cosY, 0, -sinY],
    [sinX * sinY, cosX, sinX * cosY],
  ]
  const normal: Vector = [cosX * sinY, -sinX, cosX * cosY]
  const toPhoto = ({ x, y }: Point): Point => {
    const left = x * right[0] + y * down[0]
    const top = x * right[1] + y * down[1]
    const depth = x * right[2] + y * down[2] + distance
    return {
      x: photo.width / 2 + (focal * left) / depth,
      y: photo.height / 2 + (focal * top) / depth,
    }
  }
  const toPlane = ({ x, y }: Point): Point => {
    const ray: Vector = [(x - photo.width / 2) / focal, (y - photo.height / 2) / focal, 1]
    const depth = (distance * normal[2]) / dot(normal, ray)
    const hit: Vector = [ray[0] * depth, ray[1] * depth, depth - distance]
    return { x: dot(hit, right), y: dot(hit, down) }
  }
  const right70 = cardMm.width - 70
  const bottom60 = cardMm.height - 60
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
const tilt = (aboutX: number, aboutY: number, distance?: number) => ({
  name: `${aboutX}°, ${aboutY}°, ${distance ?? 300} mm`,
  ...tiltedPlane(radians(aboutX), radians(aboutY), distance),
})

/** A card with round corners and a stripe on grainy skin, drawn around its corners only. */
function drawCard({ toPlane, card }: ReturnType<typeof tiltedPlane>): Pixels {
  const data = new Uint8ClampedArray(4 * photo.width * photo.height).fill(180)
  const random = createRandom(3)
  const beside = 60
  const left = Math.floor(Math.min(...card.map(({ x }) => x))) - beside
  const right = Math.ceil(Math.max(...card.map(({ x }) => x))) + beside
  const top = Math.floor(Math.min(...card.map(({ y }) => y))) - beside
  const bottom = Math.ceil(Math.max(...card.map(({ y }) => y))) + beside
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const grain = 14 * (random() - 0.5) + 8 * Math.sin(x / 19 + y / 31)
      for (const [channel, level] of colourAt(toPlane({ x: x + 0.5, y: y + 0.5 })).entries()) {
        data[4 * (y * photo.width + x) + channel] = level + grain
      }
    }
  }
  return { ...photo, data }
}

const roundMm = 3.18

function colourAt({ x, y }: Point): readonly [number, number, number] {
  const fromLeft = x + 70
  const fromTop = y + 60
  const overX = Math.max(roundMm - fromLeft, fromLeft - cardMm.width + roundMm, 0)
  const overY = Math.max(roundMm - fromTop, fromTop - cardMm.height + roundMm, 0)
  if (Math.hypot(overX, overY) > roundMm) return [214, 170, 142]
  return fromTop > 9 && fromTop < 18 ? [40, 40, 44] : [236, 232, 226]
}

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

test.each([
  tilt(0, 0, 400),
  tilt(20, 0, 400),
  tilt(0, -30, 330),
  tilt(40, 0, 400),
  tilt(0, 40, 300),
  tilt(-28, 28, 330),
])('corners set by a finger snap to the edges: the scale is right within 1 % at $name', (plane) => {
  const picture = drawCard(plane)
  const random = createRandom(7)
  const by = () => 24 * (random() - 0.5)
  const set = mapCorners(plane.card, ({ x, y }) => ({ x: x + by(), y: y + by() }))
  const snapped = mapCorners(set, (corner) => snapCorner(picture, set, set.indexOf(corner), 20))
  for (const [i, { x, y }] of snapped.entries()) {
    const truth = plane.card[i] ?? at(0, 0)
    expect(Math.hypot(x - truth.x, y - truth.y), `corner ${i}`).toBeLessThan(2)
  }
  const scaleOf = (corners: Quad) => {
    const reading = readCard(corners, photo)
    if (reading.kind !== 'scale') throw new Error(reading.kind)
    return reading.pixelsPerMm
  }
  expect(Math.abs(scaleOf(snapped) / scaleOf(plane.card) - 1)).toBeLessThan(0.01)
})

test('corners stay where no edge is, and where an edge is out of reach', () => {
  const plane = tilt(10, 10)
  const even = { ...photo, data: new Uint8ClampedArray(4 * photo.width * photo.height).fill(180) }
  const away = mapCorners(plane.card, ({ x, y }) => ({ x: x + 35, y: y + 35 }))
  expect(snapCorner(even, plane.card, 0, 20)).toEqual({
    x: expect.closeTo(plane.card[0].x),
    y: expect.closeTo(plane.card[0].y),
  })
  expect(snapCorner(drawCard(plane), away, 2, 10)).toEqual({
    x: expect.closeTo(away[2].x),
    y: expect.closeTo(away[2].y),
  })
})
