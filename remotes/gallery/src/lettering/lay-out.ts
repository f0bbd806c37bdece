import type { Outline } from '@encre/stencil/letters'
// Its index would bring the whole library.
import { ClipType, FillRule, type PathD } from 'clipper2-ts/dist/Core.js'
import { ClipperD } from 'clipper2-ts/dist/Engine.js'
import { ClipperOffset, EndType, JoinType } from 'clipper2-ts/dist/Offset.js'
import type { PackedFace, PackedGlyph } from './faces.ts'

/** How words are set. Lengths are thousandths of the type size. */
export interface Layout {
  /** One to three lines. */
  words: string
  /** Degrees of the arc that the longest line spans: upwards, or below 0 downwards. 0 is straight. */
  arc: number
  spacing: number
  /** The width of a line along the edges; null fills the letters. */
  contour: number | null
}

const em = 1000
const lineHeight = 1150
/** The ends of a line on an arc do not meet: in radians. */
const widestTurn = 5.5
/** How far a polyline may be from its curve: 0.02 mm where a letter is 20 cm high. */
const tolerance = 0.1

/** The letters that a face lacks, each once, as a reader knows them. */
export function findMissing(face: PackedFace, words: string): string[] {
  const letters = [...new Intl.Segmenter('fr').segment(words.replaceAll('\n', ''))]
  const missing = letters.filter(({ segment }) => !Object.hasOwn(face.glyphs, segment))
  return [...new Set(missing.map(({ segment }) => segment))]
}

/** The outline of words, in thousandths of the type size. Null where there is no ink. */
export function layOut(face: PackedFace, { words, arc, spacing, contour }: Layout): Outline | null {
  const lines = words.split('\n').map((line) => placeGlyphs(face, line, spacing))
  const place = placeOn(
    arc,
    lines.map(({ width }) => width),
  )
  const placed = lines.flatMap(({ glyphs, width }, row) =>
    glyphs.map(({ text, x, advance, loops }) => {
      const move = place(row, x + advance / 2 - width / 2)
      return { text, loops: loops.map((loop) => loop.map((point) => move(point, advance / 2))) }
    }),
  )
  const filled = unite(placed.flatMap(({ loops }) => loops))
  if (filled.length === 0) return null
  const { x, y, width, height } = boundsOf(filled)
  const loops = [...filled, ...(contour === null ? [] : hollow(filled, contour))]
  return {
    loops: loops.map((loop) => Float32Array.from(loop.flatMap((p) => [p.x - x, p.y - y]))),
    width,
    height,
    letterHeight: lowestLetter(face, words) || height,
    unit: 1,
    letters: placed
      .filter((glyph) => glyph.loops.length > 0)
      .map(({ text, loops: inked }) => {
        const box = boundsOf(inked)
        return { ...box, text, x: box.x - x, y: box.y - y }
      }),
  }
}

interface PlacedGlyph {
  text: string
  x: number
  advance: number
  loops: PathD[]
}

/** One line from its left, with the face's kerning. Ligatures part when letters are spaced. */
function placeGlyphs(face: PackedFace, line: string, spacing: number) {
  const scale = em / face.unitsPerEm
  const glyphs: PlacedGlyph[] = []
  let x = 0
  let before: PackedGlyph | null = null
  for (const { text, glyph } of shape(face, line, spacing === 0 ? longestLigature : 1)) {
    if (before) x += (face.kerning[glyph.right]?.[before.left] ?? 0) * scale + spacing
    const advance = glyph.advance * scale
    glyphs.push({ text, x, advance, loops: loopsOf(glyph, scale) })
    x += advance
    before = glyph
  }
  return { glyphs, width: x }
}

const longestLigature = 3

/** The glyphs of a line, the longest ligature first. */
function shape({ glyphs }: PackedFace, line: string, longest: number) {
  const letters = [...line]
  const shaped: { text: string; glyph: PackedGlyph }[] = []
  for (let at = 0; at < letters.length; ) {
    let length = longest
    let glyph: PackedGlyph | undefined
    for (; length > 0 && !glyph; length--) glyph = glyphs[letters.slice(at, at + length).join('')]
    const text = letters.slice(at, at + length + 1).join('')
    if (glyph) shaped.push({ text, glyph })
    at += length + 1
  }
  return shaped
}

