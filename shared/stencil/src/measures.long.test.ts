import { expect, test } from 'vitest'
import { adviseSize, assess } from './assessment.ts'
import type { Drawing } from './drawing.ts'
import { chooseRendering } from './first-rendering.ts'
import { strokesOf } from './graph.ts'
import { type Measures, measureStencil } from './measures.ts'
import type { Pixels } from './pixels.ts'
import { drawStencil } from './stencil.ts'
import {
  coverSegment,
  createRandom,
  directionOf,
  drawBars,
  drawingOf,
  drawPicture,
} from './testing.ts'

const mmPerPixel = 0.122
// `npm test -- --long stencils` measures more angles, and charts of whole pages.
const angles = [17, 45]
function read(picture: Pixels): { drawing: Drawing; sizeMm: number } {
  const drawing = drawingOf(picture)
  return { drawing, sizeMm: Math.max(drawing.box.width, drawing.box.height) * mmPerPixel }
}

/** Measures the stencil that the page downloads first. */
function measureFirst(drawing: Drawing, style: string): Measures {
  const choice = chooseRendering(drawing, style)
  if (!choice) throw new Error('no rendering has a line')
  return measureStencil(drawStencil(drawing, style, choice), drawing.box, style)
}

/** Measures a stencil without judging each rendering first, which takes most of the time. */
const usual = { rendering: 'lines', fineness: 2 } as const

function measureDrawing(drawing: Drawing, style: string): Measures {
  return measureStencil(drawStencil(drawing, style, usual), drawing.box, style)
}

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.95 * (values.length - 1))] ?? Number.NaN
}

for (const blur of [0, 0.8]) {
  test(`measures lines of 0.3 to 1.5 mm within 0.03 mm, blurred by ${blur} px`, () => {
    const widths = [0.3, 0.4, 0.5, 0.6, 0.7, 0.9, 1.2, 1.5]
    const drawn = widths.map((width) => width / mmPerPixel)
    const offsets = widths.map((_, i) => 28 * (i - 3.5))
    const errors = angles.flatMap((angle) => {
      const picture = drawBars({ side: 320, widths: drawn, offsets, angle, blur })
      const { drawing } = read(picture)
      const { lines } = measureDrawing(drawing, 'minimalist')
      const [alongX, alongY] = directionOf(angle)
      return Array.from(lines.width, (width, i) => {
        const x = (lines.x[i] ?? 0) + drawing.place.x - 160
        const y = (lines.y[i] ?? 0) + drawing.place.y - 160
        const isEnd = Math.abs(x * alongX + y * alongY) > 84
        const bar = Math.round((y * alongX - x * alongY) / 28 + 3.5)
        return isEnd ? [] : [Math.abs(width * mmPerPixel - (widths[bar] ?? 0))]
      }).flat()
    })
    expect(errors.length).toBeGreaterThan(2200)
    expect(p95(errors)).toBeLessThanOrEqual(0.03)
  })

  test(`finds gaps under 0.5 mm and no wider ones, blurred by ${blur} px`, () => {
    for (const angle of angles) {
      for (const gap of [0.25, 0.45, 0.55, 0.9]) {
        const width = 0.6 / mmPerPixel
        const offset = (gap / mmPerPixel + width) / 2
        const bars = { side: 200, widths: [width, width], offsets: [-offset, offset], angle, blur }
        const { drawing, sizeMm } = read(drawBars(bars))
        const { share } = assess(measureDrawing(drawing, 'minimalist'), sizeMm).closing
        // The gap is half as long as the two lines.
        if (gap < 0.5) expect(share, `${gap} mm at ${angle}°`).toBeGreaterThan(0.2)
        else expect(share, `${gap} mm at ${angle}°`).toBeLessThan(0.02)
      }
    }
  })
}

