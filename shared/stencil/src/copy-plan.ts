import type { SizeMm } from './pixels.ts'
import type { Paper } from './sheet-plan.ts'

/** Stencil sheets, or a sheet of temporary tattoos. */
export type PrintPaper = Paper | 'temporary'

/** A copy of the design on the sheet, in millimetres from the page's top left. */
export interface Copy extends SizeMm {
  readonly x: number
  readonly y: number
}

/** A4. */
export const page = { width: 210, height: 297 }
export const marginMm = 8
/** The block of words and ruler below the copies. */
export const wordsMm = 54
export const area = {
  width: page.width - 2 * marginMm,
  height: page.height - 2 * marginMm - wordsMm,
}
/** From the design to its cut line. */
export const borderMm = 2
/** From the cut line to the next copy, with the copy's size. */
const labelMm = 4.5

/** True size first, then smaller ones to compare. */
const scales = [1, 0.75, 0.5]

/**
 * Copies of a design of this size on an A4 sheet: rows of each scale in turn, as long as they fit.
 * Empty if the sheet is too small for the true size.
 */
export function planCopies(size: SizeMm): readonly Copy[] {
  const copies: Copy[] = []
  let top = 0
  for (let row = 0, skipped = 0; skipped < scales.length; row++) {
    const scale = scales[row % scales.length] ?? 1
    const width = size.width * scale
    const height = size.height * scale
    const rowMm = height + 2 * borderMm + labelMm
    const cellMm = width + 2 * borderMm
    const count = Math.floor((area.width + labelMm) / (cellMm + labelMm))
    if (count === 0 || top + rowMm > area.height) {
      if (row === 0) return []
      skipped++
      continue
    }
    skipped = 0
    const left = (page.width - count * (cellMm + labelMm) + labelMm) / 2 + borderMm
    for (let index = 0; index < count; index++) {
      const x = left + index * (cellMm + labelMm)
      copies.push({ x, y: marginMm + top + borderMm, width, height })
    }
    top += rowMm
  }
  return copies
}
