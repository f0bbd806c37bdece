import { expect, test } from 'vitest'
import { cardMm, readCard } from './card.ts'
import { project, type Quad, squareToQuad } from './perspective.ts'
import type { Point } from './skin.ts'

const photo = { width: 2400, height: 1800 }
const focal = 2000

/** A plane 300 mm before a camera, tilted about both axes, its card beside the middle. */
function tiltedPlane(aboutX: number, aboutY: number) {
  const [sinX, cosX, sinY, cosY] = [Math.sin(aboutX), Math.cos(aboutX), Math.sin(aboutY), Math.cos(aboutY)]
  const [right, down] = [
    [cosY, 0, -sinY],
    [sinX * sinY, cosX, sinX * cosY],
  ] as const
  const toPhoto = ({ x, y }: Point): Point => {
    const [depthX, depthY, depth] = [0, 1, 2].map((axis) => x * (right[axis] ?? 0) + y * (down[axis] ?? 0) + (axis === 2 ? 300 : 0)) as [
      number,
      number,
      number,
    ]
    return { x: photo.width / 2 + (focal * depthX) / depth, y: photo.height / 2 + (focal * depthY) / depth }
  }
  /** By Newton's method from the numeric slopes. */
  const toPlane = (pixel: Point): Point => {
    let point = { x: 0, y: 0 }
    for (let i = 0; i < 20; i++) {
      const [at, across, along] = [toPhoto(point), toPhoto({ ...point, x: point.x + 0.01 }), toPhoto({ ...point, y: point.y + 0.01 })]
      const [a, b, c, d] = [across.x - at.x, along.x - at.x, across.y - at.y, along.y - at.y].map((step) => step / 0.01) as [
        number,
        number,
        number,
        number,
      ]
      const [missX, missY] = [pixel.x - at.x, pixel.y - at.y]
      point = { x: point.x + (d * missX - b * missY) / (a * d - b * c), y: point.y + (a * missY - c * missX) / (a * d - b * c) }
    }
    return point
  }
  const [right70, bottom60] = [cardMm.width - 70, cardMm.height - 60]
  const card: Quad = [toPhoto(at(-70, -60)), toPhoto(at(right70, -60)), toPhoto(at(right70, bottom60)), toPhoto(at(-70, bottom60))]
  return { toPlane, card }
}

const at = (x: number, y: number): Point => ({ x, y })
const radians = (degrees: number) => (degrees * Math.PI) / 180
const tilt = (aboutX: number, aboutY: number) => ({ name: `${aboutX}°, ${aboutY}°`, ...tiltedPlane(radians(aboutX), radians(aboutY)) })

test('corrects a tilt of up to 40° about any axis within 2 %, with corners set to the pixel', () => {
  const tilts = [tilt(0, 0), tilt(15, 0), tilt(0, -30), tilt(38, 0), tilt(0, 38), tilt(-25, 25), tilt(20, -32)]
  for (const { name, toPlane, card } of tilts) {
    const [one, two, three, four] = card.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })) as unknown as Quad
    const reading = readCard([three, one, four, two], photo)
    if (reading.kind !== 'scale') throw new Error(`${reading.kind} at ${name}`)
    expect(reading.isVerified).toBe(true)
    const view = squareToQuad(reading.view)
    const toPhoto = (x: number, y: number) => project(view, x / photo.width, y / photo.height)
    const length = 60 * reading.pixelsPerMm
    for (const { x, y } of [at(900, 700), at(1300, 1000), at(1500, 900)]) {
      const from = toPlane(toPhoto(x, y))
      for (const to of [toPlane(toPhoto(x + length, y)), toPlane(toPhoto(x, y + length))]) {
        expect(Math.abs(Math.hypot(from.x - to.x, from.y - to.y) / 60 - 1), `${name} at ${x}, ${y}`).toBeLessThan(0.02)
      }
    }
  }
})

test('refuses a card that is tilted further, no card, and one that is too small', () => {
  for (const { name, card } of [tilt(47, 0), tilt(0, -50), tilt(35, 35)]) expect(readCard(card, photo), name).toEqual({ kind: 'tilted' })
  const rectangle = (width: number, height: number): Quad => [
    at(10, 10),
    at(10 + width, 10),
    at(10 + width, 10 + height),
    at(10, 10 + height),
  ]
  expect(readCard(rectangle(500, 500), photo)).toEqual({ kind: 'tilted' })
  expect(readCard(rectangle(900, 250), photo)).toEqual({ kind: 'tilted' })
  expect(readCard(rectangle(140, 90), photo)).toEqual({ kind: 'too-small', least: 150 })
  // Upright, seen straight.
  expect(readCard(rectangle(539.8, 856), photo)).toMatchObject({ kind: 'scale', isVerified: true })
  expect(readCard(rectangle(300, 190), photo)).toMatchObject({ isVerified: false, error: 5 / 300 })
})
