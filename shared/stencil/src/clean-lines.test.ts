import { expect, test } from 'vitest'
import { type CleanChoice, drawClass } from './clean-lines.ts'
import { measureStencil } from './measures.ts'
import type { Task } from './messages.ts'
import type { Pixels } from './pixels.ts'
import { createStudio } from './studio.ts'
import { writeSvg } from './svg.ts'
import { coverSegment, drawPicture } from './testing.ts'

const step = async () => {}
const clean: CleanChoice = {
  sizeMm: 100,
  widths: { outer: 1, inner: 0.7, detail: 0.5 },
  moved: [],
}

async function open(picture: Pixels, style = 'traditional') {
  const studio = createStudio()
  const opened = await studio({ type: 'open', picture, style }, step)
  if (opened.type !== 'opened') throw new Error(opened.type)
  return { run: (task: Task) => studio(task, step), first: opened.first }
}

type Point = readonly [number, number]
type Segment = readonly [from: Point, to: Point, radius: number]

/** Soft black segments on white, and what else is there. */
function drawSegments(
  width: number,
  height: number,
  segments: readonly Segment[],
  coverElse = (_x: number, _y: number) => 0,
): Pixels {
  const cover = (x: number, y: number) =>
    Math.max(coverElse(x, y), ...segments.map((segment) => coverSegment(x, y, ...segment)))
  return drawPicture(width, height, cover, { isSoft: true })
}

/** A ring, a smaller one in it, and a cross of two long lines that vary in width. */
function drawRings(): Pixels {
  const wave = (x: number) => 2.5 + 1.2 * Math.sin(x / 9)
  const ring = (x: number, y: number, radius: number) =>
    wave(x) / 2 + 0.5 - Math.abs(Math.hypot(x - 250, y - 250) - radius)
  return drawPicture(
    500,
    500,
    (x, y) =>
      Math.min(
        1,
        Math.max(
          0,
          ring(x, y, 230),
          ring(x, y, 150),
          coverSegment(x, y, [170, 200], [330, 300], wave(x) / 2),
          coverSegment(x, y, [170, 300], [330, 200], wave(x) / 2),
        ),
      ),
    { isSoft: true },
  )
}

/** Opened once: what is drawn again is the same at every size. */
const rings = open(drawRings())

async function cleanLayers({ run, first }: Awaited<typeof rings>, choice: CleanChoice) {
  const result = await run({ type: 'layers', ...first, sizeMm: choice.sizeMm, clean: choice })
  if (result.type !== 'layers' || !result.layers.clean) throw new Error(result.type)
  return { ...result.layers, drawn: result.layers.clean.drawing }
}

test('draws lines again with the thickness of their class, at every size', async () => {
  for (const sizeMm of [60, 100, 160]) {
    const { lines, box, size } = await cleanLayers(await rings, { ...clean, sizeMm })
    expect(Math.max(size.width, size.height)).toBeCloseTo(sizeMm, 5)
    const scale = sizeMm / Math.max(box.width, box.height)
    const { lines: measured } = measureStencil(lines, box, 'traditional')
    const total = measured.weight.reduce((sum, each) => sum + each, 0)
    const thin = measured.weight.filter((_, i) => (measured.width[i] ?? 0) * scale < 0.65)
    expect(thin.reduce((sum, each) => sum + each, 0) / total, `${sizeMm} mm`).toBeLessThan(0.01)
    const outer = measured.width.filter((_, i) => {
      const x = (measured.x[i] ?? 0) - box.width / 2
      const y = (measured.y[i] ?? 0) - box.height / 2
      return Math.hypot(x, y) > 200
    })
    for (const width of outer) expect(width * scale).toBeCloseTo(1, 1)
  }
})

test('a line that was erased to a speck apart is in no file of lines drawn again', async () => {
  const picture = drawSegments(1000, 300, [
    [[20, 60], [980, 60], 3],
    [[20, 80], [980, 80], 3],
    [[480, 240], [520, 240], 1.5],
  ])
  const { run, first } = await open(picture, 'minimalist')
  expect((await cleanLayers({ run, first }, clean)).box.height).toBeGreaterThan(150)
  // A millimetre for 9.66 pixels: half of one is left of the line.
  const erase = (points: number[]) => ({ kind: 'erase', width: 0.8, points }) as const
  const strokes = [erase([47, 18.95, 49.5, 18.95]), erase([50.8, 18.95, 53, 18.95])]
  await run({ type: 'correct', strokes })
  const { drawn, lines, box } = await cleanLayers({ run, first }, clean)
  expect(drawn.lines).toHaveLength(2)
  expect(box.height).toBeLessThan(40)
  const below = lines.data.subarray((box.y + box.height + 1) * lines.width)
  expect(below.some((value) => value > 0)).toBe(false)
})

