import { distanceToZero } from '@encre/picture/distance'
import type { CleanDrawing, CleanLine, OpenEnd } from './clean-lines.ts'
import {
  distanceFrom,
  eachComponent,
  eachFace,
  greatestOf,
  maskAbove,
  maskWide,
} from './components.ts'
import {
  at,
  cosineOf,
  directionAt,
  directionOf,
  distanceBetween,
  fitCurves,
  lengthAlong,
  nearFinder,
  type Point,
} from './fit-curves.ts'
import { roundest, strokesOf, widestStroke } from './graph.ts'
import type { LineClass } from './line-classes.ts'
import { type Box, type Field, longestOf, mapField } from './pixels.ts'
import { meanOf, quantile } from './quantile.ts'
import { listNeighbours } from './thinning.ts'

/** A wider shape is a fill: in widths of the drawing's lines, and a share of its longest side. */
const fillWidths = 2
const fillShare = 0.012
/** Curves stay as near to the middle of a line, as a share of the longest side: 0.08 mm at 12.5 cm. */
const toleranceShare = 0.0006
/** A shorter line is a detail: 3 mm at 12.5 cm. So is one that is thinner than most. */
const detailShare = 0.024
const detailWidths = 0.65
/** So much of a line lies beside the paper around the drawing. */
const outerShare = 0.6
/** An end this much shorter than the line that it leaves, in its widths, is a stub. */
const stubWidths = 1.5
/** An end is open if another line is as near before it: 4 mm at 12.5 cm, or some of its widths. */
const openShare = 0.032
const openWidths = 3
/** Lines that meet within this angle are one: the cosine of 40 degrees. */
const straight = 0.77
/** A turn within some pixels that is sharper is a corner: the cosine of 60 degrees. */
const sharpest = 0.5
const cornerReach = 6

/** A part of a branch between two ends. `nodes` names the junction at each end; null is free. */
interface Piece {
  readonly points: Point[]
  readonly width: number
  readonly length: number
  /** So many of its first and of its last points narrow to its end. */
  readonly tips: Tips
  kind: LineClass
  readonly nodes: [Node | null, Node | null]
  readonly joined: [End | null, End | null]
}

type Tips = readonly [first: number, last: number]

interface End {
  readonly piece: Piece
  readonly side: 0 | 1
}

interface Node {
  place: Point
  ends: End[]
}

/** Draws the lines of a stencil again as clean curves along their middles. */
export function traceClean(stencil: Field, box: Box): CleanDrawing {
  const longest = longestOf(box)
  const strokes = strokesOf(stencil, box)
  const usual = quantile(
    strokes.flatMap(({ widths }) => [...widths].filter((width) => width > 0)),
    0.5,
  )
  const widest = Math.max(fillWidths * usual, fillShare * longest)
  const fills = takeFills(stencil, Math.min(widest, widestStroke(box)), dashShare * longest)
  const { pieces, open } = connect(
    strokes.flatMap(({ points, widths }) => cutAtFills(points, widths, fills)),
  )
  classify(pieces, stencil, { longest, usual })
  const lines = listChains(pieces).flatMap((chain) => fitLines(chain, toleranceShare * longest))
  return { lines, fills, openEnds: findOpenEnds(open, pieces, openShare * longest) }
}

/** A fill goes on where it narrows, down to this share of its least width. */
const narrowestShare = 0.7
/** A mark that is shorter, in its widths, is no line: a star, a drop. Nor is a dot or a dash of shade. */
const markWidths = 3.5
/** As wide as paper takes, a shorter dash would be a blot: 1.2 mm at 12.5 cm. */
const dashShare = 0.0096
const softEdge = 1.5

/** What is wider than a line, and what is no line, with its soft edge. */
function takeFills(stencil: Field, widest: number, longestDash: number): Field {
  const { width } = stencil
  const isInk = maskAbove(stencil, 0.5)
  const distances = distanceToZero(isInk, width)
  const isFill = maskWide(distances, width, {
    widest,
    narrowest: narrowestShare * widest,
    softEdge,
  })
  const neighbours = listNeighbours(width)
  eachComponent(isInk, width, ({ left, right, top, bottom, listIndices }) => {
    const indices = listIndices()
    const wide = 2 * greatestOf(distances, indices) - 1
    const length = Math.hypot(right - left, bottom - top) + 1
    const isThin = 2 * wide < widest
    if (length > Math.max(longestDash, (isThin ? roundest : markWidths) * wide)) return
    for (const index of indices) {
      isFill[index] = 1
      for (const step of neighbours) isFill[index + step] = 1
    }
  })
  return mapField(stencil, (value, index) => (isFill[index] ? value : 0))
}

