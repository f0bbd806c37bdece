import { originLine } from '@encre/protocol/origin'
import type { Fonts } from './font.ts'
import type { Loop } from './outline.ts'
import {
  createPage,
  type Matrix,
  type PdfPage,
  placeDrawing,
  strokeLine,
  writePdf,
  writeText,
} from './pdf.ts'
import type { SizeMm } from './pixels.ts'
import { formatSize, printed } from './printed-messages.ts'
import { fitText, type PrintedText, textWidth } from './printed-text.ts'
import { bandMm, type SheetPlan, type Tile } from './sheet-plan.ts'

/** Black, or the violet of hectograph paper. */
export type StencilColour = 'black' | 'violet'

/** The ink of each colour in every file. */
export const stencilInks: Record<StencilColour, string> = { black: '#000000', violet: '#4a22b5' }

/** What the sheets show, apart from where they are cut. */
export interface SheetContent {
  /** Line art in millimetres from the top left of the ink (`traceOutline`). */
  readonly loops: readonly Loop[]
  readonly size: SizeMm
  readonly colour: StencilColour
  readonly isMirrored: boolean
  readonly name: PrintedText
  /** How the design was made, as its `origin` says. */
  readonly origin: string
  /** Title of the file, in any script. */
  readonly title: string
}

/**
 * Draws planned sheets as a PDF: the design at its true size, and on every sheet a ruler, a square
 * and words to check it by.
 */
export function writeSheets(
  plan: SheetPlan,
  content: SheetContent,
  fonts: Fonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const pages = plan.tiles.map((tile, index) => drawSheet(plan, tile, index, content))
  const { title, origin, loops, size } = content
  return writePdf(pages, {
    title,
    origin,
    fonts,
    drawing: { loops, ink: stencilInks[content.colour], ...size },
  })
}

function drawSheet(plan: SheetPlan, tile: Tile, index: number, content: SheetContent): PdfPage {
  const page = createPage(plan.page.width, plan.page.height)
  const { area } = plan
  // Where the design's top left lies on this page.
  const left = area.x + (area.width - tile.width) / 2 - tile.x
  const top = area.y + (area.height - tile.height) / 2 - tile.y
  const box = [left + tile.x, top + tile.y, tile.width, tile.height] as const
  placeDrawing(page, matrixOf(plan, content, left, top), box)
  drawMarks(page, plan, tile, left, top)
  drawCuts(page, plan, tile, left, top)
  drawBand(page, plan, index, content)
  return page
}

/** From the design to the page: mirrored, then turned a quarter clockwise, then moved. */
function matrixOf(
  { isTurned }: SheetPlan,
  { isMirrored, size }: SheetContent,
  left: number,
  top: number,
): Matrix {
  const [flip, shift] = isMirrored ? [-1, size.width] : [1, 0]
  return isTurned
    ? [0, flip, -1, 0, left + size.height, top + shift]
    : [flip, 0, 0, 1, left + shift, top]
}

const markMm = 4

const arms = [[1, 0] as const, [-1, 0] as const, [0, 1] as const, [0, -1] as const]

/**
 * Marks within the design's box, at its corners and in the middle of each side, each on the sheet
 * that shows it.
 */
function drawMarks(
  page: PdfPage,
  { lying: { width, height } }: SheetPlan,
  tile: Tile,
  left: number,
  top: number,
): void {
  const length = Math.min(markMm, width / 4, height / 4)
  const isWithin = (x: number, y: number, box: Tile) =>
    x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height
  for (const x of [0, width / 2, width]) {
    for (const y of [0, height / 2, height]) {
      if ((x === width / 2 && y === height / 2) || !isWithin(x, y, tile)) continue
      for (const [across, along] of arms) {
        const endX = x + across * length
        const endY = y + along * length
        if (isWithin(endX, endY, { x: 0, y: 0, width, height }))
          strokeLine(page, [left + x, top + y, left + endX, top + endY], { weight: 0.1 })
      }
    }
  }
}

/**
 * Sheets that overlap have the same crosses along their cut, this far apart, to be laid over each
 * other.
 */
const crossStepMm = 50
const crossArmMm = 3

