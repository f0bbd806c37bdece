import { type StyleId, styles } from '@encre/protocol/catalogue'
import { type Advice, adviseSize } from '@encre/stencil/assessment'
import type { Drawing } from '@encre/stencil/drawing'
import { millimetresPerPixel, readDrawing } from '@encre/stencil/drawing'
import { chooseRendering } from '@encre/stencil/first-rendering'
import { readInk } from '@encre/stencil/ink'
import { measureStencil } from '@encre/stencil/measures'
import { svgPath, traceOutline } from '@encre/stencil/outline'
import type { Field, Pixels } from '@encre/stencil/pixels'
import { drawStencil } from '@encre/stencil/stencil'
import { drawDesign, drawProgress } from '../../../workers/local/src/drawing/draw.ts'
import { renderPixels } from '../../../workers/local/src/drawing/render.ts'
import { startMakerRenderer } from '../../lib/maker-renderer.ts'
import { median } from '../median.ts'

const sizeMm = 125
/** Found within 0.5 mm of a design whose picture is 12.5 cm wide. */
const reachMm = 0.5

/** A design of the embedded image maker, and the stencil that it drew first. */
interface MakerDesign {
  style: StyleId
  picture: Pixels
  stencil: Pixels
}

const subjects = [
  ['un loup sous la lune avec des roses', 'black (#000000), red (#cc0000), blue (#0066cc)'],
  ['une carpe koï', 'black (#000000), red (#cc0000)'],
  ['un papillon', 'black (#000000), green (#4c9900), purple (#7733cc)'],
] as const

/** Up to three subjects in each style, `side` pixels square. */
async function drawMakerDesigns(
  side: number,
  count: number = subjects.length,
): Promise<MakerDesign[]> {
  await startMakerRenderer()
  return styles.flatMap((style) =>
    subjects.slice(0, count).map(([subject, colours]) => {
      const prompt = `Create a ${style.name.toLowerCase()} tattoo design. Subject: ${subject}. Use these ink colors: ${colours}. Tattoo size: Moyen (10-15 cm). Placement: Autre.`
      const request = { prompt, canvas: { width: side, height: side } }
      return {
        style: style.id,
        picture: render(drawDesign(request)),
        stencil: render(drawProgress(request, 0)),
      }
    }),
  )
}

function render(svg: string): Pixels {
  const { width, height, pixels } = renderPixels(svg)
  return { width, height, data: pixels }
}

interface Figures {
  visibleRecall: number
  /** Share of the picture that the line art covers: a blob would find everything. */
  covered: number
  kilobytes: number
  recommendedMm: number
}

/**
 * Per style: how much of the maker's own stencil is found in its pictures, and what the vector
 * weighs.
 */
export async function benchLineArt(say: (sentence: string) => void): Promise<[string, string][]> {
  const designs = await drawMakerDesigns(1024)
  const rows: [string, string][] = []
  for (const [style, group] of Map.groupBy(designs, (design) => design.style)) {
    say(`Line art of ${style} ...`)
    const clean = group.map(measure)
    const aim = ['animal-portrait', 'geometric'].includes(style) ? 0.9 : 0.95
    const of = (figures: Figures[], key: keyof Figures) =>
      figures.reduce((sum, one) => sum + one[key], 0) / figures.length
    rows.push([
      `${style}: stencil found (aim ${aim}, of what is visible)`,
      of(clean, 'visibleRecall').toFixed(3),
    ])
    rows.push([
      `${style}: covered, SVG, recommended size`,
      `${(100 * of(clean, 'covered')).toFixed(0)} %, ${median(clean.map((one) => one.kilobytes)).toFixed(0)} kB, ${clean.map((one) => one.recommendedMm / 10).join(', ')} cm`,
    ])
  }
  return rows
}

/**
 * The whole analysis of one picture per style, in milliseconds of processor time: open, line art,
 * vector, measures.
 */
