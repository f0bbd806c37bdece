import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tenYearsOfOneMm } from './ageing.ts'
import { describeFigures } from './figures.ts'
import { writePng } from './png.ts'
import { createStudio } from './studio.ts'
import { drawPicture } from './testing.ts'

const step = async () => {}
const lineArt = { rendering: 'fills', fineness: 2, sizeMm: 60 } as const
// A disc of 120 px above one of 40, red and black.
const picture = drawPicture(
  200,
  240,
  (x, y) => (Math.hypot(x - 100, y - 80) <= 60 || Math.hypot(x - 100, y - 200) <= 20 ? 1 : 0),
  {
    ink: [204, 0, 0],
  },
)

test('opens a picture, then draws, lays out, measures, ages and reads its colours', async () => {
  const studio = createStudio()
  expect(await studio({ type: 'open', picture, style: 'traditional' }, step)).toEqual({
    type: 'opened',
    frame: { x: 40, y: 20, width: 120, height: 200 },
    part: { width: 200, height: 240 },
    crop: null,
    first: { rendering: 'lines', fineness: 2 },
  })
  expect(await studio({ type: 'place', ...lineArt }, step)).toEqual({
    type: 'placed',
    place: { x: 40, y: 20, width: 120, height: 200 },
    isLone: false,
    touchesEdge: false,
  })
  expect(await studio({ type: 'trace', ...lineArt }, step)).toMatchObject({
    type: 'traced',
    size: { width: 36, height: 60 },
  })
  const sheets = { ...lineArt, paper: 'a4', isMirrored: false } as const
  expect(await studio({ type: 'plan', ...sheets }, step)).toMatchObject({
    type: 'planned',
    plan: { tiles: [{}] },
  })
  expect(await studio({ type: 'count-sheets', ...sheets, sizeMm: 400 }, step)).toMatchObject({
    type: 'sheets-counted',
    count: 3,
  })
  expect(await studio({ type: 'assess', ...lineArt }, step)).toMatchObject({
    type: 'assessed',
    rule: 'strokes',
  })
  expect(await studio({ type: 'age', ...lineArt, years: 10, spread: 'least' }, step)).toMatchObject(
    {
      type: 'aged',
      picture: { width: 120, height: 200 },
    },
  )
  expect(await studio({ type: 'palette', chosen: ['#000000', '#CC0000'] }, step)).toEqual({
    type: 'palette',
    colours: [{ hex: '#cc0000', share: 1 }],
  })
  expect(await studio({ type: 'crop', ...lineArt }, step)).toMatchObject({
    picture: { width: 120, height: 200 },
  })
})

test('says what a picture without a drawing is, and that nothing is open', async () => {
  const studio = createStudio()
  const blank = drawPicture(80, 80, () => 0)
  expect(await studio({ type: 'trace', ...lineArt }, step)).toEqual({ type: 'not-open' })
  expect(await studio({ type: 'open', picture: blank, style: 'dotwork' }, step)).toEqual({
    type: 'no-drawing',
    reason: 'blank',
  })
  expect(await studio({ type: 'assess', ...lineArt }, step)).toEqual({ type: 'not-open' })
})

test('cancels a task between its steps', async () => {
  const studio = createStudio()
  await studio({ type: 'open', picture, style: 'traditional' }, step)
  await expect(
    studio({ type: 'trace', ...lineArt }, () => Promise.reject(new Error('given up'))),
  ).rejects.toThrow('given up')
  expect(await studio({ type: 'trace', ...lineArt }, step)).toMatchObject({ type: 'traced' })
})

test('blurs with the years, more at a small size, and leaves today as it is', async () => {
  const studio = createStudio()
  await studio({ type: 'open', picture, style: 'traditional' }, step)
  const countInk = async (sizeMm: number, years: number, spread: 'least' | 'most' = 'least') => {
    const aged = await studio({ type: 'age', ...lineArt, sizeMm, years, spread }, step)
    if (aged.type !== 'aged') throw new Error(aged.type)
    return Array.from(aged.picture.data).reduce(
      (count, value, index) => count + (index % 4 === 3 && value > 100 ? 1 : 0),
      0,
    )
  }
  const today = await countInk(60, 0)
  const later = await countInk(60, 10)
  const latest = await countInk(60, 20)
  const small = await countInk(20, 10)
  expect(today / (Math.PI * (60 ** 2 + 20 ** 2))).toBeCloseTo(1, 1)
  expect(later).toBeGreaterThan(today)
  expect(latest).toBeGreaterThan(later)
  expect(small).toBeGreaterThan(later)
  expect(await countInk(60, 10, 'most')).toBeGreaterThan(later)
  // Tatspark's 1.5 mm lies between the ends.
  expect(tenYearsOfOneMm('least')).toBeLessThan(1.5)
  expect(tenYearsOfOneMm('most')).toBeGreaterThan(1.5)
})