type Point = PathD[number]

/** A glyph's curves as polylines. */
function loopsOf({ path }: PackedGlyph, scale: number): PathD[] {
  const loops: PathD[] = []
  let last: Point = { x: 0, y: 0 }
  for (const [step] of path.matchAll(/[MLQ][^MLQ]*/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = step
      .slice(1)
      .split(' ')
      .map((number) => +number * scale)
    const first = { x: last.x + a, y: last.y + b }
    const second = { x: last.x + c, y: last.y + d }
    if (step.startsWith('M')) loops.push([])
    if (step.startsWith('Q')) loops.at(-1)?.push(...bend(last, first, second))
    last = step.startsWith('Q') ? second : first
    loops.at(-1)?.push(last)
  }
  return loops
}

/** The points between the ends of a quadratic curve. */
function bend(from: Point, control: Point, to: Point): Point[] {
  const depth = Math.hypot(from.x - 2 * control.x + to.x, from.y - 2 * control.y + to.y) / 4
  const pieces = Math.max(1, Math.ceil(Math.sqrt(depth / tolerance)))
  return Array.from({ length: pieces - 1 }, (_, i) => {
    const t = (i + 1) / pieces
    const mix = (a: number, b: number, c: number) =>
      (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c
    return { x: mix(from.x, control.x, to.x), y: mix(from.y, control.y, to.y) }
  })
}

/**
 * How the points of a glyph move whose middle is `along` from the middle of its line. Glyphs turn
 * whole, so that they keep their shape.
 */
function placeOn(arc: number, widths: readonly number[]) {
  const angle = (arc * Math.PI) / 180
  const radius = Math.max(
    Math.max(...widths) / Math.abs(angle || 1),
    ...widths.map((width, row) => width / widestTurn + row * lineHeight),
  )
  const side = Math.sign(angle)
  return (row: number, along: number) => (point: Point, middle: number) => {
    const x = point.x - middle
    if (side === 0) return { x: along + x, y: row * lineHeight + point.y }
    const reach = radius - side * row * lineHeight
    const turn = (side * along) / reach
    const y = point.y - side * reach
    return {
      x: x * Math.cos(turn) - y * Math.sin(turn),
      y: x * Math.sin(turn) + y * Math.cos(turn),
    }
  }
}

/** Clipper reckons with whole numbers: these are hundredths. */
const precision = 2

/** Letters that touch become one, as on skin. */
function unite(loops: PathD[]): PathD[] {
  const clipper = new ClipperD(precision)
  clipper.addSubjectPaths(loops)
  const united: PathD[] = []
  clipper.execute(ClipType.Union, FillRule.NonZero, united)
  return united
}

/** The holes that leave a line along the inner edges. */
function hollow(filled: PathD[], contour: number): PathD[] {
  const scale = 10 ** precision
  const scaled = (paths: PathD[], by: number) =>
    paths.map((path) => path.map(({ x, y }) => ({ x: Math.round(x * by), y: Math.round(y * by) })))
  const offset = new ClipperOffset()
  offset.addPaths(scaled(filled, scale), JoinType.Round, EndType.Polygon)
  const inner: PathD[] = []
  offset.execute(-contour * scale, inner)
  return inner.map((loop) => loop.map(({ x, y }) => ({ x: x / scale, y: y / scale })).reverse())
}

/** Without accents: a capital with one is no higher letter. */
function lowestLetter(face: PackedFace, words: string): number {
  const bases = words.normalize('NFD').match(/[\p{L}\p{N}]/gu) ?? []
  const heights = bases.flatMap((base) => {
    const glyph = face.glyphs[base]
    return glyph ? boundsOf(loopsOf(glyph, em / face.unitsPerEm)).height : []
  })
  return heights.length === 0 ? 0 : Math.min(...heights)
}

function boundsOf(loops: readonly PathD[]) {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { x, y } of loops.flat()) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
