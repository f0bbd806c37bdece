import { distanceFrom, eachComponent, eachFace, greatestOf, maskAbove } from './components.ts'
import {
  type Branch,
  distanceToEdge,
  isDot,
  lengthOf,
  strokesOf,
  traceGraph,
  widestStroke,
} from './graph.ts'
import { type Box, type Field, longestOf, mapField } from './pixels.ts'
import { meanOf, sumOf } from './quantile.ts'

// The widths of lines, gaps and loops of the stencil that is downloaded, in pixels. `studio.ts`
// takes them once; `assessment.ts` judges them at a size.

/** Widths at places, in pixels, the narrowest first. Sample `i` is at (x[i], y[i]) and has a weight of the whole: a length; 1 for circles. */
export interface Samples {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  readonly width: Float32Array<ArrayBuffer>
  readonly weight: Float32Array<ArrayBuffer>
}

/** One sample: x, y, width and weight. */
export type Sample = readonly [x: number, y: number, width: number, weight: number]

/** Measures of a stencil, in pixels from the top left of the ink. They are taken once; `assess` multiplies them by a size. */
export interface Measures {
  /** A drawing of dots has these, by diameter, in place of lines, and neither gaps nor loops. */
  readonly rule: 'strokes' | 'dots'
  /** Longest side of the ink. */
  readonly longest: number
  readonly lines: Samples
  /** Dots beside lines, by diameter. */
  readonly dots: Samples
  /** Paper between two lines. */
  readonly gaps: Samples
  /** Enclosed paper, such as the eye of an e: the largest circle inside. */
  readonly counters: Samples
  /** The height of the smallest row of letters. Null without letters. */
  readonly letterHeight: number | null
}

/** Strokes that touch leave shorter notches, which are no gaps: 0.3 mm at 12.5 cm. */
const shortestGapShare = 0.0025
const shortestGap = 2
/** An end of a stroke that narrows or widens by more than this, per length, is a tip: from 17 degrees. */
const steepestTaper = 0.3

/** With more of its ink in dots, a drawing is of dots whatever its style. */
const dottedShare = 0.5

/** Measures a stencil as it is downloaded. Of a drawing of dots these are measured. */
export function measureStencil(stencil: Field, box: Box, style: string): Measures {
  const longest = longestOf(box)
  const mask = maskAbove(stencil, 0.5)
  const samplesOf = (samples: Sample[]) => toSamples(samples, box)
  const found = measureDots(stencil, mask)
  const dots = samplesOf(found)
  const dotted = found.reduce((sum, [, , width]) => sum + (Math.PI * width * width) / 4, 0)
  const inked = sumOf(mask)
  const rule = style === 'dotwork' || dotted > dottedShare * inked ? 'dots' : 'strokes'
  if (rule === 'dots') {
    const none = samplesOf([])
    return {
      rule,
      longest,
      lines: dots,
      dots: none,
      gaps: none,
      counters: none,
      letterHeight: null,
    }
  }
  const branches = strokesOf(stencil, box)
  const paper = readPaper(stencil, mask)
  const counters = paper.faces.flatMap((face) => largestCircle(paper, face))
  const gaps = traceGaps(paper, widestStroke(box))
  return {
    rule,
    longest,
    dots,
    lines: samplesOf(
      branches.filter(isStroke).flatMap((branch) => listSamples(branch, 0, steepestTaper)),
    ),
    gaps: samplesOf(gaps.flatMap((gap) => listSamples(gap, shortestGapOf(longest)))),
    counters: samplesOf(counters),
    letterHeight: findLetters(mask, stencil.width, counters, longest),
  }
}

function shortestGapOf(longest: number): number {
  return Math.max(shortestGap, shortestGapShare * longest)
}

/** A smaller group of pixels is not a counter at any size. */
const minimumCounterPixels = 3
/** A face with more area than this, as a part of its largest circle, is as long as a gap. */
const roundest = 3

/** Paper, and what of it is enclosed and about as long as wide. */
interface Paper {
  readonly field: Field
  readonly distances: Float32Array
  readonly faces: Int32Array[]
}

function readPaper(stencil: Field, mask: Uint8Array): Paper {
  const { width, height } = stencil
  const field = mapField(stencil, (value) => 1 - value)
  const distances = distanceFrom(mask, width)
  const faces: Int32Array[] = []
  eachFace(stencil, ({ size, listIndices }, isAround) => {
    if (size < minimumCounterPixels || isAround) return
    const face = listIndices()
    const radius = greatestOf(distances, face)
    if (radius > height || size > roundest * Math.PI * Math.max(1, radius) ** 2) return
    faces.push(face)
  })
  return { field, distances, faces }
}