/** An end is a tip if it is thinner than this share of all but a few widths of its line. */
const tipShare = 0.5
/** It goes on to where the line has this share of most widths, over at most this share of the line. */
const wholeShare = 0.85
const longestTip = 0.35
/** A shorter one, in widths, is a round end. */
const leastTip = 2

/** How many widths from an end on narrow to it. */
function countTip(widths: readonly number[]): number {
  const whole = wholeShare * quantile(widths, 0.75)
  const isNarrow = (widths[0] ?? whole) < tipShare * quantile(widths, 0.25)
  const count = widths.findIndex((width) => width >= whole)
  const isLong = isNarrow && count > leastTip * whole
  return isLong ? Math.min(count, Math.floor(longestTip * widths.length)) : 0
}

/** A line goes on into a fill by so many points. */
const overlap = 3

/** The parts of a branch that are no fill, with the names of their ends. */
function cutAtFills(points: Float32Array, widths: Float32Array, fills: Field) {
  const places = Array.from(
    { length: widths.length },
    (_, i): Point => [points[2 * i] ?? 0, points[2 * i + 1] ?? 0],
  )
  const isFill = places.map(
    ([x, y]) => (fills.data[Math.round(y) * fills.width + Math.round(x)] ?? 0) >= 0.5,
  )
  const parts: { points: Point[]; width: number; tips: Tips; ends: [string, string] }[] = []
  const last = places.length - 1
  for (let i = 0; i <= last; i++) {
    if (isFill[i]) continue
    const first = i
    while (i < last && !isFill[i + 1]) i++
    const known = [...widths.subarray(first, i + 1)].filter((width) => width > 0)
    const from = Math.max(0, first - overlap)
    const to = Math.min(last, i + overlap)
    // What is cut at a fill ends in it, and meets nothing there.
    parts.push({
      points: places.slice(from, to + 1).map(([x, y]) => [x + 0.5, y + 0.5]),
      width: meanOf(known),
      tips: [first === 0 ? countTip(known) : 0, i === last ? countTip(known.toReversed()) : 0],
      ends: [
        first === 0 ? String(places[0]) : `cut ${places[from]}`,
        i === last ? String(places[last]) : `cut ${places[to]}`,
      ],
    })
  }
  return parts
}

/** The pieces, joined where they meet, and the ends that meet nothing: a crossing that was thinned to two is one again. */
function connect(parts: ReturnType<typeof cutAtFills>) {
  const nodes = new Map<string, Node>()
  const pieces = new Set<Piece>()
  for (const { points, width, tips, ends } of parts) {
    const piece: Piece = {
      points,
      width,
      length: lengthAlong(points),
      tips,
      kind: 'inner',
      nodes: [null, null],
      joined: [null, null],
    }
    pieces.add(piece)
    for (const side of [0, 1] as const) {
      const node = nodes.get(ends[side]) ?? { place: pointAt({ piece, side }), ends: [] }
      nodes.set(ends[side], node)
      node.ends.push({ piece, side })
      piece.nodes[side] = node
    }
  }
  const isFree = (node: Node | null) => node?.ends.length === 1
  for (const piece of pieces) {
    const [one, other] = piece.nodes
    if (!one || !other || one === other) continue
    const isShort = piece.length <= Math.max(3, piece.width)
    if (isShort && !isFree(one) && !isFree(other)) merge(piece, one, other, pieces)
  }
  for (const piece of pieces) {
    const node = piece.nodes.find((each) => !isFree(each))
    if (!node || !piece.nodes.some(isFree)) continue
    const widest = Math.max(...node.ends.filter((end) => end.piece !== piece).map(widthOf))
    if (piece.length > stubWidths * widest) continue
    node.ends = node.ends.filter((end) => end.piece !== piece)
    pieces.delete(piece)
  }
  const uncut = [...nodes].flatMap(([name, node]) => (name.startsWith('cut') ? [] : [node]))
  const free = uncut.filter(
    (node) => isFree(node) && node.ends.every(({ piece }) => pieces.has(piece)),
  )
  closeGaps(free)
  return { pieces, open: free.filter(isFree).flatMap(({ ends }) => ends) }
}

/** A gap of one width: the middle of a line ends half its width before the line does. */
const gapWidths = 2

/** Joins the ends of lines that point at each other over a gap shorter than they are wide. */
function closeGaps(free: readonly Node[]): void {
  const widest = Math.max(0, ...free.flatMap(({ ends }) => ends).map(widthOf))
  const near = nearFinder(free, ({ place }) => place, gapWidths * widest + 1)
  for (const one of free) {
    const other = near(one.place).find((each) => each !== one && isGap(one, each))
    const [end] = other?.ends ?? []
    if (!other || !end) continue
    one.ends.push(end)
    end.piece.nodes[end.side] = one
    other.ends = []
  }
}

