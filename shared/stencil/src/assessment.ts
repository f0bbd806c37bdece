import { blur } from './blur.ts'
import type { Measures, Samples } from './measures.ts'
import { sumOf } from './quantile.ts'

// What will not last on skin, and the advised size: the one rule for the page, the Fiche, its PDF
// and the artist's link. `measures.ts` measures once; here the widths are multiplied by a size. In
// words: `figures.ts`.

/** Where something will not last, in millimetres from the top left of the ink. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** What will not last of one kind. */
export interface Finding {
  /** Whether the stencil has anything of this kind. */
  readonly isAny: boolean
  /** The share of all lines, gaps, loops or dots that is too thin: 0 to 1. */
  readonly share: number
  /** The share that is under two pixels of the picture: it may last or not. 0 to 1. */
  readonly unknown: number
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
  /** Gaps under 0.5 mm, as a share of the length of all lines. */
  readonly closing: Finding
  /** Enclosed paper under 0.5 mm across. */
  readonly filling: Finding
  /** Two pixels of the picture: nothing is known of what is thinner. */
  readonly resolvedMm: number
  /** The thinnest first. */
  readonly weights: readonly LineWeight[]
  /** The share of the length of all lines that is under two pixels, and in no weight. 0 to 1. */
  readonly unweighed: number
}

/** What decides the advised size. */
export type Deciding = 'lines' | 'dots' | 'gaps' | 'loops' | 'letters'

/** What is under these millimetres does not last: lines break up, gaps and loops close. */
const limits = { thin: 0.3, closing: 0.5, filling: 0.5 } as const
/** A finding of at most this share is accepted. */
const acceptedShare = 0.05
/** Of what is narrower, in pixels, the width is unknown. A width is read within a fifth of a pixel. */
const resolvedPixels = 2
const readingError = 0.2
/** The dots of a file place its edges within this: lines at a limit would be on both sides of it. */
const dotErrorMm = 0.012
/** Lower letters close within years. */
const minimumLetterMm = 3

type Kind = keyof typeof limits

/** What is judged, and the whole that its shares are parts of. A gap is a part of the lines that it runs along. */
function readKind(
  { lines, gaps, counters }: Measures,
  kind: Kind,
): { samples: Samples; whole: number } {
  if (kind === 'filling') return { samples: counters, whole: sumOf(counters.weight) }
  return { samples: kind === 'thin' ? lines : gaps, whole: sumOf(lines.weight) }
}

/** Judges a stencil at a size from its measures, within a few milliseconds. At a larger size no share is larger. */
export function assess(measures: Measures, sizeMm: number): Assessment {
  const scale = sizeMm / measures.longest
  const findingOf = (kind: Kind) => find(measures, kind, scale)
  return {
    thin: findingOf('thin'),
    closing: findingOf('closing'),
    filling: findingOf('filling'),
    resolvedMm: resolvedPixels * scale,
    weights: groupWidths(measures.lines, scale),
    unweighed: unresolvedShare(measures.lines),
  }
}

function isResolved(width: number): boolean {
  return width >= resolvedPixels - readingError
}

/** The share of the samples that are too thin to be measured. 0 to 1. */
function unresolvedShare({ width, weight }: Samples): number {
  const thin = weight.reduce((total, each, i) => total + (isResolved(width[i] ?? 0) ? 0 : each), 0)
  return thin / (sumOf(weight) || 1)
}

/**
 * The size to draw a design at. `too-fine`: it would be over 40 cm. `unmeasured`: there is neither
 * a line nor a dot. `unknown` is the share that is too thin to be measured: it has no say, unless
 * it is most of the drawing.
 */
export type Advice =
  | {
      readonly kind: 'size'
      readonly sizeMm: number
      readonly decidedBy: Deciding
      /** Of words set in a face: the letter that decides. Null where all of them do. */
      readonly letter: string | null
      readonly unknown: number
    }
  | { readonly kind: 'too-fine'; readonly decidedBy: Deciding; readonly unknown: number }
  | { readonly kind: 'unmeasured' }

