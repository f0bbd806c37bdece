import { readCard } from './card.ts'
import { mapCorners, type Quad } from './perspective.ts'
import type { Pixels } from './pixels.ts'
import { apart, type Point } from './skin.ts'

/** Longest side of the photo in which a card is searched. */
export const searchedPixels = 480

/** The strongest lines of a photo that may be sides of a card. */
const mostLines = 20
/** Opposite sides of a card seen from at most 40° are at most this far from parallel: the sine of the angle between them. */
const mostOpening = 0.4
/** An edge changes a colour by at least this much, of 255, over two pixels. */
const leastStrength = 12
/** An edge must run along this share of a side. Near its ends a side bends into the rounded corners. */
const [leastEdge, cornerShare] = [0.75, 0.1]
const samplesPerSide = 40
/** Votes are counted per strip of so many pixels. An edge votes for this many degrees on either side of its own. */
const [columnPixels, voteDegrees] = [4, 3]
/** How far beside a line its edge may be, in pixels. */
const reach = 3

/** The points where x cos + y sin is `distance`. */
interface Line {
  readonly cos: number
  readonly sin: number
  readonly distance: number
}

/** How strongly the colours change in each pixel, and in which direction, in radians. */
interface Edges {
  readonly width: number
  readonly height: number
  readonly strength: Float32Array
  readonly angle: Float32Array
}

/**
 * The corners of the bank card on a photo, in pixels from its upper left, as if they were not rounded. Null unless all four sides are seen,
 * with a card's proportions. In a photo reduced to `searchedPixels` it takes some 30 ms, and the corners are found within a pixel.
 */
export function findCard(photo: Pixels): Quad | null {
  const edges = findEdges(photo)
  const lines = findLines(edges)
  const pairs = lines.flatMap((one, index) => lines.slice(index + 1).map((other) => [one, other] as const))
  const sides = pairs.filter(([one, other]) => Math.abs(one.cos * other.sin - one.sin * other.cos) < mostOpening)
  let card: Quad | null = null
  let best = 0
  for (const [left, right] of sides) {
    for (const [top, bottom] of sides) {
      const quad = cornersOf([top, right, bottom, left])
      if (!isCard(quad, edges)) continue
      const found = listSides(quad).map(([from, to]) => edgeBeside(edges, from, to))
      if (found.some(({ points }) => points.length <= leastEdge * samplesPerSide)) continue
      // The card is larger than what is printed on it, and its edges are stronger than those of its shadow.
      const score = areaOf(quad) * Math.sqrt(Math.min(...found.map(({ strength }) => strength)))
      if (score <= best) continue
      best = score
      card = quad
    }
  }
  // A voted line is some pixels off. Each fit brings it nearer to its edge.
  for (let times = 0; card && times < 3; times++) {
    card = cornersOf(listSides(card).map(([from, to]) => fitLine(edgeBeside(edges, from, to).points)))
  }
  // From the middles of pixels to the photo's edge.
  return card && isCard(card, edges) ? mapCorners(card, ({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })) : null
}

function findEdges({ width, height, data }: Pixels): Edges {
  const strength = new Float32Array(width * height)
  const angle = new Float32Array(width * height)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      let [across, down, square] = [0, 0, 0]
      for (let channel = 4 * at; channel < 4 * at + 3; channel++) {
        const toRight = (data[channel + 4] ?? 0) - (data[channel - 4] ?? 0)
        const toBelow = (data[channel + 4 * width] ?? 0) - (data[channel - 4 * width] ?? 0)
        const size = toRight * toRight + toBelow * toBelow
        if (size > square) [across, down, square] = [toRight, toBelow, size]
      }
      strength[at] = Math.sqrt(square)
      angle[at] = Math.atan2(down, across)
    }
  }
  return { width, height, strength, angle }
}

