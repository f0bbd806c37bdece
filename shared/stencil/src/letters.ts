import type { Drawing } from './drawing.ts'
import type { Loop } from './outline.ts'
import { blackOnWhite, createField, type Field, longestOf, type SizeMm } from './pixels.ts'

/**
 * Letters as their face draws them, in any unit, from the top left of the ink. Outer edges and
 * holes turn in opposite directions, and loops do not cross.
 */
export interface Outline {
  readonly loops: readonly Loop[]
  readonly width: number
  readonly height: number
  /** The height of the lowest letter. */
  readonly letterHeight: number
  /** What a thousandth of a type size measures in this unit. */
  readonly unit: number
  /** Letters and ligatures, by their boxes. */
  readonly letters: readonly Letter[]
}

/** A letter or a ligature, by its box in the outline's unit. */
export interface Letter {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The letter at a place of an outline: of those around it the one with the nearest middle. */
export function findLetter({ letters }: Outline, place: { x: number; y: number }): string | null {
  const around = letters.filter(
    ({ x, y, width, height }) =>
      place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height,
  )
  const distance = ({ x, y, width, height }: Letter) =>
    Math.hypot(x + width / 2 - place.x, y + height / 2 - place.y)
  const [nearest] = (around.length > 0 ? around : [...letters]).sort(
    (one, other) => distance(one) - distance(other),
  )
  return nearest?.text ?? null
}

/** Pixels of paper around the box. */
const margin = 8
/** A type size of this many pixels shows hairlines and small loops. */
const typeSizePixels = 320
const shortestSide = 1536
const longestSide = 4096
const mostPixels = 2e6

/** Letters as a drawing, for measures, ageing and colours. Nothing of it is traced. */
export function drawOutline(outline: Outline): Drawing {
  const longest = longestOf(outline)
  const wanted = (typeSizePixels / (1000 * outline.unit)) * longest
  const affordable = longest * Math.sqrt(mostPixels / (outline.width * outline.height))
  const pixels = Math.round(
    Math.min(Math.max(wanted, shortestSide), longestSide, Math.max(affordable, 1)),
  )
  const scale = pixels / longest
  const box = {
    x: margin,
    y: margin,
    width: Math.ceil(outline.width * scale - 1e-6),
    height: Math.ceil(outline.height * scale - 1e-6),
  }
  const ink = fillLoops(outline.loops, scale, box.width + 2 * margin, box.height + 2 * margin)
  const picture = blackOnWhite(ink)
  return { ink, darkness: ink, picture, box, place: box, frame: box, part: picture }
}

/** The same loops at a size in millimetres. */
export function scaleOutline(outline: Outline, sizeMm: number): { loops: Loop[]; size: SizeMm } {
  const scale = sizeMm / longestOf(outline)
  return {
    loops: outline.loops.map((loop) => loop.map((value) => value * scale)),
    size: { width: outline.width * scale, height: outline.height * scale },
  }
}

/** The covered share of each pixel, exactly: edges between pixels can be measured. */
function fillLoops(loops: readonly Loop[], scale: number, width: number, height: number): Field {
  const field = createField(width, height)
  for (const loop of loops) {
    const at = (index: number) => (loop[index % loop.length] ?? 0) * scale + margin
    for (let i = 0; i < loop.length; i += 2) addEdge(field, at(i), at(i + 1), at(i + 2), at(i + 3))
  }
  for (let row = 0; row < field.data.length; row += width) {
    let covered = 0
    for (let index = row; index < row + width; index++) {
      covered += field.data[index] ?? 0
      field.data[index] = Math.min(1, Math.abs(covered))
    }
  }
  return field
}

/** Adds what changes from each pixel to its right neighbour, piece by piece of one pixel. */
function addEdge(
  { width, data }: Field,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  const rise = toY - fromY
  if (rise === 0) return
  const shares = [...crossings(fromX, toX), ...crossings(fromY, toY), 1].sort((a, b) => a - b)
  let before = 0
  for (const share of shares) {
    const middle = (before + share) / 2
    const x = fromX + (toX - fromX) * middle
    const column = Math.floor(x)
    const index = Math.floor(fromY + rise * middle) * width + column
    const covered = rise * (share - before)
    data[index] = (data[index] ?? 0) + covered * (1 - (x - column))
    data[index + 1] = (data[index + 1] ?? 0) + covered * (x - column)
    before = share
  }
}

/** Where, as shares of the way, a coordinate crosses from one pixel to the next. */
function crossings(from: number, to: number): number[] {
  const first = Math.floor(Math.min(from, to)) + 1
  const count = Math.max(0, Math.ceil(Math.max(from, to)) - first)
  return Array.from({ length: count }, (_, i) => (first + i - from) / (to - from))
}
