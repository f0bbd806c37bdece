import { distanceToZero } from '@encre/picture/distance'
import { distanceFrom, eachComponent, greatestOf, maskAbove } from './components.ts'
import { coverSegment } from './cover.ts'
import {
  at,
  type Curve,
  cosineOf,
  directionAt,
  directionOf,
  distanceBetween,
  lengthAlong,
  nearFinder,
  type Point,
  pointOn,
} from './fit-curves.ts'
import { leastParallel } from './graph.ts'
import { inkBounds } from './ink-bounds.ts'
import type { FillStyle, LineClass, LinePlace } from './line-classes.ts'
import { joinNumbers } from './outline.ts'
import { type Box, copyOf, createField, type Field, longestOf } from './pixels.ts'

// Au net: draws the lines that `trace-clean.ts` has found again, and says what is too small or
// would touch. `studio.ts` calls both; the member's presses are `clean-state.ts` in the gallery's
// atelier.

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
  /** Beyond its ends: the places where it narrows, each from the line to its free end. */
  readonly tips: readonly (readonly Point[])[]
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

/** The longest side in pixels is known only once the lines have their width. */
const mostRounds = 3
/** As a share of it: nobody sees so much of a width. */
const sameLength = 0.005

/**
 * The stencil of a clean drawing at a size, with a line where its field is at least 0.5; where it
 * is; and its fills as they are chosen. A drawing without anything has its former `box`.
 */
export function drawClean(clean: CleanDrawing, box: Box, choice: CleanChoice) {
  let drawn = { box, isLone: false }
  for (let round = 1; ; round++) {
    const longest = longestOf(drawn.box)
    const pixelsPerMm = longest / choice.sizeMm
    const fills = drawFills(clean.fills, choice, pixelsPerMm)
    const field = stamp({ ...clean, fills }, choice.widths, pixelsPerMm)
    const bounds = inkBounds(maskAbove(field, 0.5), field.width)
    // The specks went with the lines that were there before.
    drawn = bounds ? { box: bounds.whole, isLone: bounds.isLone } : drawn
    const change = Math.abs(longestOf(drawn.box) - longest)
    if (change <= sameLength * longest || round === mostRounds) return { ...drawn, field, fills }
  }
}

