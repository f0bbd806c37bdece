import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pixels, SizeMm } from '@encre/stencil/pixels'
import { type Paper, planSheets, type SheetPlan } from '@encre/stencil/sheet-plan'
import { writeSheets } from '@encre/stencil/sheets'
import { writeTemporarySheet } from '@encre/stencil/temporary-sheet'
import { readFonts } from '@encre/stencil/testing'
import { requirePoppler } from '../lib/programs.ts'

const dotsPerMm = 600 / 25.4

/** A rendered page: 1 where there is ink. */
interface Raster {
  width: number
  height: number
  isInk: Uint8Array
}

const layouts = (['a4', 'letter', 'roll'] as const).flatMap((paper) =>
  [125, 243, 400].flatMap((sizeMm) =>
    [false, true].map((isMirrored) => ({ paper, sizeMm, isMirrored })),
  ),
)

/**
 * Renders sheets at 600 dpi and measures ruler and design on them: a solid rectangle, so that each
 * tile shows its whole box.
 */
export async function benchSheets(say: (sentence: string) => void): Promise<[string, string][]> {
  requirePoppler(say)
  const rows: [string, string][] = []
  for (const paper of ['a4', 'letter', 'roll'] as const) {
    say(`Sheets on ${paper} ...`)
    let ruler = 0
    let box = 0
    let widest = 0
    for (const layout of layouts.filter((one) => one.paper === paper)) {
      const found = await measureLayout(layout)
      ruler = Math.max(ruler, found.ruler)
      box = Math.max(box, found.box)
      widest = Math.max(widest, found.inked)
    }
    rows.push([`${paper}: ruler, worst error on 100 mm (aim 0.1)`, `${ruler.toFixed(3)} mm`])
    rows.push([
      `${paper}: design box, worst error, plain, mirrored and tiled (aim 0.2)`,
      `${box.toFixed(3)} mm`,
    ])
    if (paper === 'roll') rows.push(['roll: widest ink (aim 203)', `${widest.toFixed(2)} mm`])
  }
  say('Temporary tattoos ...')
  let worst = 0
  for (const size of worn) {
    worst = Math.max(worst, await measureCopies(size))
  }
  rows.push(['temporary tattoos: copies, worst error (aim 0.2)', `${worst.toFixed(3)} mm`])
  return rows
}

const worn = [
  { width: 86, height: 125 },
  { width: 120, height: 80 },
  { width: 33.3, height: 33.3 },
]
const wornScales = [1, 0.75, 0.5]

/** Red on the left, blue on the right: a mirrored copy is blue on the left. */
function drawHalves(): Pixels {
  const data = new Uint8ClampedArray(4 * 100 * 100)
  for (let at = 0; at < 100 * 100; at++) {
    data.set(at % 100 < 50 ? [255, 0, 0, 255] : [0, 0, 255, 255], 4 * at)
  }
  return { width: 100, height: 100, data }
}

/** The worst error of a side, in millimetres. Throws for a copy that is not mirrored. */
async function measureCopies(size: SizeMm): Promise<number> {
  const content = { picture: drawHalves(), size, name: '', title: 'Étalon', origin: 'Mesure' }
  const [file] = renderFiles(await writeTemporarySheet(content, readFonts()), 'ppm')
  if (!file) throw new Error('no page')
  const copies = findCopies(file)
  if (copies.length < 2) throw new Error(`${copies.length} copies`)
  const errors = copies.map(({ width, height }) =>
    Math.min(
      ...wornScales.map((scale) =>
        Math.max(Math.abs(width - size.width * scale), Math.abs(height - size.height * scale)),
      ),
    ),
  )
  return Math.max(...errors)
}

interface Run {
  start: number
  end: number
}

interface ColouredBox extends Run {
  first: number
  last: number
}

/** Upright boxes of colour on a page, in millimetres. Words, ruler and cut lines are grey. */
function findCopies(file: Buffer): SizeMm[] {
  const [header = '', columns = '0', rows = '0'] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 60)) ?? []
  const width = Number(columns)
  const boxes: ColouredBox[] = []
  for (let y = 0; y < Number(rows); y++) {
    const from = header.length + 3 * y * width
    for (const run of listColouredRuns(file.subarray(from, from + 3 * width))) {
      const box = boxes.find(({ start, last }) => start === run.start && last === y - 1)
      if (box) box.last = y
      else boxes.push({ ...run, first: y, last: y })
    }
  }
  return boxes.map(({ start, end, first, last }) => ({
    width: (end - start) / dotsPerMm,
    height: (last - first + 1) / dotsPerMm,
  }))
}