test('a crossing stays one: two lines go straight through', async () => {
  const { drawn } = await cleanLayers(await rings, clean)
  expect(drawn.lines.map(({ kind }) => kind).toSorted()).toEqual([
    'inner',
    'inner',
    'inner',
    'outer',
  ])
})

test('the SVG has strokes with their width in a group for each class, and no picture', async () => {
  const layers = await cleanLayers(await rings, clean)
  const file = { layers, isMirrored: false, title: 'Un loup', origin: 'drawn' }
  const svg = new TextDecoder().decode(await writeSvg({ ...file, colour: 'black' }))
  expect(svg).toMatch(/<g id="extérieur"[^>]*stroke-width="1"[^>]*><path d="M[^"]+"\/><\/g>/)
  expect(svg).toMatch(/<g id="intérieur"[^>]*stroke-width="0.7"[^>]*>(<path d="M[^"]+"\/>){3}<\/g>/)
  expect(svg).not.toContain('<image')
  expect(svg.length).toBeLessThan(10_000)
})

test('a press puts the nearest line in another class, and a correction is drawn again too', async () => {
  const { run, first } = await rings
  const kindsOf = async (choice: CleanChoice) => {
    const traced = await run({ type: 'trace', ...first, sizeMm: 100, clean: choice })
    return traced.type === 'traced' ? traced.lines.map(({ kind }) => kind).toSorted() : []
  }
  const moved = [{ x: 50, y: 17.4, to: 'detail' }] as const
  expect(await kindsOf({ ...clean, moved })).toEqual(['detail', 'inner', 'inner', 'outer'])
  await run({
    type: 'correct',
    strokes: [{ kind: 'erase', width: 6, points: [30, 30, 70, 70, 50, 50, 70, 30, 30, 70] }],
  })
  expect(await kindsOf(clean)).not.toEqual(['inner', 'inner', 'inner', 'outer'])
  await run({ type: 'correct', strokes: [] })
  expect(await kindsOf(clean)).toEqual(['inner', 'inner', 'inner', 'outer'])
})

test('a gap shorter than the line closes where its ends point at each other', async () => {
  const broken = (gap: number) => {
    const after = 110 + (6 + gap) / Math.SQRT2
    return drawSegments(240, 240, [
      [[20, 20], [110, 110], 3],
      [[after, after], [220, 220], 3],
      [[20, 160], [100, 200], 3],
    ])
  }
  expect((await cleanLayers(await open(broken(4)), clean)).drawn.lines).toHaveLength(2)
  expect((await cleanLayers(await open(broken(9)), clean)).drawn.lines).toHaveLength(3)
})

test('an end that points at a line is open, and closes with a correction', async () => {
  // A line that stops before another, and one that ends alone.
  const picture = drawSegments(240, 240, [
    [[20, 60], [220, 60], 2],
    [[120, 70], [120, 180], 2],
    [[20, 140], [80, 200], 2],
  ])
  const { run, first } = await open(picture)
  const openEndsOf = async () => {
    const traced = await run({ type: 'trace', ...first, sizeMm: 100, clean })
    return traced.type === 'traced' ? traced.openEnds : null
  }
  const ends = await openEndsOf()
  // Half a millimetre per pixel, from the top left of the ink.
  const near = (x: number, y: number) => ({ x: expect.closeTo(x, 0), y: expect.closeTo(y, 0) })
  expect(ends).toEqual([[near(50, 6.2), near(50, 1)]])
  const points = (ends ?? []).flat().flatMap(({ x, y }) => [x, y])
  await run({ type: 'correct', strokes: [{ kind: 'join', width: 1, points }] })
  expect(await openEndsOf()).toEqual([])
})

test('details too small or too near at a size are said, and left out when they are moved to none', async () => {
  // In a ring: a line beside it, a short one, and one that has room.
  const picture = drawSegments(
    400,
    400,
    [
      [[28, 180], [28, 220], 1],
      [[150, 200], [158, 200], 1],
      [[200, 150], [200, 250], 1.5],
    ],
    (x, y) => Math.min(1, Math.max(0, 2.5 - Math.abs(Math.hypot(x - 200, y - 200) - 180))),
  )
  const { run, first } = await open(picture)
  const trace = async (choice: CleanChoice) => {
    const traced = await run({ type: 'trace', ...first, sizeMm: choice.sizeMm, clean: choice })
    if (traced.type !== 'traced') throw new Error(traced.type)
    return traced
  }
  const crowdedAt = async (sizeMm: number) =>
    (await trace({ ...clean, sizeMm })).lines.filter(({ isCrowded }) => isCrowded).length
  expect([await crowdedAt(40), await crowdedAt(400)]).toEqual([2, 0])
  const moved = [{ x: 2.6, y: 50, to: 'none' }] as const
  const light = await trace({ ...clean, sizeMm: 40, moved })
  expect(light.lines.map(({ kind }) => kind)).toContain('none')
  expect(light.path.length).toBeLessThan((await trace({ ...clean, sizeMm: 40 })).path.length)
})

/** Black where a line is, whose radius changes from one end to the other. */
function drawTaper(x: number, y: number, from: [number, number], to: [number, number]): number {
  const radius = 0.4 + 3.6 * Math.min(1, (to[0] - x) / 40)
  return x > to[0] ? 0 : coverSegment(x, y, from, to, Math.max(0.2, radius))
}

test('a free end that was drawn narrow stays so in every file, and a round one stays round', async () => {
  // Half a millimetre for two pixels.
  const picture = drawSegments(
    400,
    400,
    [
      [[20, 20], [380, 20], 4],
      [[20, 20], [20, 380], 4],
    ],
    (x, y) => drawTaper(x, y, [100, 200], [300, 200]),
  )
  const layers = await cleanLayers(await open(picture), clean)
  const { lines, box, size, drawn } = layers
  const perMm = box.width / size.width
  const widthOf = (field: typeof lines, mm: number) => {
    const column = Math.round(box.x + (mm / 100) * box.width)
    const rows = Array.from({ length: 60 }, (_, y) => box.y + Math.round(box.height / 2) - 30 + y)
    return rows.reduce((sum, y) => sum + (field.data[y * field.width + column] ?? 0), 0) / perMm
  }
  // The line lies from 23 to 77 mm.
  for (const field of [lines, drawClass(drawn, 'outer', clean.widths, perMm)]) {
    expect(widthOf(field, 40)).toBeCloseTo(1, 1)
    expect(widthOf(field, 23.2)).toBeGreaterThan(0.7)
    expect(widthOf(field, 73)).toBeLessThan(0.6)
    expect(widthOf(field, 75.5)).toBeLessThan(0.35)
  }
  const file = { layers, isMirrored: false, title: '', origin: 'drawn' }
  const svg = new TextDecoder().decode(await writeSvg({ ...file, colour: 'black' }))
  const [, edge = ''] = svg.match(/<g id="extérieur".*stroke="none" d="M([^"]+)z"/) ?? []
  const columns = edge.match(/-?[\d.]+/g)?.filter((_, i) => i % 2 === 0) ?? []
  const places = columns.map((_, i) =>
    columns.slice(0, i + 1).reduce((sum, step) => sum + Number(step), 0),
  )
  expect(Math.min(...places)).toBeGreaterThan(60)
  expect(Math.max(...places)).toBeCloseTo(77, 0)
  expect(svg.match(/stroke="none"/g)).toHaveLength(1)
})

