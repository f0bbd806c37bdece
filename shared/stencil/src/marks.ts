import { boundsOf, eachComponent } from './components.ts'
import type { Sample } from './ridges.ts'

/** A connected group of line pixels. */
interface Group {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  hasCounter: boolean
}

/** The short marks of a drawing, and the height of its letters. Lengths are in pixels. */
export interface Marks {
  /** 1 where a line pixel belongs to stippling or whip shading: short marks beside each other, which are dots and no lines. */
  readonly isMark: Uint8Array<ArrayBuffer>
  /** The height of the smallest row of letters. Null without any. */
  readonly letterHeight: number | null
}

/** A longer mark is a line, as a share of the drawing's longest side: 2.5 mm at 12.5 cm. */
const longestMark = 0.02
/** A mark is shading if this many others are within three times its length. */
const fewestNeighbours = 3
/** Marks that overlap look longer than one mark, up to this factor. */
const overlappingMarks = 8
/** Only shading has this share of strokes near an end. */
const endShare = 0.3
/** A sample is near an end within this many pixels. */
const endPixels = 3
/** Where marks are this share of all strokes, every thin stroke is one. */
const shadeShare = 0.7
/** Letters are lower than this share of the longest side. */
const highestLetter = 0.12
/** A row of letters has this many closed shapes. */
const fewestLetters = 3

/**
 * Tells short marks and letters from lines. `counters` are the enclosed pieces of paper, such as the inside of an `o`.
 * Letters are small closed shapes of about one height beside each other.
 */
export function readMarks(mask: Uint8Array<ArrayBuffer>, options: { width: number; longest: number; counters: readonly Sample[] }): Marks {
  const { width, longest, counters } = options
  const groups: Group[] = []
  const groupOf = new Int32Array(mask.length)
  eachComponent(mask, width, (indices) => {
    for (const index of indices) groupOf[index] = groups.length + 1
    const { left, top, right, bottom } = boundsOf(indices, width)
    groups.push({ left, top, width: right - left + 1, height: bottom - top + 1, hasCounter: false })
  })
  for (const [x, y] of counters) {
    // The first line pixel to the left of enclosed paper belongs to what encloses it.
    let index = Math.floor(y) * width + Math.floor(x)
    while (index % width > 0 && !mask[index]) index--
    const owner = groups[(groupOf[index] ?? 0) - 1]
    if (owner) owner.hasCounter = true
  }
  const marks = findShading(
    groups.filter((group) => !group.hasCounter && Math.max(group.width, group.height) <= Math.max(6, longestMark * longest)),
  )
  const isMarkGroup = [0, ...groups.map((group) => (marks.has(group) ? 1 : 0))]
  const isMark = new Uint8Array(mask.length)
  if (marks.size > 0) for (let index = 0; index < isMark.length; index++) isMark[index] = isMarkGroup[groupOf[index] ?? 0] ?? 0
  return { isMark, letterHeight: findLetters(groups.filter((group) => group.hasCounter && group.height <= highestLetter * longest)) }
}

/**
 * Which samples of strokes belong to shading: separate marks, and strokes no longer than a mark among many others, such as whip shading that
 * overlaps itself or touches a line. Adds their pixels to `isMark`.
 */
