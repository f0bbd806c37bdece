import { expect, test } from 'vitest'
import { readDrawing } from './drawing.ts'
import { chooseRendering } from './first-rendering.ts'
import { drawLineArt } from './line-art.ts'
import type { Pixels } from './pixels.ts'
import { createRandom, drawingOf, drawPicture } from './testing.ts'

const width = 420
const height = 360
const ring = (x: number, y: number) =>
  Number(Math.abs(Math.hypot(x - 200, y - 180) - 100) <= 2 || Math.hypot(x - 200, y - 180) < 20)
const box = { x: 98, y: 78, width: 204, height: 204 }

/** Multiplies a picture by what `share` gives, and adds grain. */
function light(picture: Pixels, share: (x: number, y: number) => number, grain = 4): Pixels {
  const random = createRandom(5)
  const data = picture.data.map((value, i) => {
    const pixel = i >> 2
    return i % 4 === 3
      ? value
      : value * share((pixel % width) / width, Math.floor(pixel / width) / height) +
          grain * (random() - 0.5)
  })
  return { ...picture, data }
}

const skin = { ink: [20, 18, 22], paper: [222, 178, 150] } as const
test.each([
  {
    ground: 'light that falls by 40 %',
    picture: light(drawPicture(width, height, ring), (x, y) => 1 - 0.2 * (x + y)),
  },
  {
    ground: 'a vignette',
    picture: light(
      drawPicture(width, height, ring),
      (x, y) => 1 - 0.9 * ((x - 0.5) ** 2 + (y - 0.5) ** 2),
    ),
  },
  {
    ground: 'skin',
    picture: light(
      drawPicture(width, height, ring, skin),
      (x) => 1 - 0.3 * x + 0.02 * Math.sin(9 * x),
    ),
  },
])('finds a drawing on $ground', ({ picture }) => {
  const { place } = drawingOf(picture)
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(place[side] - box[side])).toBeLessThan(5)
  }
})

test('keeps light lines on dark paper', () => {
  const chalk = drawPicture(width, height, ring, { ink: [240, 240, 240], paper: [50, 52, 58] })
  expect(readDrawing(light(chalk, (x) => 1 - 0.2 * x, 0))).toMatchObject({
    kind: 'ink',
    drawing: { place: box },
  })
})

test('starts with the rendering of the style, or with one that keeps the contours', () => {
  const black = drawPicture(width, height, ring)
  const filled = drawPicture(
    width,
    height,
    (x, y) => (Math.hypot(x - 200, y - 180) < 90 ? 0.45 : 0) + 0.4 * ring(x, y),
  )
  const cases = [
    [black, 'minimalist', 'fills'],
    [black, 'watercolor', 'outlines'],
    [black, 'tomorrow', 'lines'],
    // Grey shade that fills would turn into a slab.
    [filled, 'minimalist', 'lines'],
  ] as const
  for (const [picture, style, rendering] of cases) {
    expect(chooseRendering(drawingOf(picture), style)?.rendering, style).toBe(rendering)
  }
})

test('starts with what finds a pale wash, and with nothing that invents a slab', () => {
  const wash = drawPicture(
    width,
    height,
    (x, y) =>
      Math.max(
        0.9 * Number(Math.abs(Math.hypot(x - 200, y - 180) - 60) < 2),
        Math.hypot(x - 200, y - 180) < 120 ? 0.2 : 0,
      ),
    { ink: [30, 60, 120], blur: 1 },
  )
  const drawing = drawingOf(withGrain(wash, 4))
  const choice = chooseRendering(drawing, 'watercolor')
  if (!choice) throw new Error('no rendering has a line')
  const { data, width: columns } = drawLineArt(drawing, choice)
  const { x, y, width: wide } = drawing.box
  expect(Math.abs(wide - 240)).toBeLessThan(4)
  const at = (away: number) =>
    data[(y + (wide >> 1)) * columns + Math.round(x + wide / 2 + away)] ?? 0
  expect(Math.max(...[-2, -1, 0, 1].map((beside) => at(118 + beside)))).toBeGreaterThan(0.5)
  expect(at(90)).toBeLessThan(0.5)
})

