import { colourNames } from '@encre/picture/colour-names'
import { originLine } from '@encre/protocol/origin'
import type { Figures } from './figures.ts'
import type { Fonts } from './font.ts'
import type { Loop } from './outline.ts'
import type { MeasuredColour } from './palette.ts'
import {
  createPage,
  fillBox,
  type PdfPage,
  placeDrawing,
  placePicture,
  writePdf,
  writeText,
} from './pdf.ts'
import type { Pixels, SizeMm } from './pixels.ts'
import { decimal, formatSize, printed } from './printed-messages.ts'
import { fitText, type PrintedText, textWidth, wrapText } from './printed-text.ts'
import { drawRuler, writeLetters } from './sheets.ts'

/**
 * What the artist's card says. A text of the member with characters that the fonts lack comes as
 * pictures of its lines.
 */
export interface CardContent {
  readonly name: PrintedText
  readonly title: string
  /** The design: the ink's box of its picture, or its line art. */
  readonly design:
    | { readonly kind: 'picture'; readonly picture: Pixels }
    | { readonly kind: 'lines'; readonly loops: readonly Loop[] }
  readonly size: SizeMm
  readonly style: string
  readonly placement: PrintedText
  readonly measuredColours: readonly MeasuredColour[]
  /**
   * Names of the colours that the member chose. Empty for a drawing that was not made here, as
   * style and placement may be.
   */
  readonly chosenColours: readonly string[]
  readonly figures: Figures
  /** Up to 600 characters, or its lines as pictures. */
  readonly notes: string | readonly Pixels[]
  readonly questions: readonly string[]
  /** As a reader writes it, such as "21 novembre 2026". */
  readonly date: string
  /** How the design was made, as its `origin` says. */
  readonly origin: string
}

const page = { width: 210, height: 297 }
const marginMm = 12
const widthMm = page.width - 2 * marginMm
const designTop = 28
/** The box for the design. The facts below it need the rest of the page. */
const designMm: SizeMm = { width: widthMm, height: 140 }
const columnMm = (widthMm - 8) / 2

/**
 * The scale at which the card shows a design of this size: 1 if it fits, else a whole percentage
 * below.
 */
export function cardScale(size: SizeMm): number {
  const share = Math.min(1, designMm.width / size.width, designMm.height / size.height)
  return share === 1 ? 1 : Math.floor(share * 100) / 100
}

/**
 * The artist's card as a PDF of one A4 page, and a second one for a design that fits only there at
 * true size; readable in black and white: every colour is named too.
 */
export function writeCard(content: CardContent, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = createPage(page.width, page.height)
  const { design, size } = content
  writeText(sheet, printed.card, { x: marginMm, y: 18, size: 6, isBold: true })
  const dateWidth = textWidth(content.date, 3.2)
  writeText(sheet, content.date, { x: page.width - marginMm - dateWidth, y: 18, size: 3.2 })
  const name = typeof content.name === 'string' ? fitText(content.name, widthMm, 4.2) : content.name
  const namePlace = { x: marginMm, y: 24.5, size: 4.2 }
  if (content.origin === 'lettering') {
    writeLetters(sheet, content.name, { ...namePlace, width: widthMm })
  } else writeText(sheet, name, { ...namePlace, maximumWidth: widthMm })

  const scale = cardScale(size)
  const width = size.width * scale
  const height = size.height * scale
  const left = marginMm + (widthMm - width) / 2
  placeDesign(sheet, design, scale, [left, designTop, width, height])
  const bottom = designTop + height + 8
  drawRuler(sheet, marginMm, bottom, scale < 0.5 ? 10 : 5, 10 * scale)
  const pages = [sheet]
  const labels = [
    formatSize(size),
    scale === 1 ? printed.trueSize : printed.reduced(Math.round(scale * 100)),
  ]
  if (scale < 1 && size.width <= wholeMm.width && size.height <= wholeMm.height) {
    labels.push(printed.onNextPage)
    pages.push(drawWhole(content, name))
  }
  writeText(sheet, labels.join(', '), { x: marginMm + 110, y: bottom, size: 3.4, isBold: true })

  writeFacts(sheet, content, marginMm, bottom + 10)
  writeWords(sheet, content, marginMm + columnMm + 8, bottom + 10)
  writeText(sheet, fitText(originLine(content.origin) ?? '', widthMm, 2.8), {
    x: marginMm,
    y: page.height - 8,
    size: 2.8,
  })
  const loops = design.kind === 'lines' ? design.loops : []
  return writePdf(pages, {
    title: content.title,
    origin: content.origin,
    fonts,
    drawing: { loops, ink: '#000000', ...size },
  })
}

/** The largest design that a page of its own shows at true size. */
const wholeMm: SizeMm = { width: 190, height: 250 }

