import type { Measures, Samples } from './measures.ts'

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
  /** The share that is under two pixels of the picture where these are wider than the limit: it may last or not. 0 to 1. */
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
  /** Up to four, the thinnest first. */
  readonly weights: readonly LineWeight[]
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
  if (kind === 'filling') return { samples: counters, whole: sum(counters.weight) }
  return { samples: kind === 'thin' ? lines : gaps, whole: sum(lines.weight) }
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
  }
}

/**
 * The size to draw a design at. `too-fine`: it would be over 40 cm. `unresolved`: too much is under two pixels of the picture to say.
 * `unmeasured`: there is nothing to measure.
 */
export type Advice =
  | {
      readonly kind: 'size'
      readonly sizeMm: number
      readonly decidedBy: Deciding
      /** Of words set in a face: the letter that decides. Null where all of them do. */
      readonly letter: string | null
    }
  | { readonly kind: 'too-fine'; readonly decidedBy: Deciding }
  | { readonly kind: 'unresolved'; readonly decidedBy: Deciding }
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
    const isWidth = each.kind !== 'letters'
    const wanted = (leastMm[each.kind] * longest) / each.width
    if (wanted <= sizeMm) continue
    if (isWidth && each.width < resolvedPixels - readingError)
      return { kind: 'unresolved', decidedBy: each.kind }
    sizeMm = wanted
    decision = each
  }
  if (!decision) return { kind: 'unmeasured' }
  const { kind: decidedBy, place } = decision
  const rounded = Math.ceil(sizeMm / 5 - 1e-6) * 5
  if (rounded > largestAdvisedMm) return { kind: 'too-fine', decidedBy }
  return { kind: 'size', sizeMm: rounded, decidedBy, letter: place && letterAt(place) }
}

const leastMm: Record<Deciding, number> = {
  lines: limits.thin + dotErrorMm,
  dots: limits.thin + dotErrorMm,
  gaps: limits.closing + dotErrorMm,
  loops: limits.filling + dotErrorMm,
  letters: minimumLetterMm,
}

function listDecisions(measures: Measures): Decision[] {
  const { rule, letterHeight } = measures
  return [
    ...decide(measures, rule === 'dots' ? 'dots' : 'lines', 'thin'),
    ...decide(measures, 'gaps', 'closing'),
    ...decide(measures, 'loops', 'filling'),
    ...(letterHeight === null
      ? []
      : [{ kind: 'letters' as const, width: letterHeight, place: null }]),
  ]
}

/** By the width that leaves 5 % narrower. Empty where there is less of its kind. */
function decide(measures: Measures, decidedBy: Deciding, kind: Kind): Decision[] {
  const { samples, whole } = readKind(measures, kind)
  const { x, y, width, weight } = samples
  const limit = acceptedShare * whole
  let narrower = 0
  for (const [i, each] of weight.entries()) {
    narrower += each
    if (narrower <= limit) continue
    const place = { x: x[i] ?? 0, y: y[i] ?? 0 }
    return [{ kind: decidedBy, width: width[i] ?? 0, place }]
  }
  return []
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
    const mm = (width[i] ?? 0) * scale
    const amount = weight[i] ?? 0
    const key = Math.floor(Math.log(mm) / Math.log(1.1))
    const bin = bins.get(key) ?? { mm, weight: 0 }
    bins.set(key, {
      mm: (bin.mm * bin.weight + mm * amount) / (bin.weight + amount),
      weight: bin.weight + amount,
    })
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
    groups.splice(at, 2, {
      mm: (one.mm * one.weight + other.mm * other.weight) / joined,
      weight: joined,
    })
  }
  return groups
    .map(({ mm, weight: part }) => ({ mm, share: part / total }))
    .filter(({ share }) => share >= acceptedShare)
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
    if (resolvedPixels * scale > limit && (width[i] ?? 0) < resolvedPixels - readingError) {
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

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0)
}