function drawCuts(page: PdfPage, { cuts }: SheetPlan, tile: Tile, left: number, top: number): void {
  for (const [places, isUpright] of [[cuts.x, true] as const, [cuts.y, false] as const]) {
    const [start, length, from, to] = isUpright
      ? [tile.x, tile.width, tile.y, tile.y + tile.height]
      : [tile.y, tile.height, tile.x, tile.x + tile.width]
    const point = (across: number, along: number) =>
      isUpright ? [left + across, top + along] : [left + along, top + across]
    for (const cut of places) {
      if (cut <= start || cut >= start + length) continue
      strokeLine(page, [...point(cut, from), ...point(cut, to)], { weight: 0.2, dash: 2 })
      for (let at = crossStepMm / 2; at < to - crossArmMm; at += crossStepMm) {
        if (at < from + crossArmMm) continue
        strokeLine(page, [...point(cut - crossArmMm, at), ...point(cut + crossArmMm, at)], {
          weight: 0.1,
        })
        strokeLine(page, [...point(cut, at - crossArmMm), ...point(cut, at + crossArmMm)], {
          weight: 0.1,
        })
      }
    }
  }
}

const squareMm = 20

function drawBand(page: PdfPage, plan: SheetPlan, index: number, content: SheetContent): void {
  const { area, tiles } = plan
  const left = area.x + 0.5
  const top = area.y + area.height + bandMm - squareMm - 1
  strokeLine(
    page,
    [
      left,
      top,
      left + squareMm,
      top,
      left + squareMm,
      top + squareMm,
      left,
      top + squareMm,
      left,
      top,
    ],
    { weight: 0.1 },
  )
  writeText(page, '2 × 2 cm', { x: left + 4.5, y: top + squareMm / 2 + 1, size: 2.8 })
  const x = left + squareMm + 6
  const width = area.width - squareMm - 7
  const facts = [
    formatSize(content.size),
    ...(content.isMirrored ? [printed.mirrored] : []),
    ...(tiles.length > 1 ? [printed.sheet(index + 1, tiles.length)] : []),
  ].join(' · ')
  const factsWidth = textWidth(facts, 3.6, true)
  writeText(page, facts, { x, y: top + 2.8, size: 3.6, isBold: true })
  const room = width - factsWidth - 5
  const name = typeof content.name === 'string' ? fitText(content.name, room, 3.6) : content.name
  if (content.origin === 'lettering') {
    writeLetters(page, content.name, { x, y: top + 7, size: 2.8, width })
  } else {
    writeText(page, name, { x: x + factsWidth + 5, y: top + 2.8, size: 3.6, maximumWidth: room })
  }
  drawRuler(page, x, top + 12, 10)
  const notice = [printed.printAtFullSize, originLine(content.origin)].filter(Boolean).join(' · ')
  writeText(page, fitText(notice, width, 2.8), { x, y: top + squareMm - 0.5, size: 2.8 })
}

interface LettersPlace {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly width: number
}

/**
 * The words of a lettering, smaller where the line is long, but never cut. Shared with the artist's
 * card.
 */
export function writeLetters(
  page: PdfPage,
  words: PrintedText,
  { x, y, size, width }: LettersPlace,
): void {
  const labelWidth = writeText(page, printed.readAgain, { x, y, size, isBold: true }) + size / 2
  const room = width - labelWidth
  const wanted = typeof words === 'string' ? textWidth(words, size) : 0
  const fitting = wanted > room ? (size * room) / wanted : size
  writeText(page, words, { x: x + labelWidth, y, size: fitting, maximumWidth: room })
}

/** Of a tick at each millimetre, in millimetres: centimetres and their halves are longer. */
function tickHeight(tick: number): number {
  if (tick % 10 === 0) return 4
  return tick % 5 === 0 ? 3 : 1.8
}

/**
 * A ruler of whole centimetres, `unit` millimetres each on paper, its ticks above its line. Shared
 * with the artist's card.
 */
export function drawRuler(
  page: PdfPage,
  x: number,
  y: number,
  centimetres: number,
  unit = 10,
): void {
  strokeLine(page, [x, y, x + centimetres * unit, y], { weight: 0.1 })
  for (let tick = 0; tick <= 10 * centimetres; tick++) {
    const height = tickHeight(tick)
    if (unit < 6 && tick % 5 !== 0) continue
    strokeLine(page, [x + (tick * unit) / 10, y, x + (tick * unit) / 10, y - height], {
      weight: 0.1,
    })
    if (tick % 10 === 0) {
      const label = tick === 10 * centimetres ? `${centimetres} cm` : String(tick / 10)
      writeText(page, label, { x: x + (tick * unit) / 10 - 0.7, y: y + 2.8, size: 2.4 })
    }
  }
}