const largestAdvisedMm = 400

/** What decides, in pixels as the measures have them. The lowest letter has no place. */
interface Decision {
  kind: Deciding
  width: number
  place: Place | null
}

/**
 * The smallest size, rounded up to half a centimetre, at which each finding is at most 5 % and
 * letters are 3 mm high. `letterAt` names the letter at a place, in pixels as the measures have it.
 */
export function adviseSize(
  measures: Measures,
  letterAt: (place: Place) => string | null = () => null,
): Advice {
  const { longest } = measures
  let decision: Decision | null = null
  let sizeMm = 0
  for (const each of listDecisions(measures)) {
    const wanted = (leastMm[each.kind] * longest) / each.width
    if (wanted <= sizeMm) continue
    sizeMm = wanted
    decision = each
  }
  if (!decision) return { kind: 'unmeasured' }
  const { kind: decidedBy, place } = decision
  const rounded = roundSize(sizeMm)
  const unknown = Math.max(unresolvedShare(measures.lines), unresolvedShare(measures.gaps))
  if (rounded > largestAdvisedMm) return { kind: 'too-fine', decidedBy, unknown }
  return { kind: 'size', sizeMm: rounded, decidedBy, letter: place && letterAt(place), unknown }
}

/** Up to half a centimetre. */
export function roundSize(sizeMm: number): number {
  return Math.ceil(sizeMm / 5 - 1e-6) * 5
}

const leastMm: Record<Deciding, number> = {
  lines: limits.thin + dotErrorMm,
  dots: limits.thin + dotErrorMm,
  gaps: limits.closing + dotErrorMm,
  loops: limits.filling + dotErrorMm,
  letters: minimumLetterMm,
}

/** Fewer dots beside lines may be eyes, or dust. */
const fewestDots = 24

function listDecisions(measures: Measures): Decision[] {
  const { rule, lines, dots, letterHeight } = measures
  const hasDots = dots.weight.length >= fewestDots || lines.weight.length === 0
  return [
    ...decide(measures, rule === 'dots' ? 'dots' : 'lines', 'thin'),
    ...(hasDots ? decide({ ...measures, lines: dots }, 'dots', 'thin') : []),
    ...decide(measures, 'gaps', 'closing'),
    ...decide(measures, 'loops', 'filling'),
    ...(letterHeight === null
      ? []
      : [{ kind: 'letters' as const, width: letterHeight, place: null }]),
  ]
}

/** With less of a kind measured, what is thinner has its say too: it is most of the drawing. */
const leastKnown = 0.5

/** By the width that leaves 5 % narrower. Empty where there is less of its kind. */
function decide(measures: Measures, decidedBy: Deciding, kind: Kind): Decision[] {
  const { samples, whole } = readKind(measures, kind)
  const { x, y, width, weight } = samples
  const isMostlyKnown = unresolvedShare(samples) < leastKnown
  const limit = acceptedShare * whole
  let narrower = 0
  for (const [i, each] of weight.entries()) {
    const pixels = width[i] ?? 0
    if (isMostlyKnown && !isResolved(pixels)) continue
    narrower += each
    if (narrower <= limit) continue
    const place = { x: x[i] ?? 0, y: y[i] ?? 0 }
    return [{ kind: decidedBy, width: Math.max(leastPixels, pixels), place }]
  }
  return []
}

/** No line of a stencil is thinner, whatever is measured of it. */
const leastPixels = 0.5

/** Widths are counted in steps of this, up to lines that are as wide as a hand's. */
const stepMm = 0.01
const stepCount = 2000
/** Widths of one pen differ by about this much, and by a part of a pixel as they are read. */
const penMm = 0.035
const penPixels = 0.2
/** Two weights have between them less than this share of the length of the lower one. */
const deepestValley = 0.75

