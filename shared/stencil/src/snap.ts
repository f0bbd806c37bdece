import { blend, type Quad } from './perspective.ts'
import type { Pixels } from './pixels.ts'
import { meanOf } from './quantile.ts'
import { apart, type Point } from './skin.ts'

/** The corners of a card are rounded: a side is looked for without its ends. */
const endShare = 0.12
const sampleCount = 64
/** A step between card and skin, over three channels: weaker ones are texture. */
const leastStep = 14
/** An edge stands out from the texture around it by this factor. */
const leastRise = 1.6
/** Stronger steps count no more, or a bright print would pull the line away from the edge. */
const strongestStep = 90
/** At the end of its reach, an edge counts less than one under the finger. */
const farWeight = 0.5

/**
 * A corner of a card, moved to where its two sides meet. Each side goes to the edge of the picture beside it, `reach` pixels away at most;
 * one without an edge stays where it is.
 */
export function snapCorner(picture: Pixels, quad: Quad, index: number, reach: number): Point {
  const corner = quad[index] ?? quad[0]
  const before = quad[(index + 3) % 4] ?? corner
  const after = quad[(index + 1) % 4] ?? corner
  const met = meet(
    snapSide(picture, before, corner, reach),
    snapSide(picture, corner, after, reach),
  )
  return met && apart(met, corner) <= 2 * reach ? met : corner
}

/** An end of an object, moved along its length to the edge under it. */
export function snapEnd(picture: Pixels, end: Point, other: Point, reach: number): Point {
  const length = apart(end, other) || 1
  const along = { x: (end.x - other.x) / length, y: (end.y - other.y) / length }
  const across = { x: -along.y, y: along.x }
  // Some pixels beside each other: grain is no edge, and a coin is straight as far as that.
  const steps = Array.from({ length: 7 }, (_, i) => {
    const start = { x: end.x + (i - 3) * across.x, y: end.y + (i - 3) * across.y }
    return readSteps(picture, start, along, reach)
  })
  const mean = steps[0]?.map((_, i) => meanOf(steps.map((each) => each[i] ?? 0))) ?? []
  const best = mean.reduce(
    (top, step, i) =>
      weighted(step, i - reach, reach) > weighted(mean[top] ?? 0, top - reach, reach) ? i : top,
    reach,
  )
  if ((mean[best] ?? 0) < Math.max(leastStep, leastRise * meanOf(mean))) return end
  const offset = peakNear(mean, best) - reach
  return { x: end.x + offset * along.x, y: end.y + offset * along.y }
}

interface Line {
  readonly from: Point
  readonly to: Point
}

function snapSide(picture: Pixels, from: Point, to: Point, reach: number): Line {
  const length = apart(from, to) || 1
  const normal = { x: (from.y - to.y) / length, y: (to.x - from.x) / length }
  const shares = Array.from(
    { length: sampleCount },
    (_, i) => endShare + ((1 - 2 * endShare) * (i + 0.5)) / sampleCount,
  )
  const rows = shares.map((share) => {
    const start = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
    return readSteps(picture, start, normal, reach)
  })
  const found = findLine(rows, shares, reach)
  const texture = meanOf(rows.map(meanOf))
  if (found.step < Math.max(leastStep, leastRise * texture)) return { from, to }
  const { start, end } = fitLine(rows, shares, found, reach)
  const moved = (point: Point, offset: number) => ({
    x: point.x + offset * normal.x,
    y: point.y + offset * normal.y,
  })
  return { from: moved(from, start), to: moved(to, end) }
}

/** How much the colour changes at each pixel of a way of `reach` to both sides of a point. */
function readSteps(picture: Pixels, { x, y }: Point, way: Point, reach: number): number[] {
  const colours = Array.from({ length: 2 * reach + 3 }, (_, i) => {
    const at = i - reach - 1
    const colour = new Float32Array(4)
    blend(picture, x + at * way.x - 0.5, y + at * way.y - 0.5, colour, 0)
    return colour.subarray(0, 3)
  })
  return colours.slice(2).map((ahead, i) => {
    const step = ahead.reduce((sum, level, j) => sum + Math.abs(level - (colours[i]?.[j] ?? 0)), 0)
    return Math.min(strongestStep, step)
  })
}

/** A line across the rows, as its offsets from the side at both ends, and its mean step. */
interface Offsets {
  readonly start: number
  readonly end: number
}

function findLine(
  rows: readonly number[][],
  shares: readonly number[],
  reach: number,
): Offsets & { step: number } {
  let best = { start: 0, end: 0, step: 0 }
  let highest = 0
  for (let start = -reach; start <= reach; start++) {
    for (let end = -reach; end <= reach; end++) {
      let sum = 0
      for (let i = 0; i < rows.length; i++) {
        const offset = start + (shares[i] ?? 0) * (end - start)
        sum += rows[i]?.[Math.round(offset) + reach] ?? 0
      }
      const step = sum / rows.length
      const score = weighted(step, Math.max(Math.abs(start), Math.abs(end)), reach)
      if (score <= highest) continue
      highest = score
      best = { start, end, step }
    }
  }
  return best
}

function weighted(step: number, offset: number, reach: number): number {
  return step * (1 - (farWeight * Math.abs(offset)) / reach)
}

/** Rows whose edge lies farther from the line, in pixels, show something else. */
const outlier = 1

/** The line through the middles of the steps near a found one, by least squares. */
function fitLine(
  rows: readonly number[][],
  shares: readonly number[],
  found: Offsets,
  reach: number,
): Offsets {
  let line = found
  for (let round = 0; round < 3; round++) {
    let count = 0
    let sumX = 0
    let sumY = 0
    let sumXX = 0
    let sumXY = 0
    for (const [i, row] of rows.entries()) {
      const x = shares[i] ?? 0
      const expected = line.start + x * (line.end - line.start)
      const y = peakNear(row, Math.round(expected) + reach) - reach
      if ((row[Math.round(y) + reach] ?? 0) < leastStep) continue
      if (round > 0 && Math.abs(y - expected) > outlier) continue
      count++
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
    }
    const spread = count * sumXX - sumX * sumX
    if (count < rows.length / 4 || spread === 0) return line
    const slope = (count * sumXY - sumX * sumY) / spread
    const start = (sumY - slope * sumX) / count
    line = { start, end: start + slope }
  }
  return line
}

/** The middle of the steps around a place of a row. */
function peakNear(row: readonly number[], place: number): number {
  let weight = 0
  let sum = 0
  for (let i = place - 3; i <= place + 3; i++) {
    const step = (row[i] ?? 0) ** 2
    weight += step
    sum += step * i
  }
  return weight === 0 ? place : sum / weight
}

/** Where two lines meet. Null where they hardly do. */
function meet(one: Line, other: Line): Point | null {
  const across = one.to.x - one.from.x
  const down = one.to.y - one.from.y
  const otherAcross = other.to.x - other.from.x
  const otherDown = other.to.y - other.from.y
  const turn = across * otherDown - down * otherAcross
  if (Math.abs(turn) < 1e-6) return null
  const share =
    ((other.from.x - one.from.x) * otherDown - (other.from.y - one.from.y) * otherAcross) / turn
  return { x: one.from.x + share * across, y: one.from.y + share * down }
}