test('a fine line gets no narrower with the years', async () => {
  const studio = createStudio()
  const line = drawPicture(200, 200, (x, y) => (Math.abs(x - 100) < 1 && y > 20 && y < 180 ? 1 : 0))
  await studio({ type: 'open', picture: line, style: 'minimalist' }, step)
  const widthAfter = async (years: number) => {
    const aged = await studio({ type: 'age', ...lineArt, sizeMm: 20, years, spread: 'least' }, step)
    if (aged.type !== 'aged') throw new Error(aged.type)
    const { width, height, data } = aged.picture
    const row = data.subarray(4 * width * (height >> 1), 4 * width * ((height >> 1) + 1))
    return row.filter((value, at) => at % 4 === 3 && value > 127).length
  }
  const widths = [
    await widthAfter(0),
    await widthAfter(5),
    await widthAfter(10),
    await widthAfter(20),
  ]
  expect(widths).toEqual(widths.toSorted((one, other) => one - other))
})

test('gives every single stroke a width, and a fill none', async () => {
  const studio = createStudio()
  const blots = drawPicture(400, 200, (x, y) => {
    const isBlot = Math.hypot(x - 100, y - 100) < 60
    return isBlot || (x > 180 && x < 380 && Math.abs(y - 100) < 2) ? 1 : 0
  })
  await studio({ type: 'open', picture: blots, style: '' }, step)
  const art = await studio({ type: 'layers', ...lineArt, sizeMm: 20 }, step)
  if (art.type !== 'layers') throw new Error(art.type)
  expect(art.layers.strokes.map(({ width }) => width)).toEqual([expect.closeTo(0.24, 1)])
})

test('writes a transparent PNG of 300 dots per inch', async () => {
  const studio = createStudio()
  await studio({ type: 'open', picture, style: 'traditional' }, step)
  const art = await studio({ type: 'layers', ...lineArt }, step)
  if (art.type !== 'layers') throw new Error(art.type)
  const png = Buffer.from(
    await writePng({
      layers: art.layers,
      colour: 'violet',
      isMirrored: false,
      title: '',
      origin: 'ai',
    }),
  )
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    expect(crc32(png.subarray(at + 4, at + 8 + length))).toBe(png.readUInt32BE(at + 8 + length))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const width = Math.round((36 / 25.4) * 300)
  const height = Math.round((60 / 25.4) * 300)
  expect([chunks.get('IHDR')?.readUInt32BE(0), chunks.get('IHDR')?.readUInt32BE(4)]).toEqual([
    width,
    height,
  ])
  expect([
    chunks.get('pHYs')?.readUInt32BE(0),
    chunks.get('pHYs')?.readUInt32BE(4),
    chunks.get('pHYs')?.[8],
  ]).toEqual([11811, 11811, 1])
  expect([...(chunks.get('PLTE')?.subarray(0, 3) ?? [])]).toEqual([74, 34, 181])
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  expect(rows).toHaveLength((width + 1) * height)
  let ink = 0
  for (const value of rows) ink += value / 255
  expect(ink / (Math.PI * (60 ** 2 + 20 ** 2) * (300 / 25.4) ** 2 * 0.3 ** 2)).toBeCloseTo(1, 1)
})

test('names the letter that decides the size of words', async () => {
  const square = (x: number, side: number) => {
    const top = 50 - side / 2
    return [x, top, x + side, top, x + side, top + side, x, top + side]
  }
  const reversed = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: number[]) =>
    Float32Array.of(g, h, e, f, c, d, a, b)
  const letter = (text: string, x: number, hole: number) => ({
    loops: [Float32Array.from(square(x, 100)), reversed(square(x + 50 - hole / 2, hole))],
    box: { text, x, y: 0, width: 100, height: 100 },
  })
  const word = [letter('o', 0, 40), letter('e', 300, 6.4), letter('a', 600, 40)]
  const outline = {
    loops: word.flatMap(({ loops }) => loops),
    letters: word.map(({ box }) => box),
    width: 700,
    height: 100,
    letterHeight: 100,
    unit: 1,
  }
  const studio = createStudio()
  await studio({ type: 'open-outline', outline }, step)
  const assessed = await studio({ type: 'assess', ...lineArt }, step)
  if (assessed.type !== 'assessed') throw new Error(assessed.type)
  expect(assessed.advice).toMatchObject({ kind: 'size', decidedBy: 'loops', letter: 'e' })
  expect(describeFigures(assessed)).toMatchObject({
    advised: 'au moins 6\u00a0cm',
    letter: 'la boucle du «\u00a0e\u00a0» décide',
  })
})