test.each([2080, 3000])(
  'reads a picture of %i pixels at 2048, with the width of its lines',
  (side) => {
    const line = side / 200
    const isLine = (x: number, y: number) =>
      Number(Math.abs(x - 10 * y) < 2.5 * line && x > 0.1 * side && x < 0.9 * side)
    const { ink, box, part } = drawingOf(drawPicture(side, side / 10, isLine))
    expect(part).toEqual({ width: 2048, height: Math.round(2048 / 10) })
    const middle = ink.data.subarray(
      Math.round(ink.height / 2) * ink.width,
      (Math.round(ink.height / 2) + 1) * ink.width,
    )
    const across = middle.reduce((sum, dark) => sum + dark, 0)
    expect(Math.abs(across - (5 * line * 2048) / side)).toBeLessThan(1)
    expect(Math.abs(box.width - 0.8 * 2048)).toBeLessThan(2)
  },
)

/** Lines of two pixels, `period` apart, as pale as on a notebook. */
const isRule = (at: number, period: number) => at % period < 2

test.each([
  { name: 'squared', ruled: (x: number, y: number) => isRule(x, 20) || isRule(y, 20) },
  { name: 'ruled', ruled: (_: number, y: number) => isRule(y, 24) },
  { name: 'squared, askew', ruled: (x: number, y: number) => isRule(y + 0.02 * x, 20) },
])('leaves out the lines of $name paper, and keeps those of the drawing', ({ ruled }) => {
  const paper = drawPicture(width, height, (x, y) => Math.max(ring(x, y), ruled(x, y) ? 0.25 : 0))
  const { place, ink } = drawingOf(withGrain(paper, 6))
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(place[side] - box[side])).toBeLessThanOrEqual(2)
  const whole = drawingOf(drawPicture(width, height, ring)).ink
  const inked = (field: typeof ink) => field.data.reduce((sum, value) => sum + value, 0)
  expect(inked(ink) / inked(whole)).toBeCloseTo(1, 1)
})

test('keeps parallel lines that end within the paper', () => {
  const bars = drawPicture(400, 300, (x, y) =>
    x > 24 && x < 376 && y > 30 && y < 270 && y % 24 < 3 ? 1 : 0,
  )
  expect(drawingOf(bars).place.width).toBe(352)
})

const inside = (x: number, y: number) => (x >= 30 && x < 150 && y >= 20 && y < 80 ? 1 : 0)
const insideBox = { x: 30, y: 20, width: 120, height: 60 }

function withGrain(picture: Pixels, strength: number): Pixels {
  const random = createRandom(7)
  const data = picture.data.map((value, index) =>
    index % 4 === 3 ? value : value + (random() - 0.5) * strength,
  )
  return { ...picture, data }
}

test('finds coloured ink on off-white, grainy paper', () => {
  for (const ink of [
    [204, 0, 0],
    [0, 102, 204],
    [76, 153, 0],
    [240, 220, 60],
  ] as const) {
    const picture = withGrain(drawPicture(200, 100, inside, { ink, paper: [248, 245, 238] }), 12)
    expect(drawingOf(picture).place).toEqual(insideBox)
  }
})

test('reads transparent pixels as paper', () => {
  const picture = drawPicture(200, 100, inside)
  const data = picture.data.map((_, index) =>
    index % 4 === 3 ? 255 - (picture.data[index - 1] ?? 0) : 0,
  )
  expect(drawingOf({ ...picture, data }).place).toEqual(insideBox)
})

test('says what a picture without a drawing is', () => {
  expect(readDrawing(drawPicture(64, 64, () => 0))).toEqual({ kind: 'blank' })
  expect(readDrawing(drawPicture(64, 64, () => 1))).toEqual({ kind: 'black' })
  expect(readDrawing(drawPicture(1, 1, () => 0))).toEqual({ kind: 'blank' })
})
