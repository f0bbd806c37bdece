import { distanceToZero } from '@encre/picture/distance'
import { distanceFrom, eachComponent, maskAbove } from './components.ts'
import { coverSegment } from './cover.ts'
import {
  type Curve,
  directionAt,
  distanceBetween,
  lengthAlong,
  type Point,
  pointOn,
} from './fit-curves.ts'
import { inkBounds } from './ink-bounds.ts'
import type { FillStyle, LineClass, LinePlace } from './line-classes.ts'
import { listGaps } from './measures.ts'
import { type Box, copyOf, createField, type Field, longestOf } from './pixels.ts'

/** How a stencil is drawn again, at a size of its longest side. */
export interface CleanChoice {
  readonly sizeMm: number
  /** The thickness of each class on the skin, in millimetres. */
  readonly widths: Readonly<Record<LineClass, number>>
  /** Lines that a member put in another class: the one that is nearest to each place. */
  readonly moved: readonly MovedLine[]
  /** Solid without. */
  readonly fills?: FillStyle
}

/** A place in millimetres of a drawing of `strokeScaleMm`, as corrections have them. */
export interface MovedLine {
  readonly x: number
  readonly y: number
  readonly to: LinePlace
}

/** A line drawn again, in pixels. */
export interface CleanLine {
  readonly from: Point
  readonly curves: readonly Curve[]
  readonly kind: LinePlace
  /** So many of its first and of its last curves narrow to a free end. */
  readonly tips: readonly [first: number, last: number]
}

/** The lines of a stencil drawn again, and what is no line, as it was: fills, dots and stars. */
export interface CleanDrawing {
  readonly lines: readonly CleanLine[]
  readonly fills: Field
  readonly openEnds: readonly OpenEnd[]
}

/** A line that ends before another that it points at, and where it would meet it. */
export interface OpenEnd {
  readonly from: Point
  readonly to: Point
}

/** The line of a drawing that is nearest to a place, within `reach` pixels. */
export function lineAt(
  lines: readonly CleanLine[],
  place: Point,
  reach: number,
): CleanLine | undefined {
  let shortest = reach
  let nearest: CleanLine | undefined
  for (const line of lines) {
    for (const each of placesAlong(line)) {
      const away = distanceBetween(each, place)
      if (away > shortest) continue
      shortest = away
      nearest = line
    }
  }
  return nearest
}

/** The lines and open ends of a drawing, without those of specks outside its box. */
export function linesWithin(
  { lines, openEnds }: CleanDrawing,
  { x, y, width, height }: Box,
): Pick<CleanDrawing, 'lines' | 'openEnds'> {
  const isWithin = ([column, row]: Point) =>
    column >= x - 1 && column <= x + width && row >= y - 1 && row <= y + height
  return {
    lines: lines.filter((line) => placesAlong(line).some(isWithin)),
    openEnds: openEnds.filter(({ from }) => isWithin(from)),
  }
}

/** Puts the lines that a member pressed in their class. `toPixels` reads a place. */
export function moveLines(
  clean: CleanDrawing,
  moved: readonly MovedLine[],
  toPixels: (move: MovedLine) => Point,
  reach: number,
): CleanDrawing {
  const kinds = new Map<CleanLine, LinePlace>()
  for (const move of moved) {
    const line = lineAt(clean.lines, toPixels(move), reach)
    if (line) kinds.set(line, move.to)
  }
  const lines = clean.lines.map((line) => ({ ...line, kind: kinds.get(line) ?? line.kind }))
  return { ...clean, lines }
}

/** Longest side of the stencil in pixels is known only once its lines have their width. */
const mostRounds = 3

/** The stencil of a clean drawing at a size: a field of its size, with a line where it is at least 0.5. */
export function drawClean(clean: CleanDrawing, box: Box, choice: CleanChoice): Field {
  let longest = longestOf(box)
  for (let round = 1; ; round++) {
    const field = stamp(clean, (mm) => (mm * longest) / choice.sizeMm, choice.widths)
    const drawn = inkBounds(maskAbove(field, 0.5), field.width)?.box ?? box
    const side = longestOf(drawn)
    if (Math.abs(side - longest) <= 1 || round === mostRounds) return field
    longest = side
  }
}