/** The widths that most of the length has: the tops of its distribution, down to the valleys. */
function groupWidths({ width, weight }: Samples, scale: number): LineWeight[] {
  const lengths = new Float64Array(stepCount)
  for (const [i, each] of weight.entries()) {
    const step = Math.round(((width[i] ?? 0) * scale) / stepMm)
    if (isResolved(width[i] ?? 0) && step < stepCount) lengths[step] = (lengths[step] ?? 0) + each
  }
  const field = { width: stepCount, height: 1, data: Float32Array.from(lengths) }
  const { data } = blur(field, Math.max(penMm, penPixels * scale) / stepMm)
  const total = sumOf(weight)
  return splitAtValleys(data)
    .map((range) => weigh(lengths, range, total))
    .filter(({ share }) => share >= acceptedShare)
}

/** Steps of a distribution: `to` is the first after it. */
interface Range {
  readonly from: number
  readonly to: number
}

/** Parts a distribution at its valleys, but for the shallow ones. */
function splitAtValleys(data: Float32Array): Range[] {
  const ranges: Range[] = []
  let from = 0
  let isFalling = false
  for (let step = 1; step < data.length; step++) {
    const change = (data[step] ?? 0) - (data[step - 1] ?? 0)
    if (change > 0 && isFalling) {
      ranges.push({ from, to: step })
      from = step
    }
    if (change !== 0) isFalling = change < 0
  }
  ranges.push({ from, to: data.length })
  const topOf = (range: Range) => Math.max(...data.subarray(range.from, range.to))
  for (;;) {
    const depths = ranges.slice(1).map((range, i) => {
      const valley = data[range.from - 1] ?? 0
      return valley / Math.min(topOf(range), topOf(ranges[i] ?? range))
    })
    const shallowest = Math.max(...depths)
    const at = depths.indexOf(shallowest)
    const [one, other] = ranges.slice(at, at + 2)
    if (!one || !other || shallowest < deepestValley) return ranges
    ranges.splice(at, 2, { from: one.from, to: other.to })
  }
}

/** The middle width of a part, by length. */
function weigh(lengths: Float64Array, { from, to }: Range, total: number): LineWeight {
  const part = lengths.subarray(from, to)
  const length = sumOf(part)
  let seen = 0
  const middle = part.findIndex((each) => {
    seen += each
    return seen >= length / 2
  })
  return { mm: (from + middle) * stepMm, share: length / (total || 1) }
}

const cellMm = 4
const maximumPlaces = 12

/** Collects what is under its limit, its share, and the squares of 4 mm that have the most of it. */
function find(measures: Measures, kind: Kind, scale: number): Finding {
  const { samples, whole } = readKind(measures, kind)
  const { x, y, width, weight } = samples
  const limit = limits[kind]
  const cells = new Map<number, { x: number; y: number; amount: number }>()
  const marks: number[] = []
  let narrow = 0
  let unknown = 0
  for (let i = 0; (width[i] ?? Infinity) * scale < limit; i++) {
    const amount = weight[i] ?? 0
    if (!isResolved(width[i] ?? 0)) {
      unknown += amount
      continue
    }
    const placeX = (x[i] ?? 0) * scale
    const placeY = (y[i] ?? 0) * scale
    marks.push(placeX, placeY, (width[i] ?? 0) * scale)
    narrow += amount
    const key = Math.floor(placeX / cellMm) * 65536 + Math.floor(placeY / cellMm)
    const cell = cells.get(key) ?? { x: 0, y: 0, amount: 0 }
    cell.x += placeX * amount
    cell.y += placeY * amount
    cell.amount += amount
    cells.set(key, cell)
  }
  const worst = [...cells.values()]
    .sort((one, other) => other.amount - one.amount)
    .slice(0, maximumPlaces)
  return {
    isAny: weight.length > 0,
    share: Math.min(1, narrow / (whole || 1)),
    unknown: Math.min(1, unknown / (whole || 1)),
    places: worst.map((cell) => ({ x: cell.x / cell.amount, y: cell.y / cell.amount })),
    marks: Float32Array.from(marks),
  }
}