function isGap({ ends: [one, ...more] }: Node, { ends: [other, ...others] }: Node): boolean {
  if (!one || !other || more.length + others.length > 0) return false
  const width = Math.max(widthOf(one), widthOf(other))
  const from = pointAt(one)
  const to = pointAt(other)
  if (distanceBetween(from, to) > gapWidths * width) return false
  const across = directionOf(from, to)
  const away = Math.ceil(2 * width)
  const into = directionOf(pointAt(one, away), from)
  const out = directionOf(to, pointAt(other, away))
  return cosineOf(into, across) > straight && cosineOf(out, across) > straight
}

/** The free ends that point at another line, each with the place where it would meet it. */
function findOpenEnds(free: readonly End[], pieces: Set<Piece>, reach: number): OpenEnd[] {
  const ends = free.filter(({ piece }) => piece.length > markWidths * piece.width)
  const reachOf = (end: End) => Math.max(reach, openWidths * widthOf(end))
  const places = [...pieces].flatMap((piece) => piece.points.map((point) => ({ piece, point })))
  const near = nearFinder(places, ({ point }) => point, Math.max(reach, ...ends.map(reachOf)))
  const found = ends.flatMap((end) => {
    const from = pointAt(end)
    const to = findBefore(end, near(from), reachOf(end))
    return to ? [{ from, to }] : []
  })
  // Two ends that point at each other are one gap.
  return found.filter(
    ({ from, to }, i) => !found.slice(0, i).some((other) => other.to === from && other.from === to),
  )
}

type PlaceOfPiece = Readonly<{ piece: Piece; point: Point }>

/** The place before an end that is nearest to it. An end counts before the line that it ends. */
function findBefore(end: End, places: readonly PlaceOfPiece[], reach: number): Point | null {
  const from = pointAt(end)
  const into = directionOf(pointAt(end, Math.ceil(3 * end.piece.width)), from)
  let shortest = reach
  let nearest: Point | null = null
  for (const { piece, point } of places) {
    if (piece === end.piece) continue
    const away = distanceBetween(from, point)
    if (away > shortest || cosineOf(into, directionOf(from, point)) < straight) continue
    shortest = away
    nearest = point
  }
  return nearest
}

function merge(piece: Piece, one: Node, other: Node, pieces: Set<Piece>): void {
  pieces.delete(piece)
  one.ends = [...one.ends, ...other.ends].filter((end) => end.piece !== piece)
  one.place = pointAlong(one.place, other.place, 0.5)
  for (const end of one.ends) end.piece.nodes[end.side] = one
}

const widthOf = ({ piece }: End) => piece.width

function pointAt({ piece, side }: End, away = 0): Point {
  const last = piece.points.length - 1
  const index = Math.min(last, away)
  return at(piece.points, side === 0 ? index : last - index)
}

function pointAlong(from: Point, to: Point, share: number): Point {
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}

function classify(
  pieces: Set<Piece>,
  stencil: Field,
  { longest, usual }: { longest: number; usual: number },
): void {
  const { width } = stencil
  const isOutside = new Uint8Array(stencil.data.length)
  eachFace(stencil, (face, isAround) => {
    if (isAround) face.fill(isOutside, 1)
  })
  const nearOf = (piece: Piece) => piece.width / 2 + 2.5
  const fromOutside = distanceFrom(isOutside, width, Math.max(0, ...[...pieces].map(nearOf)))
  for (const piece of pieces) {
    const beside = piece.points.filter(
      ([x, y]) => (fromOutside[Math.floor(y) * width + Math.floor(x)] ?? 0) <= nearOf(piece),
    )
    const isShort = piece.length < detailShare * longest
    const isThin = piece.width < detailWidths * usual
    const isAlone = piece.nodes.every((node) => node?.ends.length === 1)
    const isOuter = beside.length > outerShare * piece.points.length && !(isShort && isAlone)
    piece.kind = isShort || isThin ? 'detail' : 'inner'
    if (isOuter) piece.kind = 'outer'
  }
  for (const node of new Set([...pieces].flatMap(({ nodes }) => nodes))) {
    if (node) joinStraight(node)
  }
}

