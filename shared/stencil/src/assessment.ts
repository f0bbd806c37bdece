import type { Measures } from './measures.ts'
import type { Samples } from './ridges.ts'

/** A thinner line breaks up on the skin. */
const minimumLineMm = 0.3
/** A narrower gap closes on the skin. */
const minimumGapMm = 0.5

/** Where something will not last, in millimetres from the top left of the ink. */
export interface Place {
  readonly x: number
  readonly y: number
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

/** Lines of about one width: artists choose their needles from them. */
export interface LineWeight {
  readonly mm: number
  /** Of the length of all lines, 0 to 1. */
  readonly share: number
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
  /** Up to four, the thinnest first. */
  readonly weights: readonly LineWeight[]
}

/** Judges a drawing at a size from its measures, within a few milliseconds. At a larger size no share is larger. */
export function assess({ longest, lines, gaps, counters }: Measures, sizeMm: number): Assessment {
  const scale = sizeMm / longest
  const scaled = (width: number | null) => width && width * scale
  return {
    thin: find(lines, scale, minimumLineMm, lines),
    closing: find(gaps, scale, minimumGapMm, lines),
    filling: find(counters, scale, minimumGapMm, counters),
    smallestLineMm: scaled(acceptedWidth(lines, lines)),
    smallestGapMm: scaled(acceptedWidth(gaps, gaps)),
    weights: groupWidths(lines, scale),
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
export function adviseSize({ rule, longest, lines, gaps, counters, letterHeight }: Measures): Advice {
  const widths: [Deciding, number | null, number][] = [
    [rule === 'dots' ? 'dots' : 'lines', acceptedWidth(lines, lines), minimumLineMm],
    ['gaps', acceptedWidth(gaps, lines), minimumGapMm],
    ['loops', acceptedWidth(counters, counters), minimumGapMm],
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

/** The width that leaves 5 % of `whole` narrower. Null if these samples weigh less than that. */
function acceptedWidth({ width, weight }: Samples, whole: Samples): number | null {
  const limit = acceptedShare * sum(whole.weight)
  let narrower = 0
  for (const [i, each] of weight.entries()) {
    narrower += each
    if (narrower > limit) return width[i] ?? null
  }
  return null
}

/** What is wider is filled and not drawn with one stroke. */
const widestLineMm = 2.5
/** Neighbouring groups differ at least by this factor. */
const leastRatio = 1.35
const mostGroups = 4

/** Joins the two groups whose widths differ least, until they differ clearly. */
function groupWidths({ width, weight }: Samples, scale: number): LineWeight[] {
  const bins = new Map<number, { mm: number; weight: number }>()
  let total = 0
  for (let i = 0; (width[i] ?? Infinity) * scale < widestLineMm; i++) {
    const [mm, amount] = [(width[i] ?? 0) * scale, weight[i] ?? 0]
    const key = Math.floor(Math.log(mm) / Math.log(1.1))
    const bin = bins.get(key) ?? { mm, weight: 0 }
    bins.set(key, { mm: (bin.mm * bin.weight + mm * amount) / (bin.weight + amount), weight: bin.weight + amount })
    total += amount
  }
  const groups = [...bins.values()]
  for (;;) {
    const ratios = groups.slice(1).map(({ mm }, i) => mm / (groups[i]?.mm ?? mm))
    const least = Math.min(...ratios)
    if (groups.length < 2 || (groups.length <= mostGroups && least >= leastRatio)) break
    const at = ratios.indexOf(least)
    const [one, other] = groups.slice(at, at + 2)
    if (!one || !other) break
    const joined = one.weight + other.weight
    groups.splice(at, 2, { mm: (one.mm * one.weight + other.mm * other.weight) / joined, weight: joined })
  }
  return groups.map(({ mm, weight: part }) => ({ mm, share: part / total })).filter(({ share }) => share >= acceptedShare)
}

const cellMm = 4
const maximumPlaces = 12

/** Collects the samples under `limit` millimetres, their share of `whole`, and the squares of 4 mm that have the most of them. */
function find({ x, y, width, weight }: Samples, scale: number, limit: number, whole: Samples): Finding {
  const cells = new Map<number, { x: number; y: number; amount: number }>()
  const marks: number[] = []
  let total = 0
  for (let i = 0; (width[i] ?? Infinity) * scale < limit; i++) {
    const amount = weight[i] ?? 0
    const [placeX, placeY] = [(x[i] ?? 0) * scale, (y[i] ?? 0) * scale]
    marks.push(placeX, placeY, (width[i] ?? 0) * scale)
    total += amount
    const key = Math.floor(placeX / cellMm) * 65536 + Math.floor(placeY / cellMm)
    const cell = cells.get(key) ?? { x: 0, y: 0, amount: 0 }
    cell.x += placeX * amount
    cell.y += placeY * amount
    cell.amount += amount
    cells.set(key, cell)
  }
  const worst = [...cells.values()].sort((one, other) => other.amount - one.amount).slice(0, maximumPlaces)
  return {
    share: total > 0 ? Math.min(1, total / sum(whole.weight)) : 0,
    places: worst.map((cell) => ({ x: cell.x / cell.amount, y: cell.y / cell.amount })),
    marks: Float32Array.from(marks),
  }
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0)
}
