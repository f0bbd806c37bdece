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

/** What decides the advised size. */
export type Deciding = 'lines' | 'dots' | 'gaps' | 'loops' | 'letters'

/** The size to draw a design at. `too-fine`: it would be over 40 cm. `unmeasured`: there is nothing to measure. */
export type Advice =
  | { readonly kind: 'size'; readonly sizeMm: number; readonly decidedBy: Deciding }
  | { readonly kind: 'too-fine'; readonly decidedBy: Deciding }
  | { readonly kind: 'unmeasured' }

const largestAdvisedMm = 400
/** A finding of at most this share is accepted. */
const acceptedShare = 0.05
/** Lower letters close within years. */
const minimumLetterMm = 3

/** The smallest size, rounded up to half a centimetre, at which each finding is at most 5 % and letters are 3 mm high. */
export function adviseSize(measures: Measures): Advice {
  const { rule, longest, lines, gaps, counters, dots, letterHeight } = measures
  const whole = sum(lines.length)
  const counted = (circles: Circles) => [circles.diameter, circles.diameter.map(() => 1), circles.x.length] as const
  const widths: [Deciding, number | null, number][] = [
    rule === 'dots'
      ? ['dots', acceptedWidth(...counted(dots)), minimumLineMm]
      : ['lines', acceptedWidth(lines.width, lines.length, whole), minimumLineMm],
    ['gaps', acceptedWidth(gaps.width, gaps.length, whole), minimumGapMm],
    ['loops', acceptedWidth(...counted(counters)), minimumGapMm],
    ['letters', letterHeight, minimumLetterMm],
  ]
  let decidedBy: Deciding | null = null
  let sizeMm = 0
  for (const [kind, width, limit] of widths) {
    if (!width || (limit * longest) / width <= sizeMm) continue
    sizeMm = (limit * longest) / width
    decidedBy = kind
  }
  if (decidedBy === null) return { kind: 'unmeasured' }
  const rounded = Math.ceil(sizeMm / 5 - 1e-6) * 5
  return rounded > largestAdvisedMm ? { kind: 'too-fine', decidedBy } : { kind: 'size', sizeMm: rounded, decidedBy }
}

/** The width that reaches the limit when 5 % of `whole` are narrower. Null if all together are not that much. */
function acceptedWidth(widths: Float32Array, weights: Float32Array, whole: number): number | null {
  const order = Array.from(widths.keys()).sort((one, other) => (widths[one] ?? 0) - (widths[other] ?? 0))
  let narrower = 0
  for (const i of order) {
    narrower += weights[i] ?? 0
    if (narrower > acceptedShare * whole) return widths[i] ?? null
  }
  return null
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
