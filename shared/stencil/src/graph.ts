import { distanceToZero } from '@encre/picture/distance'
import { maskAbove } from './components.ts'
import { type Box, type Field, longestOf } from './pixels.ts'
import { sumOf } from './quantile.ts'
import { listNeighbours, thin } from './thinning.ts'

// The middle lines of a stencil with their widths, which the measures, shade and au net read.
// `thinning.ts` finds the middle.

/** A stroke between two ends or junctions of a graph. Lengths and places are in pixels. */
export interface Branch {
  /** Its middle, about a pixel apart: x, y, x, y ... */
  readonly points: Float32Array<ArrayBuffer>
  /** Its width at each point. 0 where it has no edge on both sides within reach. */
  readonly widths: Float32Array<ArrayBuffer>
  /** The length that each point stands for. They add up to the branch. */
  readonly lengths: Float32Array<ArrayBuffer>
  /** How many of its two ends are free: the others are junctions. A closed line has none. */
  readonly freeEnds: number
}

export function lengthOf({ lengths }: Branch): number {
  return sumOf(lengths)
}

/** A mark that is longer, in widths, is a stroke and no dot. */
export const roundest = 1.8
/** Of a dot of two pixels no more can be said. */
const longestDot = 3.5

/** Whether a branch is a mark of its own that is hardly longer than wide. */
export function isDot(branch: Branch): boolean {
  const longest = Math.max(longestDot, roundest * Math.max(...branch.widths))
  return branch.freeEnds === 2 && lengthOf(branch) <= longest
}

/** Where the middles of shapes are traced. */
interface Shapes {
  /** At least 0.5 in a shape. */
  readonly field: Field
  /** The distance to the edge of each pixel of a shape, 0 beside it. */
  readonly distances: Float32Array
  /** Wider shapes are no strokes. */
  readonly widest: number
  /** Paper between strokes ends where they do; the middle of a stroke ends before it does. */
  readonly isPaper?: boolean
}

/** Wider strokes are fills, and wider paper between strokes is no gap: a share of the longest side, at least `leastWidest` pixels. */
const widestShare = 0.022
const leastWidest = 16

export function widestStroke(box: Box): number {
  return Math.max(leastWidest, widestShare * longestOf(box))
}

const graphs = new WeakMap<Field, readonly Branch[]>()

/** The strokes of a stencil. They are traced once. */
export function strokesOf(stencil: Field, box: Box): readonly Branch[] {
  const known = graphs.get(stencil)
  if (known) return known
  const distances = distanceToZero(maskAbove(stencil, 0.5), stencil.width)
  const branches = traceGraph({ field: stencil, distances, widest: widestStroke(box) })
  graphs.set(stencil, branches)
  return branches
}

/** Says which strokes are left in a stencil from which others were erased. */
export function keepStrokes(stencil: Field, branches: readonly Branch[]): void {
  graphs.set(stencil, branches)
}

/** A chain of pixels of the thinned shapes, with its ends. */
interface Chain {
  readonly pixels: readonly number[]
  readonly startsFree: boolean
  readonly endsFree: boolean
  readonly isClosed: boolean
}

/**
 * The strokes of a field as a graph of their middles: the shapes are thinned, spurs at corners are taken off, and the width is the way
 * from edge to edge across each point, edges being where the field is 0.5.
 */
export function traceGraph(shapes: Shapes): Branch[] {
  const { field, distances, widest } = shapes
  const { width } = field
  const farthest = widest / 2 + 1
  let pixels = thin(distances, width, farthest)
  const isLeft = new Uint8Array(distances.length)
  for (const index of pixels) isLeft[index] = 1
  let chains = listChains(pixels, isLeft, width)
  for (let round = 0; round < 3; round++) {
    if (!removeSpurs(chains, isLeft, distances)) break
    pixels = pixels.filter((index) => isLeft[index])
    chains = listChains(pixels, isLeft, width)
  }
  return chains.map((chain) => measureChain(chain, shapes))
}

/** Calls back for each pixel linked to this one: a diagonal one only if no other pixel links them. */
function eachLink(
  isLeft: Uint8Array,
  neighbours: readonly number[],
  index: number,
  visit: (other: number) => void,
): void {
  for (let i = 0; i < 8; i++) {
    const other = index + (neighbours[i] ?? 0)
    if (!isLeft[other]) continue
    const isDiagonal = i % 2 === 1
    if (
      isDiagonal &&
      (isLeft[index + (neighbours[i - 1] ?? 0)] || isLeft[index + (neighbours[(i + 1) % 8] ?? 0)])
    )
      continue
    visit(other)
  }
}