function drawWhole({ design, size }: CardContent, name: PrintedText): PdfPage {
  const sheet = createPage(page.width, page.height)
  const left = (page.width - size.width) / 2
  writeText(sheet, name, { x: marginMm, y: 12, size: 4.2, maximumWidth: widthMm })
  placeDesign(sheet, design, 1, [left, 17, size.width, size.height])
  const bottom = 17 + size.height + 10
  drawRuler(sheet, marginMm, bottom, 10)
  writeText(sheet, `${formatSize(size)}, ${printed.trueSize}`, {
    x: marginMm + 115,
    y: bottom,
    size: 3.4,
    isBold: true,
  })
  return sheet
}

function placeDesign(
  sheet: PdfPage,
  design: CardContent['design'],
  scale: number,
  box: readonly [number, number, number, number],
): void {
  if (design.kind === 'picture') placePicture(sheet, design.picture, box)
  else placeDrawing(sheet, [scale, 0, 0, scale, box[0], box[1]], box)
}

function writeFacts(sheet: PdfPage, content: CardContent, x: number, top: number): void {
  const facts: (readonly [string, PrintedText])[] = [
    [printed.size, formatSize(content.size)],
    ...(content.style ? [[printed.style, content.style] as const] : []),
    ...(content.placement ? [[printed.placement, content.placement] as const] : []),
    [printed.lines, content.figures.lines],
    [printed.gaps, content.figures.gaps],
    [printed.loops, content.figures.loops],
    ...(content.figures.weights ? [[printed.weights, content.figures.weights] as const] : []),
    [printed.recommended, content.figures.advised],
    [printed.precision, content.figures.resolution],
  ]
  let y = top
  for (const [label, value] of facts) {
    writeText(sheet, label, { x, y, size: 3.2, isBold: true })
    const room = columnMm - 30
    const lines =
      typeof value === 'string' ? wrapText(value, room, (text) => textWidth(text, 3.2)) : [value]
    for (const line of lines) {
      writeText(sheet, line, { x: x + 30, y, size: 3.2, maximumWidth: room })
      y += 5.2
    }
  }
  y += 2
  writeText(sheet, printed.measuredColours, { x, y, size: 3.2, isBold: true })
  const names = colourNames(content.measuredColours.map(({ hex }) => hex))
  for (const [index, { hex, share }] of content.measuredColours.entries()) {
    y += 5.2
    fillBox(sheet, [x, y - 3.4, 7, 4], '#000000')
    fillBox(sheet, [x + 0.15, y - 3.25, 6.7, 3.7], hex)
    const named = writeText(sheet, `${names[index]} ${decimal(100 * share, 0)}\u00a0%`, {
      x: x + 10,
      y,
      size: 3.2,
    })
    writeText(sheet, hex, { x: x + 12 + named, y, size: 2.4 })
  }
  if (content.chosenColours.length === 0) return
  y += 7
  writeText(sheet, printed.chosenColours, { x, y, size: 3.2, isBold: true })
  for (const line of wrapText(content.chosenColours.join(', '), columnMm, (text) =>
    textWidth(text, 3.2),
  )) {
    y += 4.6
    writeText(sheet, line, { x, y, size: 3.2 })
  }
}

/** Writes the notes and the questions. The type of the notes shrinks until all of them fit. */
function writeWords(
  sheet: PdfPage,
  { notes, questions }: CardContent,
  x: number,
  top: number,
): void {
  const questionLines = questions.flatMap((question) =>
    wrapText(`– ${question}`, columnMm, (text) => textWidth(text, 3.2)),
  )
  const room = page.height - 14 - top - questionLines.length * 4.6 - 14
  let size = 3.4
  let lines: readonly PrintedText[] = []
  for (; ; size -= 0.2) {
    lines = breakNotes(notes, size)
    if (lines.length * size * 1.4 <= room || size < 1.6) break
  }
  let y = top
  if (lines.length > 0) {
    writeText(sheet, printed.notes, { x, y, size: 3.2, isBold: true })
    for (const line of lines) {
      y += size * 1.4
      writeText(sheet, line, { x, y, size, maximumWidth: columnMm })
    }
    y += 7
  }
  writeText(sheet, printed.questions, { x, y, size: 3.2, isBold: true })
  for (const line of questionLines) {
    y += 4.6
    writeText(sheet, line, { x, y, size: 3.2 })
  }
}

/**
 * Breaks the notes into lines. More than 16 paragraphs would not fit as lines of their own, so
 * slashes join them.
 */
function breakNotes(notes: string | readonly Pixels[], size: number): readonly PrintedText[] {
  if (typeof notes !== 'string') return notes
  const text = notes.trim()
  if (!text) return []
  const joined = text.split('\n').length > 16 ? text.split(/\s*\n\s*/).join(' / ') : text
  return wrapText(joined, columnMm, (line) => textWidth(line, size))
}
