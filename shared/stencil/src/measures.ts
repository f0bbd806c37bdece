import { ofStyle, type StyleId } from '@encre/protocol/catalogue'
import { distanceToZero } from '@encre/protocol/distance'
import { blur } from './blur.ts'
import { eachComponent, maskAbove } from './components.ts'
import type { Drawing } from './drawing.ts'
import { drawLineArt } from './line-art.ts'
import { findShortStrokes, readMarks } from './marks.ts'
import { createField, type Field } from './pixels.ts'
import { keepRidges, measureRidges, type Ridges } from './ridges.ts'
import { readSharpness } from './sharpness.ts'

/** Circles, one per index: centre and diameter. */
export interface Circles {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  readonly diameter: Float32Array<ArrayBuffer>
}

/**
 * Measures of a drawing's line art, in pixels from the top left of the ink. They are taken once; `assess` multiplies them by a size.
 * Dotwork has dots only; all other styles have no dots.
 */
export interface Measures {
  readonly rule: 'strokes' | 'dots'
  /** Longest side of the ink. */
  readonly longest: number
  readonly lines: Ridges
  /** Paper between lines, up to 28 pixels (`widest` in `ridges.ts`). */
  readonly gaps: Ridges
  /** Enclosed paper, such as the eye of an e: the largest circle inside. */
  readonly counters: Circles
  readonly dots: Circles
  /** The height of the smallest row of letters. Null without letters. */
  readonly letterHeight: number | null
  /** One line, or dot, in twenty is thinner. Null without any. */
  readonly smallestLine: number | null
  /** One gap in twenty is narrower. Null without any. */
  readonly smallestGap: number | null
}

/**
 * Measures a drawing, whatever rendering its stencil has. `style` (an id of the catalogue) decides what is a line: of an animal
 * portrait the strong lines, without the hairs; of a watercolour the strokes, without the edges of washes; of dotwork the dots.
 */
export function measureDrawing(drawing: Drawing, style: string): Measures {
  return (ofStyle(measureOfStyle, style) ?? measureLines)(drawing)
}

const measureOfStyle: Record<StyleId, (drawing: Drawing) => Measures> = {
  geometric: measureLines,
  'animal-portrait': measurePortrait,
  dotwork: (drawing) => measureFills(drawing, 'dots'),
  traditional: measureLines,
  japanese: measureLines,
  minimalist: (drawing) => measureFills(drawing, 'strokes'),
  watercolor: measureLines,
}

/** The edges that outlines draw are no strokes, and fills hide the lines inside them. */
function measureLines(drawing: Drawing): Measures {
  return measureLineArt(
    drawing,
    drawLineArt(drawing, { rendering: 'lines', fineness: 2, sizeMm: referenceMm }),
    drawing.darkness,
    'strokes',
  )
}

function measureFills(drawing: Drawing, rule: Measures['rule']): Measures {
  return measureLineArt(drawing, drawLineArt(drawing, { rendering: 'fills', fineness: 2, sizeMm: referenceMm }), drawing.ink, rule)
}

/** Specks are judged at the size of a hand, so that measures do not depend on the chosen one. */
const referenceMm = 125
/** Hairs are up to 0.3 mm apart at that size: a blur of this share of the drawing joins them. */
const hairShare = 0.0025

/** Artists draw fur in their own way, so the shapes that it makes are measured, and not its hairs. */
function measurePortrait(drawing: Drawing): Measures {
  const darkness = blur(drawing.darkness, hairShare * Math.max(drawing.box.width, drawing.box.height))
  const shapes = drawLineArt({ ...drawing, darkness }, { rendering: 'lines', fineness: 2, sizeMm: referenceMm })
  const values = { ...shapes, data: shapes.data.map((value) => Math.min(1, Math.max(0, 0.5 + 4 * (value - 0.5)))) }
  return measureLineArt(drawing, shapes, values, 'strokes')
}

function measureLineArt(drawing: Drawing, lineArt: Field, values: Field, rule: Measures['rule']): Measures {
  const { width, height } = lineArt
  const { box } = drawing
  const longest = Math.max(box.width, box.height)
  const mask = maskAbove(lineArt, 0.5)
  const none = emptyRidges()
  if (rule === 'dots') {
    const dots = measureDots(drawing.ink, mask)
    const smallestLine = smallest(dots.diameter)
    const nothing = { lines: none, gaps: none, counters: emptyCircles(), letterHeight: null, smallestGap: null }
    return { rule, longest, ...nothing, dots: shift(dots, box), smallestLine }
  }
  const inverse = mask.map((value) => 1 - value)
  const paper = createField(width, height)
  for (let index = 0; index < paper.data.length; index++) paper.data[index] = 1 - (values.data[index] ?? 0)
  const distances = distanceToZero(mask, width, height)
  const paperDistances = distanceToZero(inverse, width, height)
  const sharpness = readSharpness(values, distances)
  const { counters, isCounter } = findCounters(inverse, paperDistances, width)
  const middles = Int32Array.from(counters.x, (x, i) => Math.floor(counters.y[i] ?? 0) * width + Math.floor(x))
  const { isMark, letterHeight } = readMarks(mask, { width, height, longest, counters: middles })
  const strokes = measureRidges(values, { distances, sharpness })
  const isShort = findShortStrokes(strokes, distances, { width, longest, isMark })
  const lines = keepRidges(
    strokes,
    isShort.map((value) => 1 - value),
  )
  for (let index = 0; index < mask.length; index++) {
    // Between marks there is shade, and no gap that could close.
    if (isCounter[index] || isBetweenMarks(isMark, index, width, paperDistances[index] ?? 0)) paperDistances[index] = 0
  }
  const allGaps = measureRidges(paper, { distances: paperDistances, sharpness: { sigma: sharpness.sigma, strength: 1 }, onlyThin: true })
  const gaps = withoutCorners(allGaps, width, height)
  return {
    rule,
    longest,
    lines: shift(lines, box),
    gaps: shift(gaps, box),
    counters: shift(counters, box),
    dots: emptyCircles(),
    letterHeight,
    smallestLine: smallest(lines.width, lines.length),
    smallestGap: smallest(gaps.width, gaps.length),
  }
}