function listChains(linePixels: readonly number[], isLeft: Uint8Array, width: number): Chain[] {
  const neighbours = listNeighbours(width)
  const degrees = new Uint8Array(isLeft.length)
  for (const index of linePixels) {
    let degree = 0
    eachLink(isLeft, neighbours, index, () => {
      degree++
    })
    degrees[index] = degree
  }
  const isSeen = new Uint8Array(isLeft.length)
  const chains: Chain[] = []
  /** Follows a chain from one of its pixels to the next end or junction. */
  const follow = (from: number, first: number): number[] => {
    const pixels = [from, first]
    let before = from
    let at = first
    while (degrees[at] === 2 && !isSeen[at]) {
      isSeen[at] = 1
      let next = -1
      eachLink(isLeft, neighbours, at, (other) => {
        if (other !== before) next = other
      })
      if (next < 0) break
      before = at
      at = next
      pixels.push(at)
    }
    return pixels
  }
  for (const index of linePixels) {
    if (degrees[index] === 2) continue
    if (degrees[index] === 0)
      chains.push({ pixels: [index], startsFree: true, endsFree: true, isClosed: false })
    eachLink(isLeft, neighbours, index, (first) => {
      if (isSeen[first] && degrees[first] === 2) return
      // Two ends or junctions beside each other are linked once.
      if (degrees[first] !== 2 && first < index) return
      const pixels = follow(index, first)
      const last = pixels.at(-1) ?? index
      chains.push({
        pixels,
        startsFree: degrees[index] === 1,
        endsFree: degrees[last] === 1,
        isClosed: false,
      })
    })
  }
  for (const index of linePixels) {
    if (degrees[index] !== 2 || isSeen[index]) continue
    isSeen[index] = 1
    let first = -1
    eachLink(isLeft, neighbours, index, (other) => {
      first = other
    })
    chains.push({
      pixels: follow(index, first),
      startsFree: false,
      endsFree: false,
      isClosed: true,
    })
  }
  return chains
}

/** A branch with a free end is a spur if it hardly leaves the shape's inner circle at its junction. */
const spurReach = 1.5

/** Takes the spurs away from `isLeft`. Returns whether there were any. */
function removeSpurs(
  chains: readonly Chain[],
  isLeft: Uint8Array,
  distances: Float32Array,
): boolean {
  let hasRemoved = false
  for (const { pixels, startsFree, endsFree } of chains) {
    if (startsFree === endsFree) continue
    const junction = (startsFree ? pixels.at(-1) : pixels[0]) ?? 0
    if (pixels.length > 1.2 * (distances[junction] ?? 0) + spurReach) continue
    for (const index of pixels) {
      if (index !== junction) isLeft[index] = 0
    }
    hasRemoved = true
  }
  return hasRemoved
}

/** Points are averaged over this many on each side: steps of pixels become a line. */
const smoothing = 4

/** The middle of a stroke is off by up to a pixel: its largest circle is smaller than its width by as much on both sides. */
const widestOffset = 2

function measureChain({ pixels, startsFree, endsFree, isClosed }: Chain, shapes: Shapes): Branch {
  const { distances, field } = shapes
  const points = smooth(pixels, field.width, isClosed)
  const count = pixels.length
  const widths = new Float32Array(count)
  const lengths = new Float32Array(count)
  // Across a junction, and near an end, the way from edge to edge is not the width.
  const hasEnds = !isClosed && !shapes.isPaper
  const skippedAtStart = hasEnds ? (distances[pixels[0] ?? 0] ?? 0) : 0
  const skippedAtEnd = hasEnds ? (distances[pixels.at(-1) ?? 0] ?? 0) : 0
  const from = Math.min(Math.floor((count - 1) / 2), Math.ceil(skippedAtStart))
  const to = Math.max(Math.ceil((count - 1) / 2), count - 1 - Math.ceil(skippedAtEnd))
  for (let i = 0; i < count; i++) {
    const before = distanceBetween(points, Math.max(0, i - 1), i)
    lengths[i] = (before + distanceBetween(points, i, Math.min(count - 1, i + 1))) / 2
    if (i < from || i > to) continue
    // Where strokes meet, the way across one may lie along the other.
    const inscribed = 2 * (distances[pixels[i] ?? 0] ?? 0)
    const across = widthAt(shapes, points, i)
    widths[i] = across > inscribed + widestOffset ? inscribed : across
  }
  widths.fill(widths[from] ?? 0, 0, from)
  widths.fill(widths[to] ?? 0, to + 1)
  // The middle ends before the stroke does.
  if (startsFree) lengths[0] = (lengths[0] ?? 0) + skippedAtStart
  if (endsFree) lengths[count - 1] = (lengths[count - 1] ?? 0) + skippedAtEnd
  return {
    points,
    widths: evenOut(widths),
    lengths,
    freeEnds: Number(startsFree) + Number(endsFree),
  }
}

function distanceBetween(points: Float32Array, one: number, other: number): number {
  const across = (points[2 * one] ?? 0) - (points[2 * other] ?? 0)
  const down = (points[2 * one + 1] ?? 0) - (points[2 * other + 1] ?? 0)
  return Math.sqrt(across * across + down * down)
}

