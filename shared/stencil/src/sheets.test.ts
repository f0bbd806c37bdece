import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type CardContent, cardScale, writeCard } from './artist-card.ts'
import type { HasInk } from './ink-map.ts'
import type { SizeMm } from './pixels.ts'
import { formatSize, printed } from './printed-messages.ts'
import { type Paper, planSheets, type SheetPlan } from './sheet-plan.ts'
import { writeSheets } from './sheets.ts'
import { writeTemporarySheet } from './temporary-sheet.ts'
import { readFonts } from './testing.ts'

const everywhere: HasInk = () => true
const fonts = readFonts()
const sheetContent = {
  colour: 'black',
  isMirrored: false,
  name: '',
  origin: '',
  title: '',
} as const
const square = (side: number) => [Float32Array.of(0, 0, side, 0, side, side, 0, side)]

function plan(size: SizeMm, paper: Paper, hasInk = everywhere, isMirrored = false): SheetPlan {
  const result = planSheets({ size, paper, isMirrored, hasInk })
  if (result.kind !== 'sheets') throw new Error(`${result.count} sheets`)
  return result.plan
}

/** The operators of each stream of a PDF, whose table of offsets must be right. */
function readPdf(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1')
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) =>
    Number(offset),
  )
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  const streams = [...text.matchAll(/\/Length (\d+)>>\nstream\n/g)].map((match) => {
    const from = match.index + match[0].length
    return inflateSync(bytes.subarray(from, from + Number(match[1]))).toString('latin1')
  })
  const words = streams.flatMap((stream) =>
    [...stream.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    ),
  )
  const baselines = streams.flatMap((stream) =>
    [...stream.matchAll(/1 0 0 -1 \S+ (\S+) Tm/g)].map(([, y]) => Number(y)),
  )
  return {
    text,
    pages: streams.filter((stream) => / cm \/(Drawing|Picture0) Do/.test(stream)),
    drawing: streams.find((stream) => stream.endsWith('f*')),
    words,
    lowest: Math.max(...baselines),
  }
}

test('puts a design that fits on one sheet, and turns one that fits on its side only', () => {
  expect(plan({ width: 98, height: 125 }, 'a4')).toMatchObject({
    isTurned: false,
    tiles: [{ x: 0, y: 0, width: 98, height: 125 }],
  })
  const lying = { width: 190, height: 250 }
  expect(plan({ width: 250, height: 190 }, 'a4')).toMatchObject({
    isTurned: true,
    lying,
    tiles: [{ x: 0, y: 0 }],
  })
})

test('covers the whole design with tiles that overlap by 10 mm, none of them a sliver', () => {
  for (const paper of ['a4', 'letter', 'roll'] as const) {
    for (const longest of [205, 260, 300, 400]) {
      const { tiles, lying, area } = plan({ width: longest, height: longest * 0.8 }, paper)
      for (const tile of tiles) {
        expect(tile.width).toBeLessThanOrEqual(area.width + 1e-6)
        expect(tile.height).toBeLessThanOrEqual(area.height + 1e-6)
        expect(Math.min(tile.width, tile.height)).toBeGreaterThan(30)
      }
      const isOn = (at: number, start: number, length: number) =>
        at >= start - 1e-6 && at <= start + length + 1e-6
      const uncovered: [number, number][] = []
      for (let x = 0; x <= lying.width; x += 5) {
        for (let y = 0; y <= lying.height; y += 5) {
          if (!tiles.some((tile) => isOn(x, tile.x, tile.width) && isOn(y, tile.y, tile.height)))
            uncovered.push([x, y])
        }
      }
      expect(uncovered).toEqual([])
      const row = tiles.filter((tile) => tile.y === tiles[0]?.y)
      for (const [index, tile] of row.entries()) {
        const next = row[index + 1]
        if (next) expect(tile.x + tile.width - next.x).toBeCloseTo(10)
      }
    }
  }
})

