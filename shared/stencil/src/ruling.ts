import { onWhite } from './paper.ts'
import type { Pixels } from './pixels.ts'
import { quantile } from './quantile.ts'

/** Ruling is looked for in strips of about this many pixels: paper may lie a little askew. */
const stripSide = 48
/** Each second pixel of a strip says enough. */
const sampleStep = 2
/** The lines of ruled paper are this much darker than it, of 255, and no wider, in pixels. */
const leastDepth = 5
const widestLine = 9
/** In a strip with as many lines, most of them a period apart. */
const fewestLines = 6
/** Ruling goes on to the picture's edge, and a drawing ends before it. */
const edgeSide = 16
const periodicShare = 0.7
/** Distances differ by a share of the period, or by a pixel. */
const tolerance = 0.06
/** So many strips have the period, those at the picture's edges among them. */
const ruledShare = 0.5
/** What is darker than the lines by more, in depths of one, is drawn. */
const crossing = 1
const grain = 14
/** The lines of one paper are this much alike. */
const darkestLine = 1.5

type Direction = 'rows' | 'columns'

/** The lines in a strip: where each starts and ends, and the level of its middle. */
interface Strip {
  readonly from: number
  readonly to: number
  readonly paper: number
  readonly lines: readonly Line[]
  /** 0 where the lines have none. */
  readonly period: number
}

interface Line {
  readonly first: number
  readonly last: number
  readonly level: number
}

/**
 * Takes the lines of ruled and squared paper out of a picture whose paper is even: thin lines from
 * edge to edge, a period apart. The same picture without any.
 */
export function eraseRuling(picture: Pixels): Pixels {
  const erased = (['rows', 'columns'] as const).map((direction) => {
    const strips = readStrips(picture, direction)
    return isRuled(strips) ? { direction, strips } : null
  })
  if (erased.every((each) => each === null)) return picture
  const data = Uint8ClampedArray.from(picture.data)
  const paper = paperOf(picture)
  for (const each of erased) {
    if (each) eraseLines(data, picture, paper, each)
  }
  return { ...picture, data }
}

function lightnessAt({ data }: Pixels, index: number): number {
  const at = 4 * index
  const sum = (data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255)
  return Math.floor(onWhite(sum / 3, data[at + 3] ?? 255))
}

/** Most of a picture with a drawing is paper. */
function paperOf({ data }: Pixels): number[] {
  return [0, 1, 2].map((channel) => {
    const some: number[] = []
    for (let at = channel; at < data.length; at += 4 * 97) some.push(data[at] ?? 255)
    return quantile(some, 0.7)
  })
}

/** For rows, the strips stand beside each other; for columns, below each other. */
function readStrips(picture: Pixels, direction: Direction): Strip[] {
  const { width, height } = picture
  const [along, across] = direction === 'rows' ? [height, width] : [width, height]
  const indexOf = (place: number, beside: number) =>
    direction === 'rows' ? place * width + beside : beside * width + place
  const count = Math.max(1, Math.round((across - 2 * edgeSide) / stripSide))
  const borders = Array.from({ length: count + 1 }, (_, strip) =>
    Math.round(edgeSide + (strip * (across - 2 * edgeSide)) / count),
  )
  const readStrip = (from: number, to: number): Strip => {
    const profile = Array.from({ length: along }, (__, place) => {
      const levels: number[] = []
      for (let beside = from; beside < to; beside += sampleStep)
        levels.push(lightnessAt(picture, indexOf(place, beside)))
      return quantile(levels, 0.5)
    })
    const paper = quantile(profile, 0.7)
    const lines = findLines(profile, paper)
    return { from, to, paper, lines, period: periodOf(lines) }
  }
  // Most pictures have no ruling at their edges: nothing else of them is read.
  const first = readStrip(0, edgeSide)
  const last = readStrip(across - edgeSide, across)
  if (first.period === 0 || last.period === 0) return []
  const inner = borders.slice(1).map((to, strip) => readStrip(borders[strip] ?? 0, to))
  return [first, ...inner, last]
}

/** The runs of a profile that are darker than the paper, and thin. */
function findLines(profile: readonly number[], paper: number): Line[] {
  const lines: Line[] = []
  let first = -1
  for (const [place, level] of [...profile, 255].entries()) {
    const isDark = level < paper - leastDepth
    if (isDark && first < 0) first = place
    if (isDark || first < 0) continue
    const run = profile.slice(first, place)
    if (run.length <= widestLine) lines.push({ first, last: place - 1, level: Math.min(...run) })
    first = -1
  }
  return lines
}

const middleOf = ({ first, last }: Line) => (first + last) / 2

/** The distance that most neighbouring lines have. 0 without one. */
function periodOf(lines: readonly Line[]): number {
  if (lines.length < fewestLines) return 0
  const distances = lines.slice(1).map((line, i) => middleOf(line) - middleOf(lines[i] ?? line))
  const period = quantile(distances, 0.5)
  const near = distances.filter(
    (distance) => Math.abs(distance - period) <= Math.max(1.5, tolerance * period),
  )
  return period > 2 * widestLine && near.length >= periodicShare * distances.length ? period : 0
}

/** Whether most strips have one period, and the first and the last: a drawing ends before the paper does. */
function isRuled(strips: readonly Strip[]): boolean {
  const periods = strips.map(({ period }) => period).filter((period) => period > 0)
  const period = quantile(periods, 0.5)
  const isAlike = (strip?: Strip) =>
    strip !== undefined && Math.abs(strip.period - period) <= Math.max(1.5, tolerance * period)
  const alike = strips.filter(isAlike)
  const isAtEdges = isAlike(strips[0]) && isAlike(strips.at(-1))
  return periods.length > 0 && isAtEdges && alike.length >= ruledShare * strips.length
}

/** Paints the lines of each strip, and where a drawing hides them, those of the strip beside it. */
function eraseLines(
  data: Uint8ClampedArray,
  picture: Pixels,
  paper: readonly number[],
  { direction, strips }: { direction: Direction; strips: readonly Strip[] },
): void {
  const ruled = strips.filter(({ period }) => period > 0)
  const depths = ruled.flatMap(({ paper: level, lines }) => lines.map((line) => level - line.level))
  const depth = quantile(depths, 0.5)
  let known = ruled[0]
  for (const strip of strips) {
    if (strip.period > 0) known = strip
    const darkest = strip.paper - (1 + crossing) * depth - grain
    const alike = (known?.lines ?? []).filter(
      ({ level }) => strip.paper - level <= darkestLine * depth + grain,
    )
    for (const line of alike) {
      eachPixel(picture, direction, strip, line, (index) => {
        if (lightnessAt(picture, index) < darkest) return
        for (const [channel, value] of paper.entries()) data[4 * index + channel] = value
      })
    }
  }
}

/** Visits a line in a strip, with its soft edges. */
function eachPixel(
  { width, height }: Pixels,
  direction: Direction,
  { from, to }: Strip,
  { first, last }: Line,
  visit: (index: number) => void,
): void {
  const along = direction === 'rows' ? height : width
  for (let place = Math.max(0, first - 2); place <= Math.min(along - 1, last + 2); place++) {
    for (let beside = from; beside < to; beside++)
      visit(direction === 'rows' ? place * width + beside : beside * width + place)
  }
}