/** The places of a chain's pixels, each averaged with its neighbours. The ends stay where they are. */
function smooth(
  pixels: readonly number[],
  width: number,
  isClosed: boolean,
): Float32Array<ArrayBuffer> {
  const count = pixels.length
  const points = new Float32Array(2 * count)
  for (let i = 0; i < count; i++) {
    const reach = isClosed ? Math.min(smoothing, count >> 1) : Math.min(smoothing, i, count - 1 - i)
    let x = 0
    let y = 0
    for (let j = i - reach; j <= i + reach; j++) {
      const index = pixels[(j + count) % count] ?? 0
      x += index % width
      y += Math.floor(index / width)
    }
    points[2 * i] = x / (2 * reach + 1)
    points[2 * i + 1] = y / (2 * reach + 1)
  }
  return points
}

/** Directions are taken over this many points on each side. */
const tangentReach = 4

/** The way across a stroke at a point, from edge to edge; 0 without an edge on both sides. */
function widthAt(shapes: Shapes, points: Float32Array, i: number): number {
  const last = points.length / 2 - 1
  const from = Math.max(0, i - tangentReach)
  const to = Math.min(last, i + tangentReach)
  const along = (points[2 * to] ?? 0) - (points[2 * from] ?? 0)
  const down = (points[2 * to + 1] ?? 0) - (points[2 * from + 1] ?? 0)
  const size = Math.sqrt(along * along + down * down)
  const x = points[2 * i] ?? 0
  const y = points[2 * i + 1] ?? 0
  // A dot has no direction.
  if (size === 0) return Math.min(wayAcross(shapes, x, y, 1, 0), wayAcross(shapes, x, y, 0, 1))
  return wayAcross(shapes, x, y, -down / size, along / size)
}

/** From edge to edge through a point: 0 if they are farther apart than `widest`; of paper, also if they are not parallel. */
function wayAcross(
  { field, widest, isPaper }: Shapes,
  x: number,
  y: number,
  across: number,
  down: number,
): number {
  const one = distanceToEdge(field, x, y, across, down, widest)
  const other = distanceToEdge(field, x, y, -across, -down, widest)
  if (one < 0 || other < 0 || one + other > widest) return 0
  if (!isPaper) return one + other
  const slope = slopeAt(field, x + one * across, y + one * down)
  const otherSlope = slopeAt(field, x - other * across, y - other * down)
  const lean = slope.across * otherSlope.across + slope.down * otherSlope.down
  return -lean < leastParallel ? 0 : one + other
}

/** Edges of paper that lean more than this towards each other are the ends of strokes, or a corner: the cosine of 25 degrees. */
export const leastParallel = 0.9

/** The direction towards more of a shape, of length 1. */
function slopeAt({ data, width, height }: Field, x: number, y: number) {
  const column = Math.min(width - 2, Math.max(1, Math.round(x)))
  const row = Math.min(height - 2, Math.max(1, Math.round(y)))
  let across = 0
  let down = 0
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const value = data[(row + dy) * width + column + dx] ?? 0
      across += dx * value
      down += dy * value
    }
  }
  const size = Math.sqrt(across * across + down * down) || 1
  return { across: across / size, down: down / size }
}

const step = 0.5

/**
 * How far a ray goes from a point of a shape to its edge. Negative if it is farther than `reach`.
 * No edge is nearer than `start`, a whole number.
 */
export function distanceToEdge(
  { data, width, height }: Field,
  x: number,
  y: number,
  across: number,
  down: number,
  reach: number,
  start = 0,
): number {
  let before = 1
  for (let t = start; t <= reach; t += step) {
    const column = Math.min(width - 2, Math.max(0, x + t * across))
    const row = Math.min(height - 2, Math.max(0, y + t * down))
    const left = Math.floor(column)
    const top = Math.floor(row)
    const at = top * width + left
    const upper = (data[at] ?? 0) + (column - left) * ((data[at + 1] ?? 0) - (data[at] ?? 0))
    const below = at + width
    const lower =
      (data[below] ?? 0) + (column - left) * ((data[below + 1] ?? 0) - (data[below] ?? 0))
    const value = upper + (row - top) * (lower - upper)
    if (value < 0.5) return t === 0 ? 0 : t - step * ((0.5 - value) / (before - value))
    before = value
  }
  return -1
}

/** Averages each width with the two beside it on both sides, without those that have none. */
function evenOut(widths: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(widths, (width, i) => {
    if (width === 0) return 0
    let sum = 0
    let count = 0
    for (let j = Math.max(0, i - 2); j <= Math.min(widths.length - 1, i + 2); j++) {
      const other = widths[j] ?? 0
      if (other === 0) continue
      sum += other
      count++
    }
    return sum / count
  })
}
