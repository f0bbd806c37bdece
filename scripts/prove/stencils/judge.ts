import type { CleanChoice } from '@encre/stencil/clean-lines'
import type { RenderingChoice } from '@encre/stencil/first-rendering'
import type { Layers } from '@encre/stencil/layers'
import type { Result, Task } from '@encre/stencil/messages'
import type { Box, Pixels } from '@encre/stencil/pixels'
import { writePng } from '@encre/stencil/png'
import { createStudio } from '@encre/stencil/studio'
import {
  type Chart,
  drawDirectionChart,
  drawGapChart,
  drawGapDirectionChart,
  drawRingChart,
  drawStrokeChart,
  type Finish,
  type TrueStroke,
} from './charts.ts'
import { type Dots, readPng } from './measured-png.ts'

/** A line of the table: what was measured, what was found, and the aim. */
export interface Row {
  figure: string
  found: number
  unit: string
  aim: number
  /** Whether the aim is the most or the least that is accepted. */
  isMost: boolean
}

/** A spot that the page marks, in pixels of the picture. */
interface Spot {
  x: number
  y: number
  width: number
}

/** Millimetres per pixel of a picture of 1024 pixels that is 12.5 cm long. */
const mmPerPixel = 125 / 1024

/** An open picture, asked as the page asks the worker. */
export interface Page {
  place: Box
  first: RenderingChoice
  run<Type extends Task['type']>(task: Extract<Task, { type: Type }>): Promise<Result>
  assess(sizeMm: number): Promise<Extract<Result, { type: 'assessed' }>>
  /** The PNG that the page downloads, read again. */
  download(sizeMm: number): Promise<Dots>
  /** What the page makes files of, as the picture asks for or drawn again. */
  layers(sizeMm: number, clean?: CleanChoice): Promise<Layers>
  /** Where the stencil is when its lines were drawn again. */
  placeOf(clean: CleanChoice): Promise<Box>
  /** Every spot of a kind, whatever its width. */
  spots(kind: 'thin' | 'closing' | 'filling'): Promise<Spot[]>
}

/** Opens a picture at its first rendering. Throws where the picture is refused. */
export async function openPage(picture: Pixels, style: string): Promise<Page> {
  const studio = createStudio()
  const run = (task: Task) => studio(task, async () => {})
  const opened = await run({ type: 'open', picture, style })
  if (opened.type !== 'opened')
    throw new Error(`the picture was refused: ${JSON.stringify(opened)}`)
  const { first } = opened
  const placeOf = async (clean?: CleanChoice) => {
    const placed = await run({ type: 'place', ...first, ...(clean && { clean }) })
    if (placed.type !== 'placed') throw new Error(`not placed: ${placed.type}`)
    return placed.place
  }
  const place = await placeOf()
  const longest = Math.max(place.width, place.height)
  const assess = async (sizeMm: number) => {
    const assessed = await run({ type: 'assess', sizeMm, ...first })
    if (assessed.type !== 'assessed') throw new Error(`not assessed: ${assessed.type}`)
    return assessed
  }
  const layersOf = async (sizeMm: number, clean?: CleanChoice) => {
    const reply = await run({ type: 'layers', sizeMm, ...first, ...(clean && { clean }) })
    if (reply.type !== 'layers') throw new Error(`no layers: ${reply.type}`)
    return reply.layers
  }
  return {
    place,
    first,
    run,
    assess,
    layers: layersOf,
    placeOf,
    async download(sizeMm) {
      const file = {
        layers: await layersOf(sizeMm),
        colour: 'black',
        isMirrored: false,
        title: '',
        origin: '',
      } as const
      return readPng(await writePng(file))
    },
    async spots(kind) {
      // So small that everything is under its limit.
      const scale = 0.015
      const { marks } = (await assess(scale * longest)).assessment[kind]
      return Array.from({ length: marks.length / 3 }, (_, i) => ({
        x: (marks[3 * i] ?? 0) / scale + place.x,
        y: (marks[3 * i + 1] ?? 0) / scale + place.y,
        width: (marks[3 * i + 2] ?? 0) / scale,
      }))
    },
  }
}

/** Points of a stroke, one pixel apart, without its ends. */
function pointsOf({ x1, y1, x2, y2, width }: TrueStroke): { x: number; y: number }[] {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const end = width + 2
  const count = Math.floor(length - 2 * end)
  return Array.from({ length: count }, (_, i) => {
    const along = (end + i) / length
    return { x: x1 + along * (x2 - x1), y: y1 + along * (y2 - y1) }
  })
}

/** How far from the middle of a stroke a spot may be. */
const nearPixels = 2

