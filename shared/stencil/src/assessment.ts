import type { Circles, Measures } from './measures.ts'
import type { Ridges } from './ridges.ts'

/** A thinner line breaks up on the skin. */
const minimumLineMm = 0.3
/** A narrower gap closes on the skin. */
const minimumGapMm = 0.5

/** Where something will not last. */
export interface Place {
  /** Millimetres from the top left of the ink. */
  readonly x: number
  readonly y: number
  /** Millimetres of line or gap here; for dots and loops, how many. */
  readonly amount: number
}

/** What will not last of one kind. */
export interface Finding {
  /** Their share of all lines, gaps, loops or dots: 0 to 1. */
  readonly share: number
  /** The worst first, one per 4 mm, twelve at most. */
  readonly places: readonly Place[]
  /** Every spot to mark, as a flat list of x, y and width in millimetres. */
  readonly marks: Float32Array<ArrayBuffer>
}

/** What will not last of a design at one size. */
export interface Assessment {
  /** Lines under 0.3 mm; dots under 0.3 mm where the rule is 'dots'. */
  readonly thin: Finding
  /** Gaps under 0.5 mm. A share of the length of all lines. */
  readonly closing: Finding
  /** Enclosed paper under 0.5 mm across. */
  readonly filling: Finding
  /** One line in twenty is thinner. Null without lines. */
  readonly smallestLineMm: number | null
  /** One gap in twenty is narrower. Null without gaps. */
  readonly smallestGapMm: number | null
}

/** Judges a drawing at a size from its measures, within a few milliseconds. At a larger size no share is larger. */
export function assess(measures: Measures, sizeMm: number): Assessment {
  const scale = sizeMm / measures.longest
  const { lines, gaps, counters, dots } = measures
  const thin =
    measures.rule === 'dots' ? findCircles(dots, scale, minimumLineMm) : findRidges(lines, scale, minimumLineMm, sum(lines.length))
  return {
    thin,
    closing: findRidges(gaps, scale, minimumGapMm, sum(lines.length)),
    filling: findCircles(counters, scale, minimumGapMm),
    smallestLineMm: scaled(measures.smallestLine, scale),
    smallestGapMm: scaled(measures.smallestGap, scale),
  }
}

/** The size from which 95 % of the lines, or dots, reach 0.3 mm, rounded up to half a centimetre. Null without lines and dots. */
export function recommendedSizeMm({ longest, smallestLine }: Measures): number | null {
  return smallestLine ? Math.ceil((minimumLineMm * longest) / smallestLine / 5) * 5 : null
}

function findRidges({ x, y, width, length }: Ridges, scale: number, limit: number, whole: number): Finding {
  const weigh = (i: number) => ((width[i] ?? 0) * scale < limit ? (length[i] ?? 0) : 0)
  return find({ x, y, width, whole, weigh, scale, amountScale: scale })
}

function findCircles({ x, y, diameter }: Circles, scale: number, limit: number): Finding {
  const weigh = (i: number) => ((diameter[i] ?? 0) * scale < limit ? 1 : 0)
  return find({ x, y, width: diameter, whole: x.length, weigh, scale, amountScale: 1 })
}

const cellMm = 4
const maximumPlaces = 12

interface Samples {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly width: Float32Array
  /** The weight of all samples, those that last included. */
  readonly whole: number
  /** The weight of a sample that will not last; 0 for any other. */
  readonly weigh: (index: number) => number
  /** Millimetres per pixel. */
  readonly scale: number
  /** Turns a weight into the amount of a place. */
  readonly amountScale: number
}

/** Collects the samples that will not last, and the squares of 4 mm that have the most of them. */
function find({ x, y, width, whole, weigh, scale, amountScale }: Samples): Finding {
  const cells = new Map<number, { x: number; y: number; amount: number }>()
  const marks: number[] = []
  let total = 0
  for (let i = 0; i < x.length; i++) {
    const weight = weigh(i)
    if (weight === 0) continue
    const [placeX, placeY] = [(x[i] ?? 0) * scale, (y[i] ?? 0) * scale]
    marks.push(placeX, placeY, (width[i] ?? 0) * scale)
    total += weight
    const key = Math.floor(placeX / cellMm) * 65536 + Math.floor(placeY / cellMm)
    const cell = cells.get(key) ?? { x: 0, y: 0, amount: 0 }
    cell.x += placeX * weight
    cell.y += placeY * weight
    cell.amount += weight
    cells.set(key, cell)
  }
  const worst = [...cells.values()].sort((one, other) => other.amount - one.amount).slice(0, maximumPlaces)
  return {
    share: whole > 0 ? Math.min(1, total / whole) : 0,
    places: worst.map((cell) => ({ x: cell.x / cell.amount, y: cell.y / cell.amount, amount: cell.amount * amountScale })),
    marks: Float32Array.from(marks),
  }
}

function scaled(pixels: number | null, scale: number): number | null {
  return pixels === null ? null : pixels * scale
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0)
}
