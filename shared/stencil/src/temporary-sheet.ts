import { originLine } from '@encre/protocol/origin'
import { area, borderMm, marginMm, page, planCopies, wordsMm } from './copy-plan.ts'
import type { Fonts } from './font.ts'
import { createPage, placePicture, strokeLine, writePdf, writeText } from './pdf.ts'
import type { Pixels, SizeMm } from './pixels.ts'
import { formatSize, printed } from './printed-messages.ts'
import { fitText, type PrintedText } from './printed-text.ts'
import { drawRuler } from './sheets.ts'

/** What a sheet of temporary tattoos shows. */
export interface TemporaryContent {
  /** The ink's box of the design, in colour on transparent paper. */
  readonly picture: Pixels
  readonly size: SizeMm
  readonly name: PrintedText
  readonly title: string
  /** How the design was made, as its `origin` says. */
  readonly origin: string
}

/**
 * Draws the sheet as a PDF of one A4 page: copies mirrored for the skin, each with its cut line and
 * its size, and the steps of the paper.
 */
export function writeTemporarySheet(
  { picture, size, name, title, origin }: TemporaryContent,
  fonts: Fonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = createPage(page.width, page.height)
  for (const { x, y, width, height } of planCopies(size)) {
    // A negative width mirrors.
    placePicture(sheet, picture, [x + width, y, -width, height])
    const left = x - borderMm
    const top = y - borderMm
    const right = x + width + borderMm
    const bottom = y + height + borderMm
    strokeLine(sheet, [left, top, right, top, right, bottom, left, bottom, left, top], {
      weight: 0.2,
      dash: 2,
    })
    writeText(sheet, formatSize({ width, height }), { x: left, y: bottom + 3, size: 2.4 })
  }
  const top = page.height - marginMm - wordsMm
  const words = { x: marginMm, size: 3 }
  const heading = `${printed.temporary} · ${printed.mirrored}`
  const start = writeText(sheet, heading, { ...words, y: top + 5, isBold: true })
  const room = area.width - start - 5
  const line = typeof name === 'string' ? fitText(name, room, words.size) : name
  const after = marginMm + start + 5
  writeText(sheet, line, { x: after, y: top + 5, size: words.size, maximumWidth: room })
  for (const [index, step] of printed.temporarySteps.entries()) {
    writeText(sheet, `${index + 1}. ${step}`, { ...words, y: top + 10 + 4.4 * index })
  }
  drawRuler(sheet, marginMm, top + 43, 10)
  writeText(sheet, printed.wear, { ...words, x: marginMm + 110, y: top + 43, isBold: true })
  const notice = [printed.printAtFullSize, originLine(origin)].filter(Boolean).join(' · ')
  const small = { x: marginMm, y: page.height - marginMm, size: 2.8 }
  writeText(sheet, fitText(notice, area.width, small.size), small)
  return writePdf([sheet], { title, origin, fonts })
}
