import { describe, expect, test } from 'vitest'
import { type Drawing, readDrawing } from './drawing.ts'
import type { Fineness } from './fineness.ts'
import { drawLineArt, hasLines, type Rendering } from './line-art.ts'
import type { Pixels } from './pixels.ts'
import { coverSegment, createRandom, drawingOf, drawPicture } from './testing.ts'

const drawings = new Map<Pixels, Drawing>()

/** A picture is read once. */
function readOnce(picture: Pixels): Drawing {
  const drawing = drawings.get(picture) ?? drawingOf(picture)
  drawings.set(picture, drawing)
  return drawing
}

function lineArtOf(picture: Pixels, rendering: Rendering, { fineness = 2 as Fineness } = {}) {
  return drawLineArt(readOnce(picture), { rendering, fineness })
}
const countLines = (data: Float32Array) =>
  data.reduce((count, value) => count + (value >= 0.5 ? 1 : 0), 0)

// A black ring 6 px wide around a red disc.
const ring = (x: number, y: number) => Math.abs(Math.hypot(x - 150, y - 150) - 100) <= 3
const disc = drawPicture(300, 300, (x, y) => (Math.hypot(x - 150, y - 150) <= 103 ? 1 : 0), {
  ink: [204, 0, 0],
})
const outlined: Pixels = {
  ...disc,
  data: disc.data.map((value, index) => {
    const pixel = index >> 2
    return index % 4 < 3 && ring((pixel % 300) + 0.5, Math.floor(pixel / 300) + 0.5) ? 0 : value
  }),
}

test('keeps the outline and drops the coloured fill as lines, keeps both as fills', () => {
  const ringArea = 2 * Math.PI * 100 * 6
  expect(countLines(lineArtOf(outlined, 'lines').data) / ringArea).toBeCloseTo(1, 0.8)
  expect(countLines(lineArtOf(outlined, 'fills').data)).toBeGreaterThan(0.9 * Math.PI * 103 ** 2)
})

test('draws only the edge of a wash as outlines', () => {
  const wash = drawPicture(
    300,
    300,
    (x, y) => 0.3 * (Math.hypot(x - 150, y - 150) <= 100 ? 1 : 0),
    { ink: [0, 0, 255], blur: 1 },
  )
  const { data, width } = lineArtOf(wash, 'outlines')
  expect(hasLines({ data, width, height: width })).toBe(true)
  expect(data[(width >> 1) * width + (width >> 1)]).toBeLessThan(0.5)
  expect(countLines(data)).toBeLessThan(0.25 * Math.PI * 100 ** 2)
})

test('keeps faint dots beside black ones as fills', () => {
  const faint = drawPicture(200, 200, (x, y) => {
    if (Math.hypot(x - 60, y - 100) <= 20) return 1
    return Math.hypot(x - 150, y - 100) <= 6 ? 0.15 : 0
  })
  const { data } = lineArtOf(faint, 'fills')
  expect(countLines(data)).toBeGreaterThan(Math.PI * (20 ** 2 + 5 ** 2))
})

test('finds more with a finer setting', () => {
  const random = createRandom(3)
  const strokes = Array.from(
    { length: 15 },
    () => [random() * 200, random() * 200, random() * 200, random() * 200, random()] as const,
  )
  const picture = drawPicture(
    200,
    200,
    (x, y) =>
      Math.max(
        ...strokes.map(
          ([a, b, c, d, strength]) =>
            coverSegment(x, y, [a, b], [c, d], 2) * (0.15 + 0.85 * strength),
        ),
      ),
    { isSoft: true, blur: 0.8 },
  )
  for (const rendering of ['lines', 'fills', 'outlines'] as const) {
    const counts = ([1, 2, 3] as const).map((fineness) =>
      countLines(lineArtOf(picture, rendering, { fineness }).data),
    )
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  }
})

test('a drawing that is too small cannot be drawn', () => {
  expect(
    readDrawing(drawPicture(64, 64, (x, y) => (Math.hypot(x - 32, y - 32) < 9 ? 1 : 0))).kind,
  ).toBe('tiny')
})

/** Reads line art at a point of the picture, whose ink begins at `left` and `top`. */
function readAt(picture: Pixels, rendering: Rendering, left: number, top: number) {
  const { box } = readOnce(picture)
  const { data, width } = lineArtOf(picture, rendering)
  return (x: number, y: number) =>
    data[(box.y + Math.round(y) - top) * width + box.x + Math.round(x) - left] ?? 0
}

test('keeps a loop of the design, and fills what only shade encloses', () => {
  // Two rings 8 px wide: around 4 px of paper, and around 4 px of shade.
  const picture = drawPicture(300, 200, (x, y) => {
    const fromPaper = Math.hypot(x - 80, y - 100)
    const fromShade = Math.hypot(x - 220, y - 100)
    if (fromPaper <= 2) return 0
    if (fromShade <= 2) return 0.55
    return Math.min(fromPaper, fromShade) <= 10 ? 1 : 0
  })
  const at = readAt(picture, 'lines', 70, 90)
  expect(at(79, 99)).toBeLessThan(0.5)
  expect(at(219, 99)).toBeGreaterThan(0.5)
})

const circles = [
  { name: 'eye', x: 136, y: 166, radius: 17, beside: [-4, -2, 0, 2] },
  { name: 'contour', x: 192, y: 192, radius: 150, beside: [-5, -3, -1, 1] },
]

describe.each([0.35, 0.5, 0.65, 0.8])('a flat wash of %d', (wash) => {
  const picture = drawPicture(
    384,
    384,
    (x, y) => {
      if (Math.hypot(x - 136, y - 166) <= 17) return 0.95
      return Math.hypot(x - 192, y - 192) <= 150 ? wash : 0
    },
    { blur: 0.9 },
  )

  test.each(['lines', 'outlines'] as const)('keeps an eye and its contour as %s', (rendering) => {
    const at = readAt(picture, rendering, 42, 42)
    const directions = Array.from({ length: 36 }, (_, i) => (i * Math.PI) / 18)
    for (const { name, x, y, radius, beside } of circles) {
      const drawn = directions.filter((direction) =>
        beside.some((way) => {
          const reach = radius + way
          return at(x + reach * Math.cos(direction), y + reach * Math.sin(direction)) >= 0.5
        }),
      )
      expect(drawn.length, name).toBeGreaterThan(32)
    }
  })
})

test('the contour of a wash goes on between the hairs that end at it', () => {
  const hairs = 150
  const picture = drawPicture(
    384,
    384,
    (x, y) => {
      const away = Math.hypot(x - 192, y - 192)
      if (away > 150) return 0
      const turn = (hairs * Math.atan2(y - 192, x - 192)) / (2 * Math.PI)
      const fromHair = (Math.abs(turn - Math.round(turn)) * 2 * Math.PI * away) / hairs
      return away > 110 && fromHair < 1.25 ? 0.85 : 0.3
    },
    { blur: 0.9 },
  )
  const at = readAt(picture, 'lines', 42, 42)
  const between = Array.from({ length: hairs }, (_, i) => (2 * Math.PI * (i + 0.5)) / hairs)
  const drawn = between.filter((angle) =>
    [-5, -4, -3, -2, -1].some((way) => {
      const reach = 150 + way
      return at(192 + reach * Math.cos(angle), 192 + reach * Math.sin(angle)) >= 0.5
    }),
  )
  expect(drawn.length / hairs).toBeGreaterThan(0.95)
})