/** The errors of the widths in millimetres, and the share of the length that was found. */
function compareStrokes(strokes: readonly TrueStroke[], spots: readonly Spot[]) {
  const cells = new Map<number, Spot[]>()
  const keyOf = (x: number, y: number) => Math.round(y / 4) * 4096 + Math.round(x / 4)
  for (const spot of spots) {
    const key = keyOf(spot.x, spot.y)
    cells.set(key, [...(cells.get(key) ?? []), spot])
  }
  const nearest = (x: number, y: number) => {
    const around = [-4, 0, 4].flatMap((dy) =>
      [-4, 0, 4].flatMap((dx) => cells.get(keyOf(x + dx, y + dy)) ?? []),
    )
    const apart = (spot: Spot) => Math.hypot(spot.x - x, spot.y - y)
    const sorted = around
      .filter((spot) => apart(spot) <= nearPixels)
      .sort((a, b) => apart(a) - apart(b))
    return sorted[0]
  }
  const errors: { width: number; mm: number }[] = []
  let length = 0
  let found = 0
  for (const stroke of strokes) {
    for (const { x, y } of pointsOf(stroke)) {
      length++
      const spot = nearest(x, y)
      if (!spot) continue
      found++
      errors.push({ width: stroke.width, mm: Math.abs(spot.width - stroke.width) * mmPerPixel })
    }
  }
  return { errors, length, found }
}

export function quantileOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN
}

/** Measures the charts at these angles. */
export async function judgeCharts(
  angles: readonly number[],
  some: readonly Finish[],
): Promise<Row[]> {
  const rows: Row[] = []
  const charts = (draw: (degrees: number, finish: Finish) => Chart, finish: Finish) =>
    angles.map((degrees) => draw(degrees, finish))
  for (const finish of some) {
    rows.push(...(await judgeStrokes('lines', finish, charts(drawStrokeChart, finish))))
    rows.push(...(await judgeStrokes('gaps', finish, charts(drawGapChart, finish))))
    rows.push(...(await judgeRings(finish, charts(drawRingChart, finish))))
    rows.push(await judgeDirections('lines', finish, charts(drawDirectionChart, finish)))
    rows.push(await judgeDirections('gaps', finish, charts(drawGapDirectionChart, finish)))
  }
  return rows
}

async function judgeStrokes(
  kind: 'lines' | 'gaps',
  finish: Finish,
  charts: Chart[],
): Promise<Row[]> {
  const errors: { width: number; mm: number }[] = []
  let length = 0
  let found = 0
  for (const chart of charts) {
    const page = await openPage(chart.picture, 'geometric')
    const spots = await page.spots(kind === 'lines' ? 'thin' : 'closing')
    const compared = compareStrokes(kind === 'lines' ? chart.strokes : chart.gaps, spots)
    errors.push(...compared.errors)
    length += compared.length
    found += compared.found
  }
  const errorsFrom = (least: number) =>
    errors.filter(({ width }) => width >= least).map(({ mm }) => mm)
  return [
    mostRow(`${kind} from 3 px, p95, ${finish}`, quantileOf(errorsFrom(3), 0.95), 'mm', 0.03),
    mostRow(`${kind} from 2 px, p95, ${finish}`, quantileOf(errorsFrom(2), 0.95), 'mm', 0.06),
    leastRow(`${kind} from 2 px, length found, ${finish}`, (100 * found) / length, '%', 95),
  ]
}

async function judgeRings(finish: Finish, charts: Chart[]): Promise<Row[]> {
  let rings = 0
  let found = 0
  const errors: number[] = []
  for (const chart of charts) {
    const page = await openPage(chart.picture, 'geometric')
    const spots = await page.spots('filling')
    for (const ring of chart.rings.filter(({ hole }) => hole >= 3)) {
      rings++
      const spot = spots.find(({ x, y }) => Math.hypot(x - ring.x, y - ring.y) < 3)
      if (!spot) continue
      found++
      const error = Math.abs(spot.width - ring.hole)
      // As a share of what is accepted: 0.06 mm or 10 %.
      errors.push(error / Math.max(0.06 / mmPerPixel, 0.1 * ring.hole))
    }
  }
  return [
    leastRow(`rings with holes from 3 px found, ${finish}`, (100 * found) / rings, '%', 100),
    mostRow(`holes, p95 as a share of 0.06 mm or 10 %, ${finish}`, quantileOf(errors, 0.95), '', 1),
  ]
}

/** How far the shares of the same strokes or gaps lie apart when they are turned. */
async function judgeDirections(
  kind: 'lines' | 'gaps',
  finish: Finish,
  charts: Chart[],
): Promise<Row> {
  const shares: number[] = []
  for (const chart of charts) {
    const page = await openPage(chart.picture, 'geometric')
    const longest = Math.max(page.place.width, page.place.height)
    // Between the widths of the narrow and of the wide ones.
    const limitPixels = kind === 'lines' ? 4.5 : 6
    const { assessment } = await page.assess(
      ((kind === 'lines' ? 0.3 : 0.5) * longest) / limitPixels,
    )
    shares.push(100 * assessment[kind === 'lines' ? 'thin' : 'closing'].share)
  }
  const apart = Math.max(...shares) - Math.min(...shares)
  return mostRow(`shares of ${kind} over the directions, apart, ${finish}`, apart, 'points', 3)
}

export function mostRow(figure: string, found: number, unit: string, aim: number): Row {
  return { figure, found, unit, aim, isMost: true }
}

export function leastRow(figure: string, found: number, unit: string, aim: number): Row {
  return { figure, found, unit, aim, isMost: false }
}

export function isMet({ found, aim, isMost }: Row): boolean {
  return isMost ? found <= aim : found >= aim
}