// `npm test -- --long stencils` measures 25 soft pictures.
test.each([0.4, 1])(
  'measures lines of %d mm alone in a soft picture of 1024 pixels on cream paper',
  (width) => {
    const random = createRandom()
    const mmPerPixel = 125 / 1024
    const pixels = width / mmPerPixel
    const ring = (distance: number) =>
      Math.max(
        ...[40, 70, 110].map((radius) =>
          Math.min(1, pixels, pixels / 2 + 0.5 - Math.abs(distance - radius)),
        ),
        0,
      )
    const picture = drawPicture(240, 240, (x, y) => ring(Math.hypot(x - 120, y - 120)), {
      ink: [16, 16, 18],
      paper: [246, 238, 222],
      blur: 0.8,
      isSoft: true,
    })
    const data = picture.data.map((value, i) =>
      i % 4 === 3 ? value : value + 8 * (random() + random() - 1),
    )
    const drawing = drawingOf({ ...picture, data })
    const sizeMm = Math.max(drawing.box.width, drawing.box.height) * mmPerPixel
    for (const style of ['traditional', 'minimalist']) {
      const measures = measureFirst(drawing, style)
      const errors = Array.from(measures.lines.width, (each) => Math.abs(each * mmPerPixel - width))
      expect(p95(errors), style).toBeLessThanOrEqual(0.03)
      expect(assess(measures, sizeMm).thin.share, style).toBeCloseTo(0, 1)
    }
  },
)

test('marks no gap in corners of 30 degrees and more', () => {
  for (const degrees of [30, 45, 60, 90]) {
    for (const turn of [0, 0.2]) {
      const end = (side: number): readonly [number, number] => {
        const angle = Math.PI / 4 + turn + (side * degrees * Math.PI) / 360
        return [40 + 110 * Math.cos(angle), 40 + 110 * Math.sin(angle)]
      }
      const ends = [end(-1), end(1)]
      const cover = (x: number, y: number) =>
        Math.max(...ends.map((tip) => coverSegment(x, y, [40, 40], tip, 2.5)))
      const { drawing, sizeMm } = read(drawPicture(170, 170, cover, { isSoft: true }))
      expect(
        assess(measureDrawing(drawing, 'minimalist'), sizeMm).closing.share,
        `${degrees}°`,
      ).toBe(0)
    }
  }
})

test('measures dots of two pixels beside a line, in every style', () => {
  // Eight by eight dots of two sizes, each a little beside its place of 16 pixels.
  const isDot = (x: number, y: number) => {
    const column = Math.round((x - 70) / 16)
    const row = Math.round((y - 70) / 16)
    if (Math.min(column, row) < 0 || Math.max(column, row) > 7) return false
    const i = 8 * row + column
    const across = x - 70 - 16 * column - 0.3 * (i % 5)
    const down = y - 70 - 16 * row - 0.2 * (i % 7)
    return Math.hypot(across, down) < (i % 3 === 0 ? 0.9 : 1.7)
  }
  const picture = drawPicture(
    256,
    256,
    (x, y) => Number(Math.abs(Math.hypot(x - 128, y - 128) - 116) < 3 || isDot(x, y)),
    { blur: 0.5 },
  )
  const { drawing } = read(picture)
  for (const style of ['', 'traditional', 'minimalist', 'dotwork']) {
    const { dots: beside, lines, rule } = measureFirst(drawing, style)
    const found = rule === 'dots' ? lines : beside
    expect(found.width.length, style).toBeGreaterThanOrEqual(0.95 * 64)
  }
})

test('small rings are loops and no dots', () => {
  const picture = drawPicture(280, 280, (x, y) => {
    const away = Math.hypot(x - 40 * Math.floor(x / 40) - 20, y - 40 * Math.floor(y / 40) - 20)
    const isInside = Math.min(x, y) > 40 && Math.max(x, y) < 240
    return isInside && away > 2.5 && away < 6 ? 1 : 0
  })
  const measures = measureDrawing(read(picture).drawing, 'geometric')
  expect(measures.rule).toBe('strokes')
  expect(measures.counters.width).toHaveLength(25)
})

test('a loop does not leak through a line that leans', () => {
  // A diamond whose sides touch by their corners only.
  const isSide = (x: number, y: number) => Math.abs(x - 60) + Math.abs(y - 60) === 20
  const stencil = { width: 120, height: 120, data: new Float32Array(120 * 120) }
  for (let index = 0; index < stencil.data.length; index++)
    stencil.data[index] = Number(isSide(index % 120, Math.floor(index / 120)))
  const box = { x: 40, y: 40, width: 41, height: 41 }
  expect(measureStencil(stencil, box, '').counters.width).toHaveLength(1)
})