/** Paper between strokes up to `widest`. Takes the faces from the distances. */
function traceGaps({ field, distances, faces }: Paper, widest: number): Branch[] {
  for (const face of faces) {
    for (const index of face) distances[index] = 0
  }
  clearBorder(distances, field.width)
  return traceGraph({ field, distances, widest, isPaper: true })
}

/** Whether a branch votes: it is longer than wide, and no dot or speck. */
function isStroke(branch: Branch): boolean {
  return !isDot(branch) && lengthOf(branch) >= Math.max(...branch.widths)
}

/** Of the points of a stroke, which are a pixel apart, this many make one. */
const pointsPerPlace = 3

/** No stroke of a file is finer. */
const leastStrokeMm = 0.01

/**
 * A branch as one stroke in millimetres from the top left of the ink, as wide as it is on average.
 * None for the middle of a fill, which has no width.
 */
export function strokesAlong({ points, widths }: Branch, box: Box, mmPerPixel: number) {
  const last = widths.length - 1
  const places = Array.from(widths.keys()).filter((i) => i % pointsPerPlace === 0 || i === last)
  const known = widths.filter((width) => width > 0)
  if (known.length === 0) return []
  const toMm = (i: number) => [
    ((points[2 * i] ?? 0) + 0.5 - box.x) * mmPerPixel,
    ((points[2 * i + 1] ?? 0) + 0.5 - box.y) * mmPerPixel,
  ]
  return [
    {
      points: Float32Array.from(places.flatMap(toMm)),
      width: Math.max(leastStrokeMm, meanOf(known) * mmPerPixel),
    },
  ]
}

/** Thinning looks at the neighbours of every pixel. */
function clearBorder(distances: Float32Array, width: number): void {
  distances.fill(0, 0, width)
  distances.fill(0, distances.length - width)
  for (let index = 0; index < distances.length; index += width) {
    distances[index] = 0
    distances[index + width - 1] = 0
  }
}

/** The points of a branch that have a width, in runs of a length that narrow or widen no faster. */
function listSamples(
  { points, widths, lengths }: Branch,
  shortest: number,
  steepest = Infinity,
): Sample[] {
  const samples: Sample[] = []
  let run: Sample[] = []
  let length = 0
  const endRun = () => {
    if (length >= shortest) samples.push(...run)
    run = []
    length = 0
  }
  for (const [i, width] of widths.entries()) {
    if (width === 0 || taperAt(widths, lengths, i) > steepest) {
      endRun()
      continue
    }
    run.push([(points[2 * i] ?? 0) + 0.5, (points[2 * i + 1] ?? 0) + 0.5, width, lengths[i] ?? 0])
    length += lengths[i] ?? 0
  }
  endRun()
  return samples
}

/** Points on each side over which a taper is read. */
const taperReach = 3

/** How much the width changes per length around a point. */
function taperAt(widths: Float32Array, lengths: Float32Array, i: number): number {
  const from = Math.max(0, i - taperReach)
  const to = Math.min(widths.length - 1, i + taperReach)
  let length = 0
  for (let j = from; j < to; j++) length += lengths[j] ?? 0
  return length === 0 ? 0 : Math.abs((widths[to] ?? 0) - (widths[from] ?? 0)) / length
}

/** Sorts samples, with places from the top left of the ink's box. */
function toSamples(
  samples: readonly Sample[],
  box: { readonly x: number; readonly y: number },
): Samples {
  const { length } = samples
  const keys = new Float64Array(length)
  const width = Float32Array.from({ length }, (_, i) => samples[i]?.[2] ?? 0)
  // The bits of positive numbers have their order. A list of numbers sorts some ten times faster than one of samples.
  const bits = new Uint32Array(width.buffer)
  for (let i = 0; i < length; i++) keys[i] = (bits[i] ?? 0) * length + i
  keys.sort()
  const sorted = {
    x: new Float32Array(length),
    y: new Float32Array(length),
    width,
    weight: new Float32Array(length),
  }
  for (let i = 0; i < length; i++) {
    const sample = samples[(keys[i] ?? 0) % length]
    if (!sample) continue
    sorted.x[i] = sample[0] - box.x
    sorted.y[i] = sample[1] - box.y
    sorted.width[i] = sample[2]
    sorted.weight[i] = sample[3]
  }
  return sorted
}

/** A narrower face is a crack where two lines meet, and closes in any print. */
const minimumCounterWidth = 1

const rays = Array.from(
  { length: 16 },
  (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)] as const,
)

