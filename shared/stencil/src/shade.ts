import { coverSegment } from './cover.ts'
import { type Branch, isDot, keepStrokes, lengthOf, strokesOf } from './graph.ts'
import { type Box, copyOf, type Field, longestOf } from './pixels.ts'

/** A longer mark is a line, as a share of the longest side: 1.5 mm at 12.5 cm. Letters that are as small cannot be read. */
const markShare = 0.012
const shortestMark = 6

/** So many marks in a square of six times that length are shade, if they are most of what is drawn there; a row of letters has fewer. */
const fewestMarks = 24
const leastShare = 0.5

/**
 * The lines without the short marks that make shade: hairs, stippling, whip shading. The same field where there are none. Shade is a layer
 * of its own, in which artists see how dark a place is.
 */
export function withoutShade(lines: Field, box: Box): Field {
  const limit = Math.max(shortestMark, markShare * longestOf(box))
  const branches = strokesOf(lines, box)
  const marks = findMarks(branches, limit, lines)
  if (marks.length === 0) return lines
  const isMark = new Set(marks)
  const rest = branches.filter((branch) => !isMark.has(branch))
  const cleared = copyOf(lines)
  for (const mark of marks) {
    eachPixel(lines, mark, (index) => {
      cleared.data[index] = 0
    })
  }
  // Where a hair meets a contour, the contour stays whole.
  for (const branch of rest) {
    eachPixel(lines, branch, (index) => {
      cleared.data[index] = lines.data[index] ?? 0
    })
  }
  keepStrokes(cleared, rest)
  return cleared
}

/** The branches that are short and no dots, end freely, and lie among many of their kind. */
function findMarks(branches: readonly Branch[], limit: number, { width, height }: Field): Branch[] {
  const columns = Math.ceil(width / (2 * limit)) + 2
  const cellCount = columns * (Math.ceil(height / (2 * limit)) + 2)
  const counts = new Float64Array(cellCount)
  const dots = new Float64Array(cellCount)
  const marked = new Float64Array(cellCount)
  const drawn = new Float64Array(cellCount)
  const cellOf = ({ points }: Branch, i: number) => {
    const row = Math.floor((points[2 * i + 1] ?? 0) / (2 * limit)) + 1
    return row * columns + Math.floor((points[2 * i] ?? 0) / (2 * limit)) + 1
  }
  const isShort = (branch: Branch) => branch.freeEnds > 0 && lengthOf(branch) <= limit
  for (const branch of branches) {
    const isMark = isShort(branch)
    const middle = cellOf(branch, (branch.points.length / 2) >> 1)
    if (isMark) counts[middle] = (counts[middle] ?? 0) + 1
    if (isDot(branch)) dots[middle] = (dots[middle] ?? 0) + 1
    for (const [i, length] of branch.lengths.entries()) {
      const cell = cellOf(branch, i)
      drawn[cell] = (drawn[cell] ?? 0) + length
      if (isMark) marked[cell] = (marked[cell] ?? 0) + length
    }
  }
  const around = (cells: Float64Array, cell: number) => {
    let total = 0
    for (let row = cell - columns; row <= cell + columns; row += columns) {
      total += (cells[row - 1] ?? 0) + (cells[row] ?? 0) + (cells[row + 1] ?? 0)
    }
    return total
  }
  return branches.filter((branch) => {
    if (!isShort(branch) || isDot(branch)) return false
    const cell = cellOf(branch, (branch.points.length / 2) >> 1)
    const count = around(counts, cell)
    // Dots that touch are dots still.
    if (count < 2 * around(dots, cell)) return false
    return count >= fewestMarks && around(marked, cell) > leastShare * around(drawn, cell)
  })
}

/** Visits a stroke up to its edges. */
function eachPixel(field: Field, { points, widths }: Branch, visit: (index: number) => void): void {
  for (const [i, wide] of widths.entries()) {
    const disc = {
      x: (points[2 * i] ?? 0) + 0.5,
      y: (points[2 * i + 1] ?? 0) + 0.5,
      radius: Math.max(2, wide / 2 + 1.5),
    }
    coverSegment(field, disc, disc, (index, share) => {
      if (share >= 0.5) visit(index)
    })
  }
}
