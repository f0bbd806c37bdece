import { boundsOf, eachComponent } from './components.ts'
import type { Box, Pixels } from './pixels.ts'
import { quantile } from './quantile.ts'

/** How deep the border is in which a frame lies, as a share of the ink's width or height. */
const bandShare = 0.12
/** A frame covers more than this share of each side. */
const coveredShare = 0.7
/** Each part of a frame is longer than this share of a side. */
const partShare = 0.25
/** The drawing inside is wider and higher than this share of the frame. */
const innerShare = 0.3
/** Ink is this much darker than the paper, of 255. */
const contrast = 40
/** Cells along the longest side. */
const cellCount = 512

/** The picture in cells: a frame need not be found to the pixel. */
interface Grid {
  readonly size: number
  readonly columns: number
  readonly rows: number
}

interface Group {
  readonly cells: Int32Array
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The cells that all groups fill, and how deep the border in it is. */
interface Border {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly bandX: number
  readonly bandY: number
}

/**
 * The drawing within a frame along the border; null where there is no frame, or nothing but one.
 * Versions before Cadrer left such a frame out by themselves: settings of that time are opened so.
 */
export function findFramed(picture: Pixels): Box | null {
  const { width, height, data } = picture
  const size = Math.ceil(Math.max(width, height) / cellCount)
  const grid = { size, columns: Math.floor(width / size), rows: Math.floor(height / size) }
  const paper = [0, 1, 2].map((channel) => brightOf(data, channel))
  const groups = findGroups(picture, grid, Math.min(...paper) - contrast)
  const left = Math.min(...groups.map((group) => group.left))
  const top = Math.min(...groups.map((group) => group.top))
  const across = spanOf(groups, 'left', 'right')
  const down = spanOf(groups, 'top', 'bottom')
  const border = {
    left,
    top,
    right: left + across - 1,
    bottom: top + down - 1,
    bandX: bandShare * across,
    bandY: bandShare * down,
  }
  const isLong = (group: Group) =>
    spanOf([group], 'left', 'right') > partShare * across ||
    spanOf([group], 'top', 'bottom') > partShare * down
  const isInBand = (cell: number) => sidesOf(cell, grid.columns, border).some(Boolean)
  const parts = groups.filter((group) => isLong(group) && group.cells.every(isInBand))
  const inner = groups.filter((group) => !parts.includes(group))
  const isDrawing =
    spanOf(inner, 'left', 'right') > innerShare * across &&
    spanOf(inner, 'top', 'bottom') > innerShare * down
  if (!isDrawing || !coversAllSides(parts, grid.columns, border)) return null
  return boundsInside(inner, parts, grid)
}

/** The connected groups of cells with ink, those with fewer than eight cells left out. */
function findGroups({ width, data }: Pixels, { size, columns, rows }: Grid, limit: number) {
  const isInk = new Uint8Array(columns * rows)
  const columnOf = Int32Array.from({ length: columns * size }, (_, x) => Math.floor(x / size))
  for (let y = 0; y < rows * size; y++) {
    const row = Math.floor(y / size) * columns
    for (let x = 0; x < columns * size; x++) {
      const at = 4 * (y * width + x)
      const darkest = Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255)
      if ((data[at + 3] ?? 255) > 127 && darkest < limit) isInk[row + (columnOf[x] ?? 0)] = 1
    }
  }
  const groups: Group[] = []
  eachComponent(isInk, columns, (cells) => {
    if (cells.length < 8) return
    groups.push({ cells: cells.slice(), ...boundsOf(cells, columns) })
  })
  return groups
}

/** Whether a cell lies in the border at the top, bottom, left and right. */
function sidesOf(cell: number, columns: number, border: Border) {
  const x = cell % columns
  const y = Math.floor(cell / columns)
  return [
    y - border.top < border.bandY,
    border.bottom - y < border.bandY,
    x - border.left < border.bandX,
    border.right - x < border.bandX,
  ]
}

function coversAllSides(parts: readonly Group[], columns: number, border: Border): boolean {
  const across = border.right - border.left + 1
  const down = border.bottom - border.top + 1
  const covered = [0, 1, 2, 3].map(() => new Set<number>())
  for (const cell of parts.flatMap(({ cells }) => [...cells])) {
    for (const [side, isIn] of sidesOf(cell, columns, border).entries()) {
      const place = side < 2 ? cell % columns : Math.floor(cell / columns)
      if (isIn) covered[side]?.add(place)
    }
  }
  return covered.every((places, side) => places.size > coveredShare * (side < 2 ? across : down))
}

/** The pixels of a drawing with half of the paper between it and its frame. */
function boundsInside(
  inner: readonly Group[],
  parts: readonly Group[],
  { size, columns }: Grid,
): Box {
  const left = Math.min(...inner.map((group) => group.left))
  const top = Math.min(...inner.map((group) => group.top))
  const across = spanOf(inner, 'left', 'right')
  const down = spanOf(inner, 'top', 'bottom')
  let gap = cellCount
  for (const cell of parts.flatMap(({ cells }) => [...cells])) {
    const x = (cell % columns) - left
    const y = Math.floor(cell / columns) - top
    gap = Math.min(gap, Math.max(-x, x - across + 1, -y, y - down + 1))
  }
  const margin = Math.max(0, Math.floor(gap / 2))
  return {
    x: (left - margin) * size,
    y: (top - margin) * size,
    width: (across + 2 * margin) * size,
    height: (down + 2 * margin) * size,
  }
}

function spanOf(groups: readonly Group[], from: 'left' | 'top', to: 'right' | 'bottom'): number {
  return (
    Math.max(...groups.map((group) => group[to])) -
    Math.min(...groups.map((group) => group[from])) +
    1
  )
}

/** The value of a channel that three of five pixels do not exceed. */
function brightOf(data: Pixels['data'], channel: number): number {
  const values: number[] = []
  for (let at = 0; at < data.length; at += 4 * 61)
    values.push((data[at + 3] ?? 255) > 127 ? (data[at + channel] ?? 255) : 255)
  return quantile(values, 0.6)
}