/** Lines over a field, each as wide as its class. */
function stamp(
  { lines, fills }: Pick<CleanDrawing, 'lines' | 'fills'>,
  toPixels: (mm: number) => number,
  widths: CleanChoice['widths'],
): Field {
  const field = copyOf(fills)
  for (const line of lines) {
    if (line.kind === 'none') continue
    coverLine(field, line, toPixels(widths[line.kind]) / 2, (index, share) => {
      field.data[index] = Math.max(field.data[index] ?? 0, share)
    })
  }
  return field
}

/** Visits the pixels of a line with the share that it covers. */
function coverLine(
  field: Field,
  line: CleanLine,
  radius: number,
  visit: (index: number, share: number) => void,
): void {
  const draw = (places: readonly Point[], radiusAt: (i: number) => number) => {
    const discs = places.map(([x, y], i) => ({ x, y, radius: radiusAt(i) }))
    for (const [i, to] of discs.entries()) coverSegment(field, discs[i - 1] ?? to, to, visit)
  }
  const { body, tips } = partLine(line)
  draw(placesAlong(body), () => radius)
  for (const tip of tips) draw(tip, (i) => radius * thicknessAt(tip, i))
}

/** The lines of one class alone, as `drawClean` drew them. */
export function drawClass(
  { lines, fills }: CleanDrawing,
  kind: LineClass,
  widths: CleanChoice['widths'],
  pixelsPerMm: number,
): Field {
  const alone = {
    lines: lines.filter((line) => line.kind === kind),
    fills: createField(fills.width, fills.height),
  }
  return stamp(alone, (mm) => mm * pixelsPerMm, widths)
}

/** Between two lines of a hatching, in millimetres. */
const hatchPaperMm = 1

/** Fills as they are chosen at a size. What is hardly wider than a line, such as a dot or a star, stays solid. */
export function drawFills(
  fills: Field,
  { fills: style = 'solid', widths }: CleanChoice,
  pixelsPerMm: number,
): Field {
  if (style === 'solid') return fills
  const { width } = fills
  const isInk = maskAbove(fills, 0.5)
  const inside = distanceToZero(isInk, width)
  const outline = Math.max(1, widths.inner * pixelsPerMm)
  const hatch = Math.max(1, widths.detail * pixelsPerMm)
  const period = hatch + hatchPaperMm * pixelsPerMm
  const field = copyOf(fills)
  eachComponent(isInk, width, (indices) => {
    if (indices.every((index) => (inside[index] ?? 0) < 1.5 * outline)) return
    for (const index of indices) {
      const along = ((index % width) + Math.floor(index / width)) / Math.SQRT2
      const fromHatch = Math.abs((along % period) - period / 2)
      const edge = outline + 1 - (inside[index] ?? 0)
      const stripe = style === 'hatched' ? hatch / 2 + 0.5 - fromHatch : 0
      field.data[index] = Math.min(field.data[index] ?? 0, Math.max(0, edge, stripe))
    }
  })
  return field
}

/**
 * In millimetres. A shorter detail, or one that is closer to another line, becomes a blot on the
 * skin.
 */
const leastDetailMm = 1.5
const leastPaperMm = 0.3

/** Details that blur at this size: too short, or too close to a line that is not a detail. */
export function findCrowded(
  clean: CleanDrawing,
  widths: CleanChoice['widths'],
  pixelsPerMm: number,
): ReadonlySet<CleanLine> {
  const { lines, fills } = clean
  const isDetail = ({ kind }: CleanLine) => kind === 'detail'
  const others = { fills, lines: lines.filter((line) => !isDetail(line)) }
  const drawn = stamp(others, (mm) => mm * pixelsPerMm, widths)
  const fromOthers = distanceFrom(maskAbove(drawn, 0.5), fills.width)
  const least = (widths.detail / 2 + leastPaperMm) * pixelsPerMm
  return new Set(
    lines.filter(isDetail).filter((line) => {
      const places = placesAlong(line)
      const near = places.filter(
        ([x, y]) => (fromOthers[Math.floor(y) * fills.width + Math.floor(x)] ?? 0) < least,
      )
      return lengthAlong(places) < leastDetailMm * pixelsPerMm || 2 * near.length > places.length
    }),
  )
}