function isBetweenMarks(isMark: Uint8Array, index: number, width: number, distance: number): boolean {
  const reach = Math.ceil(distance) + 1
  return [-reach, reach, -reach * width, reach * width].some((step) => isMark[index + step] === 1)
}

/** The paper between two lines that meet widens steadily; between two lines side by side it does not. Corners from 17 degrees go. */
const steepestTaper = 0.3

function withoutCorners(gaps: Ridges, width: number, height: number): Ridges {
  const sampleAt = new Int32Array(width * height)
  for (let i = 0; i < gaps.x.length; i++) sampleAt[Math.floor(gaps.y[i] ?? 0) * width + Math.floor(gaps.x[i] ?? 0)] = i + 1
  const isKept = gaps.x.map((x, i) => {
    const [column, row] = [Math.floor(x), Math.floor(gaps.y[i] ?? 0)]
    // The second least: a single neighbour may be alike by chance.
    let least = Infinity
    let second = Infinity
    for (let dy = -5; dy <= 5; dy++) {
      for (let dx = -5; dx <= 5; dx++) {
        const apart = Math.hypot(dx, dy)
        if (apart < 3 || apart > 5 || column + dx < 0 || column + dx >= width || row + dy < 0 || row + dy >= height) continue
        const neighbour = (sampleAt[(row + dy) * width + column + dx] ?? 0) - 1
        if (neighbour < 0) continue
        const taper = Math.abs((gaps.width[i] ?? 0) - (gaps.width[neighbour] ?? 0)) / apart
        second = Math.min(second, Math.max(least, taper))
        least = Math.min(least, taper)
      }
    }
    return second <= steepestTaper ? 1 : 0
  })
  return keepRidges(gaps, isKept)
}

/** A smaller group of pixels is not a counter at any size. */
const minimumCounterPixels = 8

/** Enclosed paper that is about as long as wide. The space between two rings is a gap, although it is enclosed too. */
function findCounters(paper: Uint8Array, distances: Float32Array, width: number) {
  const isCounter = new Uint8Array(paper.length)
  const found: number[] = []
  eachComponent(paper, width, (indices) => {
    if (indices.length < minimumCounterPixels || indices.includes(0)) return
    let [radius, middle] = [0, 0]
    for (const index of indices) {
      const distance = distances[index] ?? 0
      if (distance > radius) [radius, middle] = [distance, index]
    }
    radius = Math.max(0.5, radius - 0.5)
    if (indices.length > 3 * Math.PI * radius * radius) return
    found.push((middle % width) + 0.5, Math.floor(middle / width) + 0.5, 2 * radius)
    for (const index of indices) isCounter[index] = 1
  })
  return { counters: toCircles(found), isCounter }
}

/** The widest dot, in pixels. */
const widestDot = 16

/** The dots of stippling: small, round, alone. A dot's area is its ink over its peak, so that blur does not enlarge it. */
function measureDots({ width, height, data }: Field, mask: Uint8Array): Circles {
  const found: number[] = []
  eachComponent(mask, width, (indices) => {
    let [left, right, top, bottom, peak] = [width, 0, height, 0, 0]
    for (const index of indices) {
      const [x, y] = [index % width, Math.floor(index / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      peak = Math.max(peak, data[index] ?? 0)
    }
    const [wide, high] = [right - left + 1, bottom - top + 1]
    if (Math.max(wide, high) > widestDot || Math.max(wide, high) > 1.6 * Math.min(wide, high)) return
    let area = 0
    for (let y = top - 1; y <= bottom + 1; y++) {
      for (let x = left - 1; x <= right + 1; x++) {
        const isEdge = y < top || y > bottom || x < left || x > right
        // The ring around the dot holds its soft edge, unless that is a neighbour's.
        if (!isEdge || !mask[y * width + x]) area += data[y * width + x] ?? 0
      }
    }
    found.push((left + right + 1) / 2, (top + bottom + 1) / 2, 2 * Math.sqrt(area / peak / Math.PI))
  })
  return toCircles(found)
}

function toCircles(found: readonly number[]): Circles {
  const column = (offset: number) => Float32Array.from({ length: found.length / 3 }, (_, i) => found[3 * i + offset] ?? 0)
  return { x: column(0), y: column(1), diameter: column(2) }
}

function shift<Places extends { x: Float32Array<ArrayBuffer>; y: Float32Array<ArrayBuffer> }>(
  places: Places,
  box: { x: number; y: number },
): Places {
  return { ...places, x: places.x.map((x) => x - box.x), y: places.y.map((y) => y - box.y) }
}

function emptyRidges(): Ridges {
  const none = new Float32Array(0)
  return { x: none, y: none, width: none, length: none, angle: none }
}

function emptyCircles(): Circles {
  return toCircles([])
}

/** The value below which a twentieth of the values, by weight, lie. Null without values. */
function smallest(values: Float32Array, weights?: Float32Array): number | null {
  const order = Array.from(values.keys()).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  const limit = 0.05 * (weights ? weights.reduce((total, weight) => total + weight, 0) : values.length)
  let seen = 0
  for (const i of order) {
    seen += weights?.[i] ?? 1
    if (seen > limit) return values[i] ?? 0
  }
  return null
}