/** Lines over a field, each as wide as its class. */
function stamp(
  { lines, fills }: Pick<CleanDrawing, 'lines' | 'fills'>,
  widths: CleanChoice['widths'],
  pixelsPerMm: number,
): Field {
  const field = copyOf(fills)
  for (const line of lines) {
    if (line.kind === 'none') continue
    coverLine(field, line, (widths[line.kind] * pixelsPerMm) / 2, (index, share) => {
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
  draw(placesAlong(line), () => radius)
  for (const tip of line.tips) draw(tip, (i) => radius * thicknessAt(tip, i))
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
  return stamp(alone, widths, pixelsPerMm)
}

/** Between two lines of a hatching, in millimetres. */
const hatchPaperMm = 1

/** Fills as they are chosen at a size. What is hardly wider than a line, such as a dot or a star, stays solid. */
function drawFills(
  fills: Field,
  { fills: style = 'solid', widths }: CleanChoice,
  pixelsPerMm: number,
): Field {
  if (style === 'solid') return fills
  const { width } = fills
  const isInk = maskAbove(fills, 0.5)
  const outline = Math.max(1, widths.inner * pixelsPerMm)
  const inside = distanceToZero(isInk, width, 1.5 * outline + 1)
  const hatch = Math.max(1, widths.detail * pixelsPerMm)
  const period = hatch + hatchPaperMm * pixelsPerMm
  const field = copyOf(fills)
  eachComponent(isInk, width, (fill) => {
    const indices = fill.listIndices()
    if (greatestOf(inside, indices) < 1.5 * outline) return
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
  const drawn = stamp(others, widths, pixelsPerMm)
  const least = (widths.detail / 2 + leastPaperMm) * pixelsPerMm
  const fromOthers = distanceFrom(maskAbove(drawn, 0.5), fills.width, least)
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

/** Lines that come together within so many of the ways between them meet: at 9 degrees and more. */
const meetingWays = 6.4
/** Lines that come as near meet. */
const meetingPixels = 2.5
/** So much of the lines may touch: 1 mm at 12.5 cm. */
const touchingShare = 0.008

/** A place of a line, and which of the line's it is. */
interface Spot {
  readonly places: readonly Point[]
  readonly i: number
  readonly width: number
}

/**
 * How many millimetres a pixel must be, for lines that run beside each other to have paper between
 * them. 0 where they have it at this size.
 */
export function findApart(
  { lines }: Pick<CleanDrawing, 'lines'>,
  widths: CleanChoice['widths'],
  box: Box,
  mmPerPixel: number,
): number {
  const reach = (Math.max(...Object.values(widths)) + leastPaperMm) / mmPerPixel
  const spots = lines.flatMap((line): Spot[] => {
    if (line.kind === 'none') return []
    const width = widths[line.kind]
    const places = placesAlong(line)
    return places.map((_, i) => ({ places, i, width }))
  })
  const near = nearFinder(spots, spotAt, reach)
  const isMeeting = meetingFinder(spots)
  const needed = spots.flatMap((one) => {
    const beside = near(spotAt(one)).flatMap((other) => {
      const away = distanceBetween(spotAt(one), spotAt(other))
      const scale = ((one.width + other.width) / 2 + leastPaperMm) / away
      return scale > mmPerPixel && isBeside(one, other) ? { other, away, scale } : []
    })
    const nearest = beside
      .sort((a, b) => b.scale - a.scale)
      .find(({ other, away }) => !isMeeting(one, other, away))
    return nearest?.scale ?? []
  })
  // Each place has a step of its line, of two lines that are one gap.
  const touching = Math.ceil((touchingShare * longestOf(box)) / (placeStep / 2))
  return needed.sort((one, other) => other - one)[touching] ?? 0
}

function spotAt({ places, i }: Spot): Point {
  return at(places, i)
}

function isBeside(one: Spot, other: Spot): boolean {
  const way = directionAt(one.places, one.i, 1)
  const otherWay = directionAt(other.places, other.i, 1)
  return (
    Math.abs(cosineOf(way, otherWay)) > leastParallel &&
    Math.abs(cosineOf(way, directionOf(spotAt(one), spotAt(other)))) < 0.5
  )
}

/** Says whether two lines meet soon after these places: at a junction, a corner or a bend. */
function meetingFinder(spots: readonly Spot[]) {
  const near = nearFinder(spots, spotAt, meetingPixels)
  const pairs = spots.flatMap((one) =>
    near(spotAt(one))
      .filter((other) => other.places !== one.places)
      .filter((other) => distanceBetween(spotAt(one), spotAt(other)) < meetingPixels)
      .map((other) => ({ one, other })),
  )
  const meetings = Map.groupBy(pairs, ({ one }) => one.places)
  return (one: Spot, other: Spot, away: number): boolean => {
    const isSoon = (from: Spot, to: Spot) =>
      from.places === to.places && Math.abs(from.i - to.i) * placeStep <= meetingWays * away
    if (away < meetingPixels || isSoon(one, other)) return true
    const some = meetings.get(one.places) ?? []
    return some.some((pair) => isSoon(one, pair.one) && isSoon(other, pair.other))
  }
}

/** Pixels between two places of a curve. */
const placeStep = 4

/** Of a line without its tips. */
export function placesAlong({ from, curves }: CleanLine): Point[] {
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

/** The `d` of an SVG path along a line without its tips, in millimetres from the top left of `box`. */
export function curvePath({ from, curves }: CleanLine, box: Box, mmPerPixel: number): string {
  const place = (point: Point): Point => [
    Math.round((point[0] - box.x) * mmPerPixel * 100),
    Math.round((point[1] - box.y) * mmPerPixel * 100),
  ]
  let [x, y] = place(from)
  const start = `M${joinNumbers([x, y])}`
  const steps = curves.flatMap((curve) => {
    const places = curve.map(place)
    const handles = places.flatMap(([across, down]) => [across - x, down - y])
    ;[x, y] = places[2] ?? [x, y]
    return handles
  })
  return `${start}c${joinNumbers(steps)}`
}