test('finds small counters, and never more at a larger size', () => {
  const rings = [3, 6, 12].map((radius, i) => ({ x: 50 + 60 * i, y: 100, radius }))
  const picture = drawPicture(250, 200, (x, y) =>
    rings.some((ring) => Math.abs(Math.hypot(x - ring.x, y - ring.y) - ring.radius - 4) <= 4)
      ? 1
      : 0,
  )
  const { drawing, sizeMm } = read(picture)
  const measures = measureDrawing(drawing, 'traditional')
  const shares = [0.1, 0.5, 1, 2, 4].map((factor) => assess(measures, sizeMm * factor))
  expect(measures.counters.width).toHaveLength(3)
  expect([shares[0]?.filling.share, shares[4]?.filling.share]).toEqual([1, 0])
  for (const kind of ['thin', 'closing', 'filling'] as const) {
    const found = shares.map((one) => one[kind].share)
    expect(found).toEqual(found.toSorted((a, b) => b - a))
  }
})

test('advises the smallest size at which lines, gaps and loops are within 5 %, and says what decides', () => {
  const bar = { side: 200, angle: 0, blur: 0 }
  const cases = [
    {
      decidedBy: 'lines',
      picture: drawBars({ ...bar, widths: [0.6 / mmPerPixel], offsets: [0] }),
      kind: 'thin',
    },
    {
      decidedBy: 'gaps',
      picture: drawBars({ ...bar, widths: [6, 6], offsets: [-5, 5] }),
      kind: 'closing',
    },
  ] as const
  for (const { decidedBy, picture, kind } of cases) {
    const measures = measureDrawing(read(picture).drawing, 'minimalist')
    const advice = adviseSize(measures)
    if (advice.kind !== 'size') throw new Error(advice.kind)
    expect([advice.decidedBy, advice.sizeMm % 5]).toEqual([decidedBy, 0])
    const at = (sizeMm: number) => assess(measures, sizeMm)
    for (const { share } of [
      at(advice.sizeMm).thin,
      at(advice.sizeMm).closing,
      at(advice.sizeMm).filling,
    ]) {
      expect(share).toBeLessThanOrEqual(0.05)
    }
    expect(at(advice.sizeMm - 5)[kind].share).toBeGreaterThan(0.05)
  }
})

test('groups lines by their width, with the share of each', () => {
  const widths = [0.3, 0.3, 0.5, 0.8].map((width) => width / mmPerPixel)
  const { drawing, sizeMm } = read(
    drawBars({ side: 320, widths, offsets: [-90, -30, 30, 90], angle: 17, blur: 0.8 }),
  )
  const { weights } = assess(measureDrawing(drawing, 'minimalist'), sizeMm)
  expect(weights.map(({ mm }) => mm.toFixed(1))).toEqual(['0.3', '0.5', '0.8'])
  for (const [i, share] of [0.5, 0.25, 0.25].entries())
    expect(Math.abs((weights[i]?.share ?? 0) - share)).toBeLessThan(0.05)
})

test('names three weights at their own widths, and leaves out what is too thin to be read', () => {
  // 30, 50 and 10 % of the length, and 10 % of a pixel.
  const bars = [0.3, 0.3, 0.3, 0.8, 0.8, 0.8, 0.8, 0.8, 1.5]
  const widths = [...bars.map((width) => width / mmPerPixel), 1]
  const offsets = widths.map((_, i) => 26 * (i - 4.5))
  for (const blur of [0, 0.8]) {
    const { drawing, sizeMm } = read(drawBars({ side: 360, widths, offsets, angle: 17, blur }))
    const measures = measureDrawing(drawing, 'geometric')
    const { weights, unweighed } = assess(measures, sizeMm)
    expect(weights).toHaveLength(3)
    for (const [i, mm] of [0.3, 0.8, 1.5].entries())
      expect(Math.abs((weights[i]?.mm ?? 0) - mm)).toBeLessThan(0.05)
    for (const [i, share] of [0.3, 0.5, 0.1].entries())
      expect(Math.abs((weights[i]?.share ?? 0) - share)).toBeLessThan(0.04)
    expect(Math.abs(unweighed - 0.1)).toBeLessThan(0.03)
  }
})

test('advises a size for what can be measured, and says what cannot', () => {
  const widths = [6, 6, 6, 1.3]
  const offsets = widths.map((_, i) => 40 * (i - 1.5))
  const mixed = drawBars({ side: 320, widths, offsets, angle: 17, blur: 0 })
  const advice = adviseSize(measureDrawing(read(mixed).drawing, 'geometric'))
  // About 240 pixels long, with lines of 6: 0.3 mm at 12 mm.
  expect(advice).toMatchObject({ kind: 'size', sizeMm: 15, decidedBy: 'lines' })
  if (advice.kind === 'size') expect(Math.abs(advice.unknown - 0.25)).toBeLessThan(0.03)
  const hairs = drawBars({
    side: 320,
    widths: [1, 1, 1],
    offsets: [-40, 0, 40],
    angle: 17,
    blur: 0,
  })
  expect(adviseSize(measureDrawing(read(hairs).drawing, 'geometric'))).toMatchObject({
    kind: 'size',
    unknown: 1,
  })
})