/** Throws for a run that is red on its left. */
function listColouredRuns(row: Buffer): Run[] {
  const isColoured = (x: number) => {
    const [red = 0, green = 0, blue = 0] = row.subarray(3 * x)
    return Math.max(red, blue) - green > 100
  }
  const runs: Run[] = []
  for (let x = 0; x < row.length / 3; x++) {
    if (!isColoured(x)) continue
    const start = x
    while (isColoured(x)) {
      x++
    }
    if ((row[3 * start] ?? 0) > 128) throw new Error('a copy is not mirrored')
    runs.push({ start, end: x })
  }
  return runs
}

async function measureLayout({
  paper,
  sizeMm,
  isMirrored,
}: {
  paper: Paper
  sizeMm: number
  isMirrored: boolean
}) {
  const size = { width: sizeMm * 0.83, height: sizeMm }
  const result = planSheets({ size, paper, isMirrored, hasInk: () => true })
  if (result.kind !== 'sheets') throw new Error(`${result.count} sheets`)
  const loops = [Float32Array.of(0, 0, size.width, 0, size.width, size.height, 0, size.height)]
  const words = {
    name: 'Étalon',
    title: 'Étalon',
    origin: 'Mesure',
    colour: 'black',
    isMirrored,
  } as const
  const pages = render(await writeSheets(result.plan, { ...words, loops, size }, readFonts()))
  return {
    ruler: Math.max(...pages.map((page) => Math.abs(measureRuler(page, result.plan) - 100))),
    box: Math.max(...pages.map((page, index) => measureTile(page, result.plan, index))),
    inked: Math.max(...pages.map((page) => extent(page, 0, page.height, 'x') / dotsPerMm)),
  }
}

function render(pdf: Uint8Array): Raster[] {
  return renderFiles(pdf, 'pgm').map(readRaster)
}

/** The pages at 600 dpi, in grey or in colour. */
function renderFiles(pdf: Uint8Array, type: 'pgm' | 'ppm'): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'encre-sheets-'))
  try {
    writeFileSync(join(folder, 'sheets.pdf'), pdf)
    const words = ['-r', '600', ...(type === 'pgm' ? ['-gray'] : []), 'sheets.pdf', 'page']
    const { status, stderr } = spawnSync('pdftoppm', words, { cwd: folder, timeout: 120_000 })
    if (status !== 0) throw new Error(`pdftoppm: ${stderr}`)
    const files = readdirSync(folder).filter((name) => name.endsWith(`.${type}`))
    return files.sort().map((name) => readFileSync(join(folder, name)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readRaster(file: Buffer): Raster {
  const [header = '', width = '0', height = '0'] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 60)) ?? []
  return {
    width: Number(width),
    height: Number(height),
    isInk: file.subarray(header.length).map((value) => (value < 128 ? 1 : 0)),
  }
}

/**
 * From the middle of the first tick to that of the last, on the row where only whole centimetres
 * reach.
 */
function measureRuler(page: Raster, { area }: SheetPlan): number {
  const bandTop = (area.y + area.height) * dotsPerMm
  // The ruler's line is the longest run of ink in the band.
  let line = 0
  let longest = 0
  for (let y = Math.ceil(bandTop); y < page.height; y++) {
    const run = longestRun(page, y)
    if (run > longest) [line, longest] = [y, run]
  }
  const row = Math.round(line - 3.5 * dotsPerMm)
  const ticks: number[] = []
  const start = Math.round((area.x + 24) * dotsPerMm)
  for (let x = start; x < page.width; x++) {
    let end = x
    while (end < page.width && page.isInk[row * page.width + end]) {
      end++
    }
    if (end > x) ticks.push((x + end) / 2)
    x = end
  }
  if (ticks.length !== 11) throw new Error(`${ticks.length} ticks of whole centimetres`)
  return ((ticks[10] ?? 0) - (ticks[0] ?? 0)) / dotsPerMm
}

function longestRun(page: Raster, y: number): number {
  let run = 0
  let longest = 0
  for (let x = 0; x < page.width; x++) {
    run = page.isInk[y * page.width + x] ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Difference between a tile's planned box and its rendered one, place and size. */
function measureTile(page: Raster, { area, tiles }: SheetPlan, index: number): number {
  const tile = tiles[index]
  if (!tile) throw new Error('more pages than tiles')
  const bottom = Math.floor((area.y + area.height + 0.2) * dotsPerMm)
  return Math.max(
    Math.abs(extent(page, 0, bottom, 'x') / dotsPerMm - tile.width),
    Math.abs(extent(page, 0, bottom, 'y') / dotsPerMm - tile.height),
  )
}

/** Dots from the first to the last that is inked, between two rows. */
function extent(page: Raster, top: number, bottom: number, axis: 'x' | 'y'): number {
  let first = Number.POSITIVE_INFINITY
  let last = -1
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < page.width; x++) {
      if (!page.isInk[y * page.width + x]) continue
      const place = axis === 'x' ? x : y
      first = Math.min(first, place)
      last = Math.max(last, place)
    }
  }
  return last - first + 1
}
