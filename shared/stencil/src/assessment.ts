import type { Circles, Measures } from './measures.ts'
import type { Ridges } from './ridges.ts'

/** Below these, skin does not keep them: a line breaks up, a gap closes. */
export const leastLineMm = 0.3
export const leastGapMm = 0.5

/** Where something will not last. */
export interface Place {
  /** Millimetres from the top left of the ink. */
  readonly x: number
  readonly y: number
  /** Millimetres of line or gap here; for dots and loops, how many. */
  readonly amount: number
}

export interface Finding {
  /** Of all lines, gaps beside lines, loops or dots: 0 to 1. */
  readonly share: number
  /** The worst first, one per 4 mm, twelve at most. */
  readonly places: readonly Place[]
  /** Every spot to mark: x, y and breadth, in millimetres, one after the other. */
  readonly marks: Float32Array<ArrayBuffer>
}

/** What a design of one size keeps on skin. */
export interface Assessment {
  /** Lines under 0.3 mm; dots under 0.3 mm where the rule is 'dots'. */
  readonly thin: Finding
  /** Gaps under 0.5 mm. A share of the length of all lines. */
  readonly closing: Finding
  /** Enclosed paper under 0.5 mm across. */
  readonly filling: Finding
  /** One in twenty is thinner. Null where there is none. */
  readonly smallestLineMm: number | null
  readonly smallestGapMm: number | null
}

/** Applies a size to measures: a multiplication, a few milliseconds. A larger size never has a larger share. */
export function assess(measures: Measures, sizeMm: number): Assessment {
  const scale = sizeMm / measures.longest
  const { lines, gaps, counters, dots } = measures
  const thin = measures.rule === 'dots' ? findCircles(dots, scale, leastLineMm) : findRidges(lines, scale, leastLineMm, sum(lines.length))
  return {
    thin,
    closing: findRidges(gaps, scale, leastGapMm, sum(lines.length)),
    filling: findCircles(counters, scale, leastGapMm),
    smallestLineMm: scaled(measures.smallestLine, scale),
    smallestGapMm: scaled(measures.smallestGap, scale),
  }
}

/** The size from which 95 % of the lines, or dots, reach 0.3 mm, up to the next half centimetre; null where there are none. */
export function recommendedSizeMm({ longest, smallestLine }: Measures): number | null {
  return smallestLine ? Math.ceil((leastLineMm * longest) / smallestLine / 5) * 5 : null
}

function findRidges({ x, y, width, length }: Ridges, scale: number, limit: number, whole: number): Finding {
  return find(x.length, whole, (i) => ((width[i] ?? 0) * scale < limit ? (length[i] ?? 0) : 0), scale, x, y, width, scale)
}

function findCircles({ x, y, diameter }: Circles, scale: number, limit: number): Finding {
  return find(x.length, x.length, (i) => ((diameter[i] ?? 0) * scale < limit ? 1 : 0), scale, x, y, diameter, 1)
}

const cellMm = 4
const mostPlaces = 12

function find(
  count: number,
  whole: number,
  weigh: (i: number) => number,
  scale: number,
  x: Float32Array,
  y: Float32Array,
  breadth: Float32Array,
  unit: number,
): Finding {
  const cells = new Map<number, { x: number; y: number; amount: number }>()
  const marks: number[] = []
  let total = 0
  for (let i = 0; i < count; i++) {
    const weight = weigh(i)
    if (weight === 0) continue
    const [placeX, placeY] = [(x[i] ?? 0) * scale, (y[i] ?? 0) * scale]
    marks.push(placeX, placeY, (breadth[i] ?? 0) * scale)
    total += weight
    const key = Math.floor(placeX / cellMm) * 65536 + Math.floor(placeY / cellMm)
    const cell = cells.get(key) ?? { x: 0, y: 0, amount: 0 }
    cell.x += placeX * weight
    cell.y += placeY * weight
    cell.amount += weight
    cells.set(key, cell)
  }
  const worst = [...cells.values()].sort((one, other) => other.amount - one.amount).slice(0, mostPlaces)
  return {
    share: whole > 0 ? Math.min(1, total / whole) : 0,
    places: worst.map((cell) => ({ x: cell.x / cell.amount, y: cell.y / cell.amount, amount: cell.amount * unit })),
    marks: Float32Array.from(marks),
  }
}

function scaled(pixels: number | null, scale: number): number | null {
  return pixels === null ? null : pixels * scale
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0)
}