export async function benchTimes(say: (sentence: string) => void): Promise<[string, string][]> {
  const rows: [string, string][] = []
  for (const [side, aim] of [
    [1024, 1000],
    [2048, 3000],
  ] as const) {
    say(`Analysis at ${side} pixels ...`)
    const designs = await drawMakerDesigns(side, 1)
    const runs = designs.map(({ picture, style }) => {
      analyse(picture, style)
      const before = process.cpuUsage()
      const started = performance.now()
      analyse(picture, style)
      const { user, system } = process.cpuUsage(before)
      return { style, processor: (user + system) / 1000, wall: performance.now() - started }
    })
    const slowest = runs.reduce((one, other) => (other.processor > one.processor ? other : one))
    rows.push([
      `analysis at ${side} px (aim ${aim} ms), median / slowest`,
      `${median(runs.map((run) => run.processor)).toFixed(0)} / ${slowest.processor.toFixed(0)} ms of processor time (${slowest.style}; ${slowest.wall.toFixed(0)} ms by the clock)`,
    ])
  }
  return rows
}

function analyse(picture: Pixels, style: string): void {
  const drawing = read(picture)
  const lineArt = drawFirst(drawing, style)
  svgPath(traceOutline(lineArt, drawing.box, millimetresPerPixel(drawing, sizeMm)))
  adviseSize(measureStencil(lineArt, drawing.box, style))
}

function drawFirst(drawing: Drawing, style: string): Field {
  const choice = chooseRendering(drawing, style)
  if (!choice) throw new Error(`no rendering finds a line in a design of ${style}`)
  return drawStencil(drawing, style, choice)
}

function advisedMm(advice: Advice): number {
  return advice.kind === 'size' ? advice.sizeMm : Number.NaN
}

function read(picture: Pixels): Drawing {
  const result = readDrawing(picture)
  if (result.kind !== 'ink') throw new Error(`a design of the maker is ${result.kind}`)
  return result.drawing
}

function measure({ style, stencil, picture }: MakerDesign): Figures {
  const drawing = read(picture)
  const lineArt = drawFirst(drawing, style)
  const found = widen(
    placeOn(picture, lineArt, drawing.place.x - drawing.box.x, drawing.place.y - drawing.box.y),
    picture,
    reachMm / (sizeMm / picture.width),
  )
  const wanted = readInk(stencil).ink
  const visible = seeInk(readInk(picture).ink)
  let seen = 0
  let seenFound = 0
  for (const [index, strength] of wanted.data.entries()) {
    if (strength < 0.35 || !visible(index)) continue
    seen++
    if (found[index]) seenFound++
  }
  const path = svgPath(traceOutline(lineArt, drawing.box, millimetresPerPixel(drawing, sizeMm)))
  const covered = lineArt.data.reduce((count, value) => count + (value >= 0.5 ? 1 : 0), 0)
  return {
    visibleRecall: seenFound / seen,
    covered: covered / lineArt.data.length,
    kilobytes: path.length / 1024,
    recommendedMm: advisedMm(adviseSize(measureStencil(lineArt, drawing.box, style))),
  }
}

function placeOn({ width, height }: Pixels, lineArt: Field, left: number, top: number): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const [index, value] of lineArt.data.entries()) {
    const x = (index % lineArt.width) + left
    const y = Math.floor(index / lineArt.width) + top
    if (value >= 0.5 && x >= 0 && y >= 0 && x < width && y < height) mask[y * width + x] = 1
  }
  return mask
}

function widen(mask: Uint8Array, { width, height }: Pixels, radius: number): Uint8Array {
  const reach = Math.floor(radius)
  const offsets: [number, number][] = []
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (Math.hypot(x, y) <= radius) offsets.push([x, y])
    }
  }
  const out = new Uint8Array(mask.length)
  for (const [index, value] of mask.entries()) {
    if (!value) continue
    for (const [dx, dy] of offsets) {
      const x = (index % width) + dx
      const y = Math.floor(index / width) + dy
      if (x >= 0 && y >= 0 && x < width && y < height) out[y * width + x] = 1
    }
  }
  return out
}

/**
 * Whether ink changes within 4 pixels: the maker paints ornaments over its stencil, and leaves
 * parts of it to the eye.
 */
function seeInk({ width, height, data }: Field): (index: number) => boolean {
  return (index) => {
    const x = index % width
    const y = Math.floor(index / width)
    let least = 1
    let most = 0
    for (let row = Math.max(0, y - 4); row <= Math.min(height - 1, y + 4); row++) {
      for (let column = Math.max(0, x - 4); column <= Math.min(width - 1, x + 4); column++) {
        const value = data[row * width + column] ?? 0
        least = Math.min(least, value)
        most = Math.max(most, value)
      }
    }
    return most - least > 0.2
  }
}