type Way = readonly [from: Point, to: Point]

/** The size that is offered for lines of four pixels, each 1 mm on the skin. */
async function apartOf(ways: readonly Way[]) {
  const picture = drawSegments(
    400,
    400,
    ways.map(([from, to]) => [from, to, 2]),
  )
  const { run, first } = await open(picture)
  const choice = { ...clean, widths: { outer: 1, inner: 1, detail: 1 } }
  return async (sizeMm: number) => {
    const traced = await run({ type: 'trace', ...first, sizeMm, clean: { ...choice, sizeMm } })
    return traced.type === 'traced' ? traced.apartMm : Number.NaN
  }
}

/** A line through a place at an angle, between two distances from it. */
function wayAt(x: number, y: number, degrees: number, from: number, to: number): Way {
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  return [
    [x + from * cos, y + from * sin],
    [x + to * cos, y + to * sin],
  ]
}

const span = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Lines that run beside each other, and the pixels between their middles and of the longest side. */
const merging = {
  'two lines': { ways: [wayAt(20, 200, 0, 0, 360), wayAt(100, 210, 0, 0, 200)], between: 10 / 364 },
  'a hatching': {
    ways: span(12).map((i) => wayAt(100 + 14 * i, 60, 60, 0, 200)),
    between: 12.1 / 264,
  },
  'a fan of hairs': {
    ways: span(7).map((i) => wayAt(20, 200, 15 * (i - 3), 60, 340)),
    between: 15.7 / 484,
  },
  'short hairs': {
    ways: [
      wayAt(20, 380, 0, 0, 360),
      ...span(60).map((i) => wayAt(60 + 10 * (i % 20), 100 + 60 * Math.floor(i / 20), 90, 0, 20)),
    ],
    between: 10 / 364,
  },
  'a hairpin': {
    ways: [wayAt(20, 200, 0, 0, 360), wayAt(380, 200, 90, 0, 12), wayAt(380, 212, 180, 0, 300)],
    between: 12 / 364,
  },
}

