import { expect, it } from 'vitest'
import { isConvex, project as map, type Quad, squareToQuad, straighten } from './perspective.ts'

const quad: Quad = [
  { x: 20, y: 30 },
  { x: 180, y: 10 },
  { x: 160, y: 170 },
  { x: 40, y: 150 },
]

it('maps the corners of the unit square to the corners, and its lines to lines', () => {
  const project = (u: number, v: number) => map(squareToQuad(quad), u, v)
  const corners = [project(0, 0), project(1, 0), project(1, 1), project(0, 1)]
  for (const [index, { x, y }] of corners.entries())
    expect([x, y]).toEqual([
      expect.closeTo(quad[index]?.x ?? 0),
      expect.closeTo(quad[index]?.y ?? 0),
    ])
  const from = project(0.2, 0.1)
  const middle = project(0.5, 0.4)
  const to = project(0.8, 0.7)
  expect((middle.x - from.x) * (to.y - from.y)).toBeCloseTo((middle.y - from.y) * (to.x - from.x))
})

it('accepts corners that go round once', () => {
  const [a, b, c, d] = quad
  expect(isConvex(quad)).toBe(true)
  for (const corners of [
    [b, a, c, d],
    [a, c, b, d],
    [a, a, c, d],
    [d, c, b, a],
  ] satisfies Quad[])
    expect(isConvex(corners)).toBe(false)
})

it('straightens a sheet that a camera saw at an angle', async () => {
  // Paints a sheet whose left half is red and whose right half is blue, as the camera sees it.
  const size = 200
  const picture = {
    width: size,
    height: size,
    data: new Uint8ClampedArray(4 * size * size).fill(255),
  }
  const project = (u: number, v: number) => map(squareToQuad(quad), u, v)
  for (let u = 0; u < 1; u += 0.002) {
    for (let v = 0; v < 1; v += 0.002) {
      const { x, y } = project(u, v)
      picture.data.set(
        u < 0.5 ? [255, 0, 0] : [0, 0, 255],
        4 * (Math.floor(y) * size + Math.floor(x)),
      )
    }
  }
  let pauses = 0
  const { width, height, data } = await straighten(picture, quad, async () => {
    pauses++
  })
  expect([width, height, pauses]).toEqual([161, 161, 2])
  const colourAt = (x: number, y: number) => [
    ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
  ]
  for (const y of [10, 80, 150])
    expect([colourAt(width / 2 - 6.5, y), colourAt(width / 2 + 6.5, y)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ])
})