test('advises letters of 3 mm, and no size over 40 cm', () => {
  const word = [0, 26, 46, 78].map((x, i) => ({ x: 60 + x, y: 100, wide: [11, 8, 12, 9][i] ?? 10 }))
  const letters = drawPicture(400, 200, (x, y) =>
    x > 300
      ? Number(Math.abs(x - 340) < 20 && Math.abs(y - 100) < 90)
      : Math.max(
          ...word.map((o) =>
            Number(Math.abs(Math.hypot((x - o.x) / o.wide, (y - o.y) / 12) - 0.8) < 0.2),
          ),
        ),
  )
  const { drawing } = read(letters)
  const measures = measureDrawing(drawing, 'traditional')
  expect((measures.letterHeight ?? 0) * mmPerPixel).toBeCloseTo(24 * mmPerPixel, 0)
  expect(adviseSize({ ...measures, letterHeight: 4 })).toMatchObject({
    kind: 'size',
    decidedBy: 'letters',
  })
  expect(adviseSize({ ...measures, letterHeight: 1 })).toMatchObject({
    kind: 'too-fine',
    decidedBy: 'letters',
  })
})

test('counts short marks beside each other neither as lines nor as gaps', () => {
  const random = createRandom(7)
  const strokes = Array.from({ length: 160 }, (_, i) => ({
    x: 70 + 6 * (i % 16) + 2 * random(),
    y: 85 + 7 * Math.floor(i / 16) + 2 * random(),
  }))
  const picture = drawPicture(240, 240, (x, y) => {
    const isLine = Math.abs(Math.hypot(x - 120, y - 120) - 110) < 4
    return isLine ||
      strokes.some((stroke) => Math.abs(x - stroke.x) < 0.7 && Math.abs(y - stroke.y) < 2)
      ? 1
      : 0
  })
  const measures = measureDrawing(read(picture).drawing, 'traditional')
  expect(assess(measures, 50).thin.share).toBeLessThan(0.1)
})

test('measures dots of dotwork by their diameter, and no gaps', () => {
  const picture = drawPicture(400, 400, (x, y) => {
    const column = Math.floor(x / 20)
    const row = Math.floor(y / 20)
    const isInside = column > 2 && column < 17 && row > 2 && row < 17
    return isInside && Math.hypot(x - 20 * column - 10, y - 20 * row - 10) <= 2 ? 1 : 0
  })
  const { drawing, sizeMm } = read(picture)
  const measures = measureDrawing(drawing, 'dotwork')
  expect(measures.lines.width).toHaveLength(14 * 14)
  for (const diameter of measures.lines.width) expect(diameter).toBeCloseTo(4, 0)
  expect([assess(measures, sizeMm).thin.share, assess(measures, sizeMm / 2).thin.share]).toEqual([
    0, 1,
  ])
  expect(measures.gaps.x).toHaveLength(0)
})

test('measures a line along the border of the drawing as wide as another', () => {
  const lines = [20, 64, 108, 152]
  const picture = drawPicture(700, 180, (x, y) =>
    x > 20 && x < 680 && lines.some((line) => y > line && y < line + 7) ? 1 : 0,
  )
  const { lines: measured } = measureDrawing(read(picture).drawing, 'geometric')
  for (const width of measured.width) expect(width).toBeCloseTo(7, 0)
})

test('measures no line along the one that it meets', () => {
  const ends = [
    [26, 56, 354, 144],
    [26, 144, 354, 56],
    [190, 60, 196, 140],
  ] as const
  const cover = (x: number, y: number) =>
    Math.max(...ends.map(([x1, y1, x2, y2]) => coverSegment(x, y, [x1, y1], [x2, y2], 2)))
  const { drawing } = read(drawPicture(380, 200, cover, { isSoft: true }))
  const branches = strokesOf(drawStencil(drawing, 'minimalist', usual), drawing.box)
  // Where the three lines of 4 pixels cross, no circle inside them is wider.
  expect(Math.max(...branches.flatMap(({ widths }) => [...widths]))).toBeLessThan(10)
})
