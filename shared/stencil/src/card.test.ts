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
  const card: Quad = [
    toPhoto({ x: -70, y: -60 }),
    toPhoto({ x: -70 + cardMm.width, y: -60 }),
    toPhoto({ x: -70 + cardMm.width, y: -60 + cardMm.height }),
    toPhoto({ x: -70, y: -60 + cardMm.height }),
  ]
  return { toPlane, card }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

test('corrects a tilt of up to 40° about any axis within 2 %, with corners set to the pixel', () => {
  for (const [aboutX, aboutY] of [
    [0, 0],
    [15, 0],
    [0, -30],
    [38, 0],
    [0, 38],
    [-25, 25],
    [20, -32],
  ] as const) {
    const { toPlane, card } = tiltedPlane(radians(aboutX), radians(aboutY))
    const [one, two, three, four] = card.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })) as unknown as Quad
    const reading = readCard([three, one, four, two], photo)
    if (reading.kind !== 'scale') throw new Error(`${reading.kind} at ${aboutX}°, ${aboutY}°`)
    expect(reading.isVerified).toBe(true)
    const view = squareToQuad(reading.view)
    const toPhoto = (x: number, y: number) => project(view, x / photo.width, y / photo.height)
    for (const [x, y] of [
      [900, 700],
      [1300, 1000],
      [1500, 900],
    ] as const) {
      for (const [stepX, stepY] of [
        [1, 0],
        [0, 1],
      ] as const) {
        const length = 60 * reading.pixelsPerMm
        const [from, to] = [toPlane(toPhoto(x, y)), toPlane(toPhoto(x + stepX * length, y + stepY * length))]
        expect(Math.abs(Math.hypot(from.x - to.x, from.y - to.y) / 60 - 1), `${aboutX}°, ${aboutY}° at ${x}, ${y}`).toBeLessThan(0.02)
      }
    }
  }
})

test('refuses a card that is tilted further, no card, and one that is too small', () => {
  for (const [aboutX, aboutY] of [
    [47, 0],
    [0, -50],
    [35, 35],
  ] as const) {
    expect(readCard(tiltedPlane(radians(aboutX), radians(aboutY)).card, photo), `${aboutX}°, ${aboutY}°`).toEqual({ kind: 'tilted' })
  }
  const rectangle = (width: number, height: number): Quad => [
    { x: 10, y: 10 },
    { x: 10 + width, y: 10 },
    { x: 10 + width, y: 10 + height },
    { x: 10, y: 10 + height },
  ]
  expect(readCard(rectangle(500, 500), photo)).toEqual({ kind: 'tilted' })
  expect(readCard(rectangle(900, 250), photo)).toEqual({ kind: 'tilted' })
  expect(readCard(rectangle(140, 90), photo)).toEqual({ kind: 'too-small', least: 150 })
  // Upright, seen straight.
  expect(readCard(rectangle(539.8, 856), photo)).toMatchObject({ kind: 'scale', isVerified: true })
  expect(readCard(rectangle(300, 190), photo)).toMatchObject({ isVerified: false, error: 5 / 300 })
})