/** In pixels. Between hairs, paper is as wide as it can be. */
const hair = 1
/** So much of the lines may touch: 1 mm at 12.5 cm. */
const touchingShare = 0.008

/**
 * How many millimetres a pixel must be, for lines that run beside each other to have paper between
 * them. 0 where they have it at this size.
 */
export function findApart(
  clean: CleanDrawing,
  widths: CleanChoice['widths'],
  box: Box,
  mmPerPixel: number,
): number {
  if (clean.lines.length === 0) return 0
  const field = createField(clean.fills.width, clean.fills.height)
  const thickness = new Float32Array(field.data.length)
  for (const line of clean.lines) {
    const { kind } = line
    if (kind === 'none') continue
    coverLine(field, line, hair / 2, (index, share) => {
      field.data[index] = Math.max(field.data[index] ?? 0, share)
      if (share >= 0.5) thickness[index] = widths[kind]
    })
  }
  const widest = (Math.max(...Object.values(widths)) + leastPaperMm) / mmPerPixel
  const needed = listGaps(field, box, widest).map(([x, y, gap, length]) => {
    const beside: number[] = []
    coverSegment(field, { x, y, radius: gap / 2 + hair }, { x, y, radius: 0 }, (index) => {
      if (thickness[index]) beside.push(thickness[index])
    })
    const across = (Math.min(...beside) + Math.max(...beside)) / 2 + leastPaperMm
    return { scale: beside.length === 0 ? 0 : across / (gap + hair), length }
  })
  let touching = touchingShare * longestOf(box)
  for (const { scale, length } of needed.sort((one, other) => other.scale - one.scale)) {
    touching -= length
    if (touching < 0) return scale > mmPerPixel ? scale : 0
  }
  return 0
}

/** Pixels between two places of a curve. */
const placeStep = 4

type Way = Pick<CleanLine, 'from' | 'curves'>

export function placesAlong({ from, curves }: Way): Point[] {
  const places = curves.flatMap((curve, i) => {
    const start = curves[i - 1]?.[2] ?? from
    const [one, other, to] = curve
    const length =
      distanceBetween(start, one) + distanceBetween(one, other) + distanceBetween(other, to)
    const count = Math.max(1, Math.ceil(length / placeStep))
    return Array.from({ length: count }, (_, j) => pointOn(start, curve, (j + 1) / count))
  })
  return [from, ...places]
}

/** A line without its tips, and the places along each of these, to the free end. */
export function partLine({ from, curves, tips: [first, last] }: CleanLine) {
  const part = (start: number, end: number): Way => ({
    from: curves[start - 1]?.[2] ?? from,
    curves: curves.slice(start, end),
  })
  const end = curves.length - last
  const tips = [placesAlong(part(0, first)).reverse(), placesAlong(part(end, curves.length))]
  return { body: part(first, end), tips: tips.filter(({ length }) => length > 1) }
}

/** Of the whole, at a place of a tip. */
function thicknessAt(tip: readonly Point[], index: number): number {
  return 1 - index / (tip.length - 1)
}

/** The edge of a tip whose line has this radius. */
export function tipEdge(tip: readonly Point[], radius: number): Point[] {
  const sideOf = (sign: number) =>
    tip.map(([x, y], i): Point => {
      const [across, down] = directionAt(tip, i)
      const away = sign * radius * thicknessAt(tip, i)
      return [x - away * down, y + away * across]
    })
  return [...sideOf(1), ...sideOf(-1).reverse()]
}

/** The `d` of an SVG path along a line, in millimetres from the top left of `box`. */
export function curvePath({ from, curves }: Way, box: Box, mmPerPixel: number): string {
  let before: Point = [0, 0]
  const place = (point: Point): Point => [
    Math.round((point[0] - box.x) * mmPerPixel * 100),
    Math.round((point[1] - box.y) * mmPerPixel * 100),
  ]
  const step = (point: Point) => {
    const [x, y] = place(point)
    return `${(x - before[0]) / 100} ${(y - before[1]) / 100}`
  }
  const start = `M${step(from)}`
  before = place(from)
  const steps = curves.map((curve) => {
    const handles = curve.map(step).join(' ')
    before = place(curve[2])
    return handles
  })
  return `${start}c${steps.join(' ')}`
}