/** The Hough transform: every edge votes for the lines that it may be a part of. */
function findLines({ width, height, strength, angle }: Edges): Line[] {
  const farthest = Math.hypot(width, height)
  const columns = Math.ceil((2 * farthest) / columnPixels) + 1
  const votes = new Float32Array(180 * columns)
  const cellOf = (degrees: number, distance: number) => {
    // Half a turn further, a line has the opposite distance.
    const isTurned = degrees < 0 || degrees >= 180
    return ((degrees + 180) % 180) * columns + Math.round(((isTurned ? -distance : distance) + farthest) / columnPixels)
  }
  for (let at = 0; at < strength.length; at++) {
    if ((strength[at] ?? 0) < leastStrength) continue
    const normal = Math.round(((angle[at] ?? 0) * 180) / Math.PI + 180) % 180
    for (let degrees = normal - voteDegrees; degrees <= normal + voteDegrees; degrees++) {
      const radians = (degrees * Math.PI) / 180
      const distance = (at % width) * Math.cos(radians) + Math.floor(at / width) * Math.sin(radians)
      const cell = cellOf(degrees, distance)
      votes[cell] = (votes[cell] ?? 0) + 1
    }
  }
  const lines: Line[] = []
  while (lines.length < mostLines) {
    const best = votes.reduce((most, count, cell) => (count > (votes[most] ?? 0) ? cell : most), 0)
    const [degrees, distance] = [Math.floor(best / columns), (best % columns) * columnPixels - farthest]
    if (!votes[best]) break
    lines.push({ cos: Math.cos((degrees * Math.PI) / 180), sin: Math.sin((degrees * Math.PI) / 180), distance })
    // What is left beside a line belongs to the same edge.
    for (let near = degrees - 2 * voteDegrees; near <= degrees + 2 * voteDegrees; near++) {
      for (let beside = -2; beside <= 2; beside++) votes[cellOf(near, distance + beside * columnPixels)] = 0
    }
  }
  return lines
}

function cross(one: Line, other: Line): Point {
  const size = one.cos * other.sin - one.sin * other.cos
  return {
    x: (one.distance * other.sin - other.distance * one.sin) / size,
    y: (one.cos * other.distance - other.cos * one.distance) / size,
  }
}

const cornersOf = (sides: readonly Line[]) => sides.map((side, index) => cross(side, sides.at(index - 1) ?? side)) as unknown as Quad

const listSides = (quad: Quad) => quad.map((from, index) => [from, quad[(index + 1) % 4] ?? from] as const)

function areaOf(quad: Quad): number {
  return Math.abs(listSides(quad).reduce((sum, [from, to]) => sum + from.x * to.y - to.x * from.y, 0)) / 2
}

/** Whether the corners are on the photo, and those of a card whose size is verified, however small the photo was made. */
function isCard(quad: Quad, { width, height }: Edges): boolean {
  if (!quad.every(({ x, y }) => x > 0 && y > 0 && x < width && y < height)) return false
  const enlarged = mapCorners(quad, ({ x, y }) => ({ x: 10 * x, y: 10 * y }))
  const reading = readCard(enlarged, { width: 10 * width, height: 10 * height })
  return reading.kind === 'scale' && reading.isVerified
}

/** The points of the edge that runs beside a side, each between pixels, and how strong they are together. */
function edgeBeside({ width, strength, angle }: Edges, from: Point, to: Point): { points: Point[]; strength: number } {
  const length = apart(from, to)
  const [cos, sin] = [(from.y - to.y) / length, (to.x - from.x) / length]
  const points: Point[] = []
  let total = 0
  for (let sample = 0; sample < samplesPerSide; sample++) {
    const share = cornerShare + ((1 - 2 * cornerShare) * sample) / (samplesPerSide - 1)
    const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)]
    let [weight, sum] = [0, 0]
    for (let beside = -reach; beside <= reach; beside++) {
      const at = Math.round(y + beside * sin) * width + Math.round(x + beside * cos)
      const value = strength[at] ?? 0
      if (value < leastStrength || Math.abs(Math.cos((angle[at] ?? 0) - Math.atan2(sin, cos))) < 0.9) continue
      // Where the pixel's own middle is beside the side.
      const distance = (Math.round(x + beside * cos) - x) * cos + (Math.round(y + beside * sin) - y) * sin
      weight += value
      sum += value * distance
    }
    if (weight > 0) points.push({ x: x + (cos * sum) / weight, y: y + (sin * sum) / weight })
    total += weight
  }
  return { points, strength: total }
}

/** The line with the least squared distances from the points. */
function fitLine(points: readonly Point[]): Line {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const [xx, xy, yy] = [mean((p) => (p.x - x) ** 2), mean((p) => (p.x - x) * (p.y - y)), mean((p) => (p.y - y) ** 2)]
  const normal = Math.atan2(2 * xy, xx - yy) / 2 + Math.PI / 2
  return { cos: Math.cos(normal), sin: Math.sin(normal), distance: x * Math.cos(normal) + y * Math.sin(normal) }
}