/** Moves from the deepest pixels of a face to the middle of its largest circle. None in a crack. */
function largestCircle({ field, distances }: Paper, indices: Int32Array): Sample[] {
  const { width } = field
  const deepest = greatestOf(distances, indices)
  const middles = indices.filter((index) => (distances[index] ?? 0) > deepest - 0.3)
  const middle = middles[middles.length >> 1] ?? 0
  const radiusAt = (x: number, y: number) => {
    let least = deepest + 2
    const depth = distances[Math.round(y) * width + Math.round(x)] ?? 0
    const start = Math.max(0, Math.floor(depth) - 3)
    for (const [across, down] of rays) {
      const way = distanceToEdge(field, x, y, across, down, least, start)
      if (way >= 0) least = Math.min(least, way)
    }
    return least
  }
  let x = middle % width
  let y = Math.floor(middle / width)
  let radius = radiusAt(x, y)
  for (let step = 0.5; step > 0.1; ) {
    const better = rays
      .map(([dx, dy]) => [step * dx, step * dy] as const)
      .map(([dx, dy]) => ({ x: x + dx, y: y + dy, radius: radiusAt(x + dx, y + dy) }))
      .find((each) => each.radius > radius)
    if (better) ({ x, y, radius } = better)
    else step /= 2
  }
  return 2 * radius < minimumCounterWidth ? [] : [[x + 0.5, y + 0.5, 2 * radius, 1]]
}

/** The widest dot, in pixels. */
const widestDot = 16

/** The dots of stippling: small, round, solid, alone. */
function measureDots({ width, data }: Field, mask: Uint8Array): Sample[] {
  const dots: Sample[] = []
  eachComponent(mask, width, ({ left, top, right, bottom, runCount }) => {
    const wide = right - left + 1
    const high = bottom - top + 1
    const longer = Math.max(wide, high)
    const shorter = Math.min(wide, high)
    if (longer > widestDot || longer > Math.max(shorter + 1, 1.6 * shorter)) return
    // A ring is no dot.
    if (runCount > high) return
    let area = 0
    for (let y = top - 1; y <= bottom + 1; y++) {
      for (let x = left - 1; x <= right + 1; x++) {
        const isEdge = y < top || y > bottom || x < left || x > right
        // The ring around the dot holds its soft edge, unless that is a neighbour's.
        if (!isEdge || !mask[y * width + x]) area += data[y * width + x] ?? 0
      }
    }
    dots.push([(left + right + 1) / 2, (top + bottom + 1) / 2, 2 * Math.sqrt(area / Math.PI), 1])
  })
  return dots
}

interface Letter {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Letters are lower than this share of the longest side. */
const highestLetter = 0.12
/** A row of letters has this many closed shapes. */
const fewestLetters = 3

/** The height of the smallest row of small closed shapes of about one height beside each other. Null without one. */
function findLetters(
  mask: Uint8Array,
  width: number,
  counters: readonly Sample[],
  longest: number,
): number | null {
  const owners = new Set<number>()
  for (const [x, y] of counters) {
    // The first line pixel to the left of enclosed paper belongs to what encloses it.
    let index = Math.floor(y) * width + Math.floor(x)
    while (index % width > 0 && !mask[index]) index--
    owners.add(index)
  }
  const closed: Letter[] = []
  eachComponent(mask, width, ({ left, top, right, bottom, listIndices }) => {
    const letter = { left, top, width: right - left + 1, height: bottom - top + 1 }
    if (letter.height > highestLetter * longest) return
    if (listIndices().some((index) => owners.has(index))) closed.push(letter)
  })
  const heights = closed.flatMap((letter) => heightOfRow(letter, closed) ?? [])
  return heights.length === 0 ? null : Math.min(...heights)
}

/** The middle height of the letters beside one. Null where there is no row, or one of equal ornaments. */
function heightOfRow(letter: Letter, closed: readonly Letter[]): number | null {
  const row = closed.filter((other) => {
    const below = Math.abs(letter.top + letter.height / 2 - other.top - other.height / 2)
    const apart = Math.abs(letter.left + letter.width / 2 - other.left - other.width / 2)
    const ratio = other.height / letter.height
    return below < 0.6 * letter.height && apart < 8 * letter.height && ratio > 0.6 && ratio < 1.7
  })
  if (row.length < fewestLetters) return null
  // Squares and rings of one size are an ornament: letters differ in width.
  const shapes = row.map((each) => each.width / each.height)
  if (Math.max(...shapes) - Math.min(...shapes) < 0.12) return null
  const heights = row.map((each) => each.height).sort((one, other) => one - other)
  return heights[heights.length >> 1] ?? null
}
