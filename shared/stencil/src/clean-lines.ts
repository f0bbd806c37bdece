import { distanceToZero } from '@encre/picture/distance'
import { eachComponent, maskAbove, maskBelow } from './components.ts'
import { coverSegment } from './corrections.ts'
import { type Curve, distanceBetween, type Point, pointOn } from './fit-curves.ts'
import { inkBounds } from './ink-bounds.ts'
import type { FillStyle, LineClass, LinePlace } from './line-classes.ts'
import { type Box, createField, type Field } from './pixels.ts'

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
    for (const each of [line.from, ...placesAlong(line)]) {
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

/** Longest side of the stencil in pixels is known only once its lines have their width. */
const mostRounds = 3

/** The stencil of a clean drawing at a size: a field of its size, with a line where it is at least 0.5. */
export function drawClean(clean: CleanDrawing, box: Box, choice: CleanChoice): Field {
  let longest = Math.max(box.width, box.height)
  for (let round = 1; ; round++) {
    const field = stamp(clean, (mm) => (mm * longest) / choice.sizeMm, choice.widths)
    const drawn = inkBounds(maskAbove(field, 0.5), field.width)?.box ?? box
    const side = Math.max(drawn.width, drawn.height)
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
  const field = { ...fills, data: fills.data.slice() }
  for (const line of lines) {
    if (line.kind === 'none') continue
    const radius = toPixels(widths[line.kind]) / 2
    let before = line.from
    for (const place of placesAlong(line)) {
      const [x, y] = before
      coverSegment(field, { x, y }, { x: place[0], y: place[1] }, radius, true, (index, share) => {
        field.data[index] = Math.max(field.data[index] ?? 0, share)
      })
      before = place
    }
  }
  return field
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
  const field = { ...fills, data: fills.data.slice() }
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
  const isPaper = maskBelow(
    stamp(others, (mm) => mm * pixelsPerMm, widths),
    0.5,
  )
  const fromOthers = distanceToZero(isPaper, fills.width)
  const least = (widths.detail / 2 + leastPaperMm) * pixelsPerMm
  return new Set(
    lines.filter(isDetail).filter((line) => {
      const places = [line.from, ...placesAlong(line)]
      const length = places.reduce(
        (sum, place, i) => sum + distanceBetween(places[i - 1] ?? place, place),
        0,
      )
      const near = places.filter(
        ([x, y]) => (fromOthers[Math.floor(y) * fills.width + Math.floor(x)] ?? 0) < least,
      )
      return length < leastDetailMm * pixelsPerMm || 2 * near.length > places.length
    }),
  )
}

/** Pixels between two places of a curve. */
const placeStep = 4

/** Places along a line, after its first. */
export function placesAlong({ from, curves }: CleanLine): Point[] {
  let before = from
  return curves.flatMap((curve) => {
    const start = before
    const [one, other, to] = curve
    before = to
    const length =
      distanceBetween(start, one) + distanceBetween(one, other) + distanceBetween(other, to)
    const count = Math.max(1, Math.ceil(length / placeStep))
    return Array.from({ length: count }, (_, i) => pointOn(start, curve, (i + 1) / count))
  })
}

/** The `d` of an SVG path along a line, in millimetres from the top left of `box`. */
export function curvePath({ from, curves }: CleanLine, box: Box, mmPerPixel: number): string {
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
