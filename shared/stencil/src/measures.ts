import { ofStyle, type StyleId } from '@encre/protocol/catalogue'
import { distanceToZero } from '@encre/protocol/distance'
import { blur } from './blur.ts'
import { boundsOf, eachComponent, maskAbove } from './components.ts'
import type { Drawing } from './drawing.ts'
import { drawLineArt } from './line-art.ts'
import { findShortStrokes, readMarks } from './marks.ts'
import { createField, type Field } from './pixels.ts'
import { measureRidges, type Sample, type Samples, toSamples } from './ridges.ts'
import { readSharpness } from './sharpness.ts'

/** Measures of a drawing's line art, in pixels from the top left of the ink. They are taken once; `assess` multiplies them by a size. */
export interface Measures {
  /** Dotwork has dots, by diameter, in place of lines, and neither gaps nor loops. */
  readonly rule: 'strokes' | 'dots'
  /** Longest side of the ink. */
  readonly longest: number
  readonly lines: Samples
  /** Paper between lines, up to 28 pixels (`widest` in `ridges.ts`). */
  readonly gaps: Samples
  /** Enclosed paper, such as the eye of an e: the largest circle inside. */
  readonly counters: Samples
  /** The height of the smallest row of letters. Null without letters. */
  readonly letterHeight: number | null
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
  const samplesOf = (samples: readonly Sample[]) => toSamples(samples, box)
  if (rule === 'dots') {
    const none = samplesOf([])
    return { rule, longest, lines: samplesOf(measureDots(drawing.ink, mask)), gaps: none, counters: none, letterHeight: null }
  }
  const inverse = mask.map((value) => 1 - value)
  const paper = createField(width, height)
  for (let index = 0; index < paper.data.length; index++) paper.data[index] = 1 - (values.data[index] ?? 0)
  const distances = distanceToZero(mask, width)
  const paperDistances = distanceToZero(inverse, width)
  const sharpness = readSharpness(values, distances)
  const { counters, isCounter } = findCounters(inverse, paperDistances, width)
  const { isMark, letterHeight } = readMarks(mask, { width, longest, counters })
  const strokes = measureRidges(values, { distances, sharpness })
  const isShort = findShortStrokes(strokes, distances, { width, longest, isMark })
  const hasMarks = isMark.includes(1)
  for (let index = 0; index < mask.length; index++) {
    const distance = paperDistances[index] ?? 0
    // Between marks there is shade, and no gap that could close.
    if (distance > 0 && (isCounter[index] || (hasMarks && isBetweenMarks(isMark, index, width, distance)))) paperDistances[index] = 0
  }
  const gaps = measureRidges(paper, { distances: paperDistances, sharpness: { sigma: sharpness.sigma, strength: 1 }, onlyThin: true })
  return {
    rule,
    longest,
    lines: samplesOf(strokes.filter((_, i) => !isShort[i])),
    gaps: samplesOf(withoutCorners(gaps, width, height)),
    counters: samplesOf(counters),
    letterHeight,
  }
}

function isBetweenMarks(isMark: Uint8Array, index: number, width: number, distance: number): boolean {
  const reach = Math.ceil(distance) + 1
  return !!(isMark[index - reach] || isMark[index + reach] || isMark[index - reach * width] || isMark[index + reach * width])
}

/** The paper between two lines that meet widens steadily; between two lines side by side it does not. Corners from 17 degrees go. */
const steepestTaper = 0.3
/** The pixels 3 to 5 away. */
const ring = Array.from({ length: 121 }, (_, i) => {
  const [dx, dy] = [(i % 11) - 5, Math.floor(i / 11) - 5]
  return { dx, dy, apart: Math.hypot(dx, dy) }
}).filter(({ apart }) => apart >= 3 && apart <= 5)

function withoutCorners(gaps: readonly Sample[], width: number, height: number): Sample[] {
  const widthAt = new Float32Array(width * height)
  for (const [x, y, gap] of gaps) widthAt[Math.floor(y) * width + Math.floor(x)] = gap
  return gaps.filter(([x, y, gap]) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    // The second least: a single neighbour may be alike by chance.
    let least = Infinity
    let second = Infinity
    for (const { dx, dy, apart } of ring) {
      if (column + dx < 0 || column + dx >= width || row + dy < 0 || row + dy >= height) continue
      const neighbour = widthAt[(row + dy) * width + column + dx] ?? 0
      if (neighbour === 0) continue
      const taper = Math.abs(gap - neighbour) / apart
      second = Math.min(second, Math.max(least, taper))
      least = Math.min(least, taper)
    }
    return second <= steepestTaper
  })
}

/** A smaller group of pixels is not a counter at any size. */
const minimumCounterPixels = 8

/** Enclosed paper that is about as long as wide. The space between two rings is a gap, although it is enclosed too. */
function findCounters(paper: Uint8Array, distances: Float32Array, width: number) {
  const isCounter = new Uint8Array(paper.length)
  const counters: Sample[] = []
  eachComponent(paper, width, (indices) => {
    if (indices.length < minimumCounterPixels || indices.includes(0)) return
    let [radius, middle] = [0, 0]
    for (const index of indices) {
      const distance = distances[index] ?? 0
      if (distance > radius) [radius, middle] = [distance, index]
    }
    radius = Math.max(0.5, radius - 0.5)
    if (indices.length > 3 * Math.PI * radius * radius) return
    counters.push([(middle % width) + 0.5, Math.floor(middle / width) + 0.5, 2 * radius, 1, 0])
    for (const index of indices) isCounter[index] = 1
  })
  return { counters, isCounter }
}

/** The widest dot, in pixels. */
const widestDot = 16

/** The dots of stippling: small, round, alone. A dot's area is its ink over its peak, so that blur does not enlarge it. */
function measureDots({ width, data }: Field, mask: Uint8Array): Sample[] {
  const dots: Sample[] = []
  eachComponent(mask, width, (indices) => {
    const { left, top, right, bottom } = boundsOf(indices, width)
    let peak = 0
    for (const index of indices) peak = Math.max(peak, data[index] ?? 0)
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
    dots.push([(left + right + 1) / 2, (top + bottom + 1) / 2, 2 * Math.sqrt(area / peak / Math.PI), 1, 0])
  })
  return dots
}