test.each(Object.entries(merging))(
  '%s that would merge: one size keeps them apart',
  async (_, { ways, between }) => {
    const apartAt = await apartOf(ways)
    // 0.3 mm of paper between two lines of 1 mm.
    const apart = 1.3 / between
    const offered = (await apartAt(20)) ?? 0
    expect(offered).toBeGreaterThan(0.9 * apart - 5)
    expect(offered).toBeLessThan(1.1 * apart + 5)
    expect(await apartAt(offered - 10)).not.toBeNull()
    expect(await apartAt(offered)).toBeNull()
  },
)

/** Lines that meet. */
const meeting = {
  'a crossing': [wayAt(200, 200, 0, -180, 180), wayAt(200, 200, 20, -180, 180)],
  'a junction': [wayAt(20, 200, 0, 0, 360), wayAt(120, 200, 14, 0, 240)],
  'a corner': [wayAt(20, 20, 90, 0, 360), wayAt(20, 20, 76, 0, 330), wayAt(20, 20, 45, 0, 360)],
  'an end before a line': [wayAt(20, 200, 0, 0, 360), wayAt(200, 210, 90, 0, 160)],
}

test.each(Object.entries(meeting))('%s is no place where lines would merge', async (_, ways) => {
  const apartAt = await apartOf(ways)
  expect(await apartAt(20)).toBeNull()
  expect(await apartAt(60)).toBeNull()
})

test('a line that is left out merges with none', async () => {
  const { run, first } = await open(
    drawSegments(400, 400, [
      [[20, 200], [380, 200], 2],
      [[100, 210], [300, 210], 2],
    ]),
  )
  const moved = [{ x: 50, y: 3.4, to: 'none' }] as const
  const traced = await run({
    type: 'trace',
    ...first,
    sizeMm: 20,
    clean: { ...clean, sizeMm: 20, moved },
  })
  expect(traced).toMatchObject({ type: 'traced', apartMm: null })
})

test('dots stay, also those that touch', async () => {
  const picture = drawPicture(300, 300, (x, y) => {
    const column = Math.round(x / 7)
    const row = Math.round(y / 7)
    const isInside = Math.min(column, row) > 3 && Math.max(column, row) < 39
    return isInside && Math.hypot(x - 7 * column, y - 7 * row) < 2.5 + (row % 3) / 2 ? 1 : 0
  })
  const { run, first } = await open(picture, 'dotwork')
  const pathOf = async (choice?: CleanChoice) => {
    const drawn = { ...first, sizeMm: 100, ...(choice && { clean: choice }) }
    const traced = await run({ type: 'trace', ...drawn })
    return traced.type === 'traced' ? traced.path : ''
  }
  expect(await pathOf(clean)).toBe(await pathOf())
})

test('what is wider than a line stays as it was', async () => {
  const picture = drawPicture(300, 300, (x, y) => {
    const isRing = Math.abs(Math.hypot(x - 150, y - 150) - 135) < 2
    return isRing || Math.hypot((x - 150) / 2, y - 150) < 6.5 ? 1 : 0
  })
  const { lines, drawn } = await cleanLayers(await open(picture), clean)
  expect(drawn.lines.map(({ kind }) => kind)).toEqual(['outer'])
  const inked = lines.data.filter((value, index) => {
    const x = index % lines.width
    const y = Math.floor(index / lines.width)
    return value >= 0.5 && Math.hypot(x - lines.width / 2, y - lines.height / 2) < 100
  })
  expect(Math.abs(inked.length / (Math.PI * 2 * 6.5 ** 2) - 1)).toBeLessThan(0.05)
})

