import { fillBox } from './cover.ts'
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
  const { width, height } = picture
  const rowless = eraseAlong(picture, { length: width, step: 1, depth: height, stride: width })
  return eraseAlong(rowless, { length: height, step: width, depth: width, stride: 1 })
}

/**
 * Rows or columns: the pixels of one and the step between two, how many of them there are and the
 * step between these.
 */
interface Way {
  readonly length: number
  readonly step: number
  readonly depth: number
  readonly stride: number
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

/** They stand beside each other. */
function readStrips(picture: Pixels, { length, step, depth, stride }: Way): Strip[] {
  const count = Math.max(1, Math.round((length - 2 * edgeSide) / stripSide))
  const borders = Array.from({ length: count + 1 }, (_, strip) =>
    Math.round(edgeSide + (strip * (length - 2 * edgeSide)) / count),
  )
  const readStrip = (from: number, to: number): Strip => {
    const profile = Array.from({ length: depth }, (__, y) => {
      const levels: number[] = []
      for (let x = from; x < to; x += sampleStep)
        levels.push(lightnessAt(picture, y * stride + x * step))
      return quantile(levels, 0.5)
    })
    const paper = quantile(profile, 0.7)
    const lines = findLines(profile, paper)
    return { from, to, paper, lines, period: periodOf(lines) }
  }
  // Most pictures have no ruling at their edges: nothing else of them is read.
  const first = readStrip(0, edgeSide)
  const last = readStrip(length - edgeSide, length)
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
function eraseAlong(picture: Pixels, way: Way): Pixels {
  const strips = readStrips(picture, way)
  if (!isRuled(strips)) return picture
  const data = Uint8ClampedArray.from(picture.data)
  const paper = paperOf(picture)
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
      // With its soft edges.
      const from = { x: strip.from, y: line.first - 2 }
      const area = { width: way.length, height: way.depth }
      fillBox(area, from, { x: strip.to, y: line.last + 3 }, (_, x, y) => {
        const index = y * way.stride + x * way.step
        if (lightnessAt(picture, index) < darkest) return
        for (const [channel, value] of paper.entries()) data[4 * index + channel] = value
      })
    }
  }
  return { ...picture, data }
}