export function findShortStrokes(
  strokes: readonly Sample[],
  distances: Float32Array,
  { width, longest, isMark }: { width: number; longest: number; isMark: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const limit = Math.max(6, longestMark * longest)
  const indexOf = ([x, y]: Sample) => Math.floor(y) * width + Math.floor(x)
  const columns = Math.ceil(width / (2 * limit)) + 2
  const keyOf = ([x, y]: Sample) => (Math.floor(y / (2 * limit)) + 1) * columns + Math.floor(x / (2 * limit)) + 1
  const cellCount = columns * (Math.ceil(distances.length / width / (2 * limit)) + 2)
  // Lengths in each cell, with a margin of empty cells.
  const [all, short, atEnd] = [new Float64Array(cellCount), new Float64Array(cellCount), new Float64Array(cellCount)]
  const add = (cells: Float64Array, stroke: Sample) => {
    cells[keyOf(stroke)] = (cells[keyOf(stroke)] ?? 0) + stroke[3]
  }
  const runOf = ([x, y, , , angle]: Sample, sign: number, most: number) =>
    follow(distances, { width, x, y, cos: sign * Math.cos(angle), sin: sign * Math.sin(angle), limit: most })
  const isShort = Uint8Array.from(strokes, (stroke) => {
    // Stop once it is decided: an end is near or not; for a thin one, both ways together are short or not.
    const isThin = stroke[2] <= limit / 3
    const before = runOf(stroke, -1, isThin ? limit : endPixels + 1)
    const after = runOf(stroke, 1, isThin ? Math.max(endPixels, limit - before) + 1 : endPixels + 1)
    const isIt = isMark[indexOf(stroke)] || (isThin && before + after <= limit)
    add(all, stroke)
    if (isIt) add(short, stroke)
    if (Math.min(before, after) <= endPixels) add(atEnd, stroke)
    return isIt ? 1 : 0
  })
  const around = (cells: Float64Array, stroke: Sample) => {
    const key = keyOf(stroke)
    let sum = 0
    for (let row = key - columns; row <= key + columns; row += columns) {
      sum += (cells[row - 1] ?? 0) + (cells[row] ?? 0) + (cells[row + 1] ?? 0)
    }
    return sum
  }
  const most = overlappingMarks * limit
  for (const [i, stroke] of strokes.entries()) {
    if (isMark[indexOf(stroke)]) continue
    const total = around(all, stroke)
    if (isShort[i]) isShort[i] = around(short, stroke) > fewestNeighbours * limit ? 1 : 0
    else if (
      total > fewestNeighbours * limit &&
      stroke[2] <= limit / 3 &&
      around(atEnd, stroke) > endShare * total &&
      runOf(stroke, 1, most) + runOf(stroke, -1, most) <= most
    ) {
      isShort[i] = 1
      add(short, stroke)
    }
  }
  for (const [i, stroke] of strokes.entries()) {
    // A stroke left over among so many marks is a mark.
    if (stroke[2] <= limit / 3 && around(short, stroke) > shadeShare * around(all, stroke)) isShort[i] = 1
  }
  for (const [i, stroke] of strokes.entries()) if (isShort[i]) isMark[indexOf(stroke)] = 1
  return isShort
}

/** How far a stroke goes on from a point, in pixels, up to `limit`. It may bend, but not turn into a stroke that it crosses. */
function follow(
  distances: Float32Array,
  { width, limit, ...from }: { width: number; limit: number; x: number; y: number; cos: number; sin: number },
): number {
  let { x, y, cos, sin } = from
  const at = (column: number, row: number) => distances[Math.floor(row) * width + Math.floor(column)] ?? 0
  for (let step = 1; step <= limit; step++) {
    x += cos
    y += sin
    if (at(x, y) === 0) return step
    const lean = at(x - sin, y + cos) - at(x + sin, y - cos)
    const turn = Math.abs(lean) < 0.5 ? 0 : Math.sign(lean) * 0.12
    x -= 2 * turn * sin
    y += 2 * turn * cos
    ;[cos, sin] = [cos - turn * sin, sin + turn * cos]
    const size = Math.sqrt(cos * cos + sin * sin)
    cos /= size
    sin /= size
  }
  return limit
}

function findShading(small: readonly Group[]): Set<Group> {
  const reach = (group: Group) => Math.max(9, 3 * Math.max(group.width, group.height))
  const cell = Math.max(9, ...small.map(reach))
  const cells = new Map<number, Group[]>()
  const keyOf = (column: number, row: number) => row * 65536 + column
  for (const group of small) {
    const key = keyOf(Math.floor(group.left / cell), Math.floor(group.top / cell))
    cells.set(key, [...(cells.get(key) ?? []), group])
  }
  return new Set(
    small.filter((group) => {
      const [column, row] = [Math.floor(group.left / cell), Math.floor(group.top / cell)]
      let near = 0
      for (let y = row - 1; y <= row + 1; y++) {
        for (let x = column - 1; x <= column + 1; x++) {
          for (const other of cells.get(keyOf(x, y)) ?? []) {
            if (other !== group && Math.hypot(other.left - group.left, other.top - group.top) <= reach(group)) near++
          }
        }
      }
      return near >= fewestNeighbours
    }),
  )
}

function findLetters(closed: readonly Group[]): number | null {
  let smallest: number | null = null
  for (const letter of closed) {
    const row = closed.filter((other) => {
      const middles = [letter.top + letter.height / 2, other.top + other.height / 2] as const
      const apart = Math.abs(letter.left + letter.width / 2 - other.left - other.width / 2)
      const ratio = other.height / letter.height
      return Math.abs(middles[0] - middles[1]) < 0.6 * letter.height && apart < 8 * letter.height && ratio > 0.6 && ratio < 1.7
    })
    if (row.length < fewestLetters) continue
    const heights = row.map((each) => each.height).sort((one, other) => one - other)
    const height = heights[heights.length >> 1] ?? letter.height
    // Squares and rings of one size are an ornament: letters differ in width.
    const widths = row.map((each) => each.width / each.height)
    if (Math.max(...widths) - Math.min(...widths) < 0.12) continue
    smallest = smallest === null ? height : Math.min(smallest, height)
  }
  return smallest
}