test('leaves out tiles without ink, of the mirrored design too', () => {
  expect(plan({ width: 300, height: 150 }, 'letter', (x) => x < 150).tiles).toHaveLength(1)
  expect(plan({ width: 400, height: 400 }, 'a4').tiles).toHaveLength(6)
  const corner = plan({ width: 400, height: 400 }, 'a4', (x, y) => x < 80 && y < 80, true)
  expect(corner.tiles).toHaveLength(1)
  const [tile] = corner.tiles
  const [x, y] = corner.isTurned ? [400, 400] : [400, 0]
  expect((tile?.x ?? 0) + (x === 0 ? 0 : (tile?.width ?? 0))).toBeCloseTo(x)
  expect((tile?.y ?? 0) + (y === 0 ? 0 : (tile?.height ?? 0))).toBeCloseTo(y)
})

test('says how many sheets a design would take that needs more than nine', () => {
  const size = { width: 1000, height: 1000 }
  expect(planSheets({ size, paper: 'a4', isMirrored: false, hasInk: everywhere })).toMatchObject({
    kind: 'too-many',
    count: 24,
  })
})

test('writes size, number, mirror and instructions on every sheet', async () => {
  const size = { width: 300, height: 400 }
  const content = {
    ...sheetContent,
    loops: square(300),
    size,
    isMirrored: true,
    name: 'Cœur 🐺',
    origin: 'imported',
  }
  const sheets = plan(size, 'a4', everywhere, true)
  const { text, words } = readPdf(await writeSheets(sheets, content, fonts))
  const facts = words.filter((line) => line.includes('MIROIR'))
  expect(facts).toEqual(
    sheets.tiles.map((_, i) => `30,0 × 40,0 cm · MIROIR · feuille ${i + 1}/${sheets.tiles.length}`),
  )
  expect(
    words.filter((line) => line === `${printed.printAtFullSize} · Dessin importé`),
  ).toHaveLength(sheets.tiles.length)
  expect(text).toContain('/PrintScaling/None')
  expect(text).toContain(`/Count ${sheets.tiles.length}`)
})

/** Points of a PDF, 72 to an inch, as millimetres. */
const toMm = (points: string | undefined) => Number(points) / (72 / 25.4)

test.each<Paper>(['a4', 'letter', 'roll'])('prints at true size on %s, mirrored', async (paper) => {
  const size = { width: 80, height: 100 }
  const sheets = plan(size, paper, everywhere, true)
  const content = { ...sheetContent, loops: square(80), size, isMirrored: true }
  const { text, pages, drawing } = readPdf(await writeSheets(sheets, content, fonts))
  const [, width, height] = /MediaBox\[0 0 (\S+) (\S+)\]/.exec(text) ?? []
  expect(toMm(width)).toBeCloseTo(sheets.page.width)
  expect(toMm(height)).toBeCloseTo(sheets.page.height)
  // Everything else is in millimetres, from the top left.
  const [page = ''] = pages
  const [, scale, flip] = /^(\S+) 0 0 (\S+) 0 \S+ cm/.exec(page) ?? []
  expect([toMm(scale), toMm(flip)]).toEqual([1, -1])
  const ruler = [...page.matchAll(/q 0.1 w (\S+) (\S+) m (\S+) \2 l S Q/g)]
  expect(ruler.map(([, from, , to]) => Number(to) - Number(from))).toContain(100)
  expect(page).toMatch(/ 80 100 re W n -1 0 0 1 \S+ \S+ cm \/Drawing Do/)
  expect(drawing).toMatch(/\.01 0 0 \.01 0 0 cm\n0 0 m\n8000 0 l/)
})

test('prints temporary tattoos mirrored, at true size and smaller', async () => {
  const picture = { width: 2, height: 2, data: new Uint8ClampedArray(16).fill(255) }
  const content = { picture, size: { width: 86, height: 125 }, name: '', title: '', origin: 'ai' }
  const { pages } = readPdf(await writeTemporarySheet(content, fonts))
  const copies = pages[0]?.matchAll(/q (\S+) 0 0 (\S+) \S+ \S+ cm \/Picture0 Do/g) ?? []
  const sizes = Array.from(copies, ([, width, height]) => [Number(width), Number(height)])
  expect(sizes[0]).toEqual([-86, -125])
  expect(sizes.length).toBeGreaterThan(1)
})

test('shows a name that the fonts lack as a picture', async () => {
  const size = { width: 80, height: 100 }
  const name = { width: 60, height: 14, data: new Uint8ClampedArray(4 * 60 * 14).fill(200) }
  const content = { ...sheetContent, loops: square(80), size, name, title: 'ذئب' }
  const { text } = readPdf(await writeSheets(plan(size, 'letter'), content, fonts))
  expect(text).toContain('/Subtype/Image/Width 60/Height 14')
  expect(text).toContain('/Title<feff063006260628>')
})