test('fills are solid, hatched or drawn by their edge; a dot stays a dot', async () => {
  const picture = drawPicture(300, 300, (x, y) => {
    const isRing = Math.abs(Math.hypot(x - 150, y - 150) - 135) < 2
    const isDot = Math.hypot(x - 150, y - 230) < 3
    const isBar = Math.abs(x - 150) < 50 && Math.abs(y - 150) < 7
    return isRing || isDot || isBar ? 1 : 0
  })
  const opened = await open(picture)
  const inkOf = async (fills: 'solid' | 'hatched' | 'outline') => {
    const { lines } = await cleanLayers(opened, { ...clean, fills })
    const near = (y: number, radius: number) =>
      lines.data.filter((value, index) => {
        const x = (index % lines.width) - lines.width / 2
        const down = Math.floor(index / lines.width) - lines.height / 2 - y
        return value >= 0.5 && Math.hypot(x, down) < radius
      }).length
    return { bar: near(0, 60), dot: near(80, 8) }
  }
  const solid = await inkOf('solid')
  const hatched = await inkOf('hatched')
  const outline = await inkOf('outline')
  // The edge is as wide as an inner line: 0.7 mm, where 274 pixels are 100.
  const edge = 2 * (100 + 14) * 0.7 * 2.74
  expect(outline.bar / edge).toBeCloseTo(1, 0)
  expect(hatched.bar).toBeGreaterThan(1.5 * outline.bar)
  expect(hatched.bar).toBeLessThan(0.7 * solid.bar)
  expect([hatched.dot, outline.dot]).toEqual([solid.dot, solid.dot])
})

test('a wash that no line goes around is no fill', async () => {
  const picture = drawPicture(
    400,
    400,
    (x, y) => {
      const away = Math.hypot(x - 200, y - 200)
      return Math.abs(away - 180) < 2 ? 0.6 : Math.max(0, 0.45 * (1 - away / 200))
    },
    { isSoft: true },
  )
  const { run, first } = await open(picture)
  const { drawn } = await cleanLayers({ run, first: { ...first, rendering: 'lines' } }, clean)
  expect(drawn.fills.data.some((value) => value >= 0.5)).toBe(false)
})

test('a dash of shade stays as it was, and a longer one is a line, whichever way it leans', async () => {
  const picture = drawSegments(1000, 300, [
    [[20, 60], [980, 60], 3],
    [[300, 100], [307, 100], 1.5],
    [[600, 100], [606, 106], 1.5],
  ])
  const { drawn } = await cleanLayers(await open(picture), clean)
  expect(drawn.lines).toHaveLength(2)
  expect(drawn.fills.data.filter((value) => value >= 0.5).length).toBeGreaterThan(10)
})

test('solid fills are those that Traits draws by their outline too', async () => {
  const picture = drawPicture(400, 400, (x, y) => {
    const isRing = Math.abs(Math.hypot(x - 200, y - 200) - 180) < 2
    return isRing || Math.hypot(x - 200, y - 200) < 60 ? 1 : 0
  })
  const { run, first } = await open(picture)
  expect(first.rendering).toBe('lines')
  const inkOf = async (choice: CleanChoice) => {
    const { lines } = await cleanLayers({ run, first }, choice)
    return lines.data.filter((value, index) => {
      const x = (index % lines.width) - lines.width / 2
      const y = Math.floor(index / lines.width) - lines.height / 2
      return value >= 0.5 && Math.hypot(x, y) < 100
    }).length
  }
  const area = Math.PI * 60 ** 2
  expect((await inkOf(clean)) / area).toBeCloseTo(1, 1)
  const hatched = (await inkOf({ ...clean, fills: 'hatched' })) / area
  expect(hatched).toBeGreaterThan(0.2)
  expect(hatched).toBeLessThan(0.7)
  expect((await inkOf({ ...clean, fills: 'outline' })) / area).toBeLessThan(0.2)
  // What a member erased of it stays away.
  const erase = { kind: 'erase', width: 20, points: [50, 30, 50, 70] } as const
  await run({ type: 'correct', strokes: [erase] })
  expect((await inkOf(clean)) / area).toBeLessThan(0.75)
})

test('a mark between a dot and a dash is not lost', async () => {
  const picture = drawSegments(1000, 300, [
    [[20, 60], [980, 60], 3],
    [[600, 100], [603, 100], 3],
  ])
  const { drawn } = await cleanLayers(await open(picture), clean)
  expect(drawn.lines).toHaveLength(2)
})