/** Joins the ends at a junction that go on in each other, the straightest first. */
function joinStraight({ ends }: Node): void {
  const pairs = ends.flatMap((one, i) =>
    ends.slice(i + 1).map((other) => {
      const away = Math.ceil(2 * Math.max(widthOf(one), widthOf(other), 3))
      const into = directionOf(pointAt(one, away), pointAt(one, away >> 2))
      const out = directionOf(pointAt(other, away >> 2), pointAt(other, away))
      return { one, other, cosine: cosineOf(into, out) }
    }),
  )
  for (const { one, other, cosine } of pairs.sort((a, b) => b.cosine - a.cosine)) {
    const isAlike = one.piece.kind === other.piece.kind
    if (!isAlike || (cosine < straight && ends.length > 2)) continue
    if (one.piece.joined[one.side] || other.piece.joined[other.side]) continue
    one.piece.joined[one.side] = other
    other.piece.joined[other.side] = one
  }
}

interface Chain {
  readonly points: Point[]
  readonly kind: LineClass
  readonly isClosed: boolean
  readonly tips: Tips
}

/** The lines that the joined pieces make. */
function listChains(pieces: Set<Piece>): Chain[] {
  const isSeen = new Set<Piece>()
  const follow = (start: End): Chain => {
    const points: Point[] = []
    let end: End | null = start
    let last = start
    while (end && !isSeen.has(end.piece)) {
      const { piece, side }: End = end
      isSeen.add(piece)
      const way = trim(piece)
      points.push(...(side === 0 ? way : way.reverse()))
      last = { piece, side: side === 0 ? 1 : 0 }
      end = piece.joined[last.side]
    }
    const isClosed = end !== null
    if (isClosed) points.push(at(points, 0))
    return { points, kind: start.piece.kind, isClosed, tips: [tipOf(start), tipOf(last)] }
  }
  const starts = [...pieces].flatMap((piece) =>
    ([0, 1] as const).filter((side) => !piece.joined[side]).map((side) => ({ piece, side })),
  )
  const open = starts.flatMap((start) => (isSeen.has(start.piece) ? [] : [follow(start)]))
  const closed = [...pieces].flatMap((piece) =>
    isSeen.has(piece) ? [] : [follow({ piece, side: 0 })],
  )
  return [...open, ...closed]
}

/** A piece without the bends of its middle at a junction. What goes on nowhere ends in its middle. */
function trim({ points, nodes, joined }: Piece): Point[] {
  const radii = nodes.map((node) =>
    node && node.ends.length > 1 ? Math.max(...node.ends.map(widthOf)) / 2 : 0,
  )
  const most = Math.floor(0.4 * points.length)
  const [first = 0, last = 0] = radii.map((radius) => Math.min(most, Math.round(radius)))
  const kept = points.slice(first, points.length - last)
  const [from, to] = nodes.map((node, side) => {
    const isEnd = node && node.ends.length > 1 && !joined[side]
    return isEnd ? [node.place] : []
  })
  return [...(from ?? []), ...kept, ...(to ?? [])]
}

/** The points of a free end that narrow. */
function tipOf({ piece, side }: End): number {
  return piece.nodes[side]?.ends.length === 1 ? piece.tips[side] : 0
}

/** Of the points of a tip, which are a pixel apart, this many make one. */
const pointsPerPlace = 4

/** A line of smooth curves between corners. */
function fitLines({ points, kind, isClosed, tips }: Chain, tolerance: number): CleanLine[] {
  const from = tips[0]
  const to = points.length - 1 - tips[1]
  const body = points.slice(from, to + 1)
  const last = body.length - 1
  const corners = findCorners(body)
  const isSmooth = isClosed && corners.length === 0
  const seam = isSmooth ? directionAt([...body.slice(0, -1), ...body], last) : undefined
  const curves = [...corners, last].flatMap((end, i) =>
    fitCurves(body.slice(corners[i - 1] ?? 0, end + 1), tolerance, seam, seam),
  )
  if (curves.length === 0) return []
  const thinOut = (tip: Point[]) =>
    tip.filter((_, i) => i % pointsPerPlace === 0 || i === tip.length - 1)
  const ways = [points.slice(0, from + 1).reverse(), points.slice(to)].map(thinOut)
  return [{ from: at(body, 0), curves, kind, tips: ways.filter(({ length }) => length > 1) }]
}

function findCorners(points: readonly Point[]): number[] {
  const cosines = points.map((point, i) => {
    if (i < cornerReach || i >= points.length - cornerReach) return 1
    const into = directionOf(at(points, i - cornerReach), point)
    const out = directionOf(point, at(points, i + cornerReach))
    return cosineOf(into, out)
  })
  return [...cosines.keys()].filter((i) => {
    const around = cosines.slice(Math.max(0, i - cornerReach), i + cornerReach + 1)
    const cosine = cosines[i] ?? 1
    return (
      cosine < sharpest &&
      around.indexOf(cosine) === Math.min(i, cornerReach) &&
      cosine === Math.min(...around)
    )
  })
}