const card: CardContent = {
  name: 'Un loup',
  title: 'Un loup',
  design: { kind: 'lines', loops: square(100) },
  size: { width: 100, height: 125 },
  style: 'Traditionnel',
  placement: 'Bras',
  measuredColours: [{ hex: '#cc0000', share: 0.62 }],
  chosenColours: ['Noir', 'Rouge'],
  figures: {
    lines: '2\u00a0% à moins de 0,3\u00a0mm',
    gaps: 'aucun intervalle étroit',
    loops: 'aucune boucle',
    resolution: 'Sous 0,24\u00a0mm, cette image ne permet pas de mesurer.',
    weights: '0,4\u00a0mm 100\u00a0%',
    advised: 'au moins 5,5\u00a0cm',
    reason: '',
    letter: '',
  },
  notes: 'Bonjour',
  questions: printed.toArtist,
  date: '21 novembre 2026',
  origin: 'imported',
}

test('writes the artist’s card on one page, with all notes', async () => {
  for (const notes of ['mot '.repeat(150), `${'a\n'.repeat(299)}fin`, 'm'.repeat(600), '']) {
    const { text, words, lowest } = readPdf(await writeCard({ ...card, notes }, fonts))
    expect(text).toContain('/Count 1')
    expect(lowest).toBeLessThan(297 - 5)
    expect(words.join('').replace(/[\s/]/g, '')).toContain(notes.replace(/\s/g, ''))
  }
  const { words } = readPdf(await writeCard(card, fonts))
  expect(words).toEqual(
    expect.arrayContaining([
      expect.stringContaining('0,24'),
      'aucun intervalle étroit',
      'au moins 5,5\u00a0cm',
      'rouge 62\u00a0%',
      '#cc0000',
      '0,4\u00a0mm 100\u00a0%',
      '10,0 × 12,5 cm, taille réelle',
    ]),
  )
})

test('shows a design on the card at true size if it fits', () => {
  expect(cardScale({ width: 100, height: 125 })).toBe(1)
})

test.each([
  { name: 'and at true size on page 2', width: 190, percent: 56, pages: 2 },
  { name: 'alone, where it is too wide for a page', width: 191, percent: 56, pages: 1 },
])('reduces a design that does not fit on the card, $name', async ({ width, percent, pages }) => {
  const size = { width, height: 250 }
  expect(cardScale(size)).toBe(percent / 100)
  const { text, words } = readPdf(await writeCard({ ...card, size }, fonts))
  expect(text).toContain(`/Count ${pages}`)
  const hint = pages === 2 ? ', taille réelle page 2' : ''
  expect(words).toContain(`${formatSize(size)}, réduit à ${percent}\u00a0%${hint}`)
  expect(words.includes(`${formatSize(size)}, taille réelle`)).toBe(pages === 2)
})

test('lays tiles over each other by the same crosses on both', async () => {
  const size = { width: 300, height: 150 }
  const sheets = plan(size, 'letter')
  const content = { ...sheetContent, loops: square(300), size }
  const { pages } = readPdf(await writeSheets(sheets, content, fonts))
  const [cut = 0] = sheets.cuts.x
  const crosses = sheets.tiles.map((tile, i) => {
    const left = sheets.area.x + (sheets.area.width - tile.width) / 2 - tile.x
    const top = sheets.area.y + (sheets.area.height - tile.height) / 2 - tile.y
    const lines = [...(pages[i] ?? '').matchAll(/q 0.1 w (\S+) (\S+) m (\S+) (\S+) l S Q/g)].map(
      (match) => match.slice(1).map(Number),
    )
    const level = lines.filter(
      ([x = 0, y, endX = 0, endY]) =>
        y === endY && Math.abs((x + endX) / 2 - left - cut) < 0.001 && endX - x === 6,
    )
    return level.map(([, y = 0]) => Math.round(y - top))
  })
  expect(sheets.isTurned).toBe(false)
  expect(crosses).toEqual([
    [25, 75, 125],
    [25, 75, 125],
  ])
})
