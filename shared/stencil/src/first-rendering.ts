import { distanceToZero } from '@encre/picture/distance'
import { ofStyle, type StyleId } from '@encre/protocol/catalogue'
import { blur } from './blur.ts'
import { distanceFrom, eachComponent, maskAbove } from './components.ts'
import type { Drawing } from './drawing.ts'
import { drawLineArt, hasLines, type LineArtOptions, type Rendering } from './line-art.ts'
import { type Field, longestOf } from './pixels.ts'
import { quantile } from './quantile.ts'
import { reduceDrawing } from './reduce-drawing.ts'

// Which rendering a design opens with: its style's, unless another loses or invents less.
// `studio.ts` asks when a picture opens; the member's choice goes before it (`workshop.ts` of the
// atelier).

/** A rendering and its fineness. */
export type RenderingChoice = Omit<LineArtOptions, 'sizeMm'>

/** What is tried first, of a style. */
const firstRenderings: Record<StyleId, Rendering> = {
  geometric: 'lines',
  'animal-portrait': 'lines',
  dotwork: 'lines',
  traditional: 'lines',
  japanese: 'lines',
  minimalist: 'fills',
  watercolor: 'outlines',
}

const triedSizeMm = 125
/** A contour is a step of ink per pixel above the grain, within these. */
const grainFactor = 3
const faintestStep = 0.015
const strongestStep = 0.06
/** A contour and a line belong together if they are this near, in pixels. */
const near = 3
/** Fewer pixels are a speck, or the contour of a dot: in a reduced drawing it may be gone. */
const largestSpeck = 12
const largestDot = 40
/** Solid ink is at least this thick, as a share of the longest side. */
const solidShare = 0.012
/** Good enough to try nothing else. */
const good = { found: 0.92, invented: 0.08, slab: 0.03, specksPerCm2: 1 }
/** A rendering that comes later has to be better by this. */
const leastGain = 0.02

/** What a rendering loses and invents. */
interface Judgement {
  /** The share of the contours that have a line. */
  readonly found: number
  /** The share of the lines without a contour. */
  readonly invented: number
  /** The share of the box that is wrongly filled. */
  readonly slab: number
  readonly specksPerCm2: number
}

/**
 * The rendering to start with: the style's own, or the one that loses and invents less of this
 * drawing. Null if none has any line.
 */
export function chooseRendering(drawing: Drawing, style: string): RenderingChoice | null {
  const first = ofStyle(firstRenderings, style) ?? 'lines'
  const small = reduceDrawing(drawing)
  const isContour = findContours(small.ink)
  const { width } = small.ink
  const fromContour = distanceFrom(isContour, width, near)
  const contours = { isContour, fromContour, isLong: withoutDots(isContour, width) }
  // Outlines draw each line twice, so they are for the styles without lines.
  const order = new Set([first, 'lines', 'fills'] as const)
  let best: { choice: RenderingChoice; score: number; isClean: boolean } | null = null
  for (const fineness of [2, 3, 1] as const) {
    // A coarser one finds nothing more.
    if (fineness === 1 && best?.isClean) break
    for (const rendering of order) {
      const choice = { rendering, fineness }
      const judged = judge(small, contours, choice)
      if (!judged) continue
      if (judged.found >= good.found && isCleanEnough(judged)) return choice
      const score = scoreOf(judged)
      const isClean = isCleanEnough(judged)
      if (!best || score > best.score + leastGain) best = { choice, score, isClean }
    }
  }
  return best?.choice ?? null
}

function isCleanEnough({ invented, slab, specksPerCm2 }: Judgement): boolean {
  return invented <= good.invented && slab <= good.slab && specksPerCm2 <= good.specksPerCm2
}

function scoreOf({ found, invented, slab, specksPerCm2 }: Judgement): number {
  const kept = 1 - invented
  const both = (2 * found * kept) / (found + kept || 1)
  return both - 2 * slab - 0.05 * Math.min(4, specksPerCm2)
}

/** 1 where the ink changes at once: lines and the edges of fills and washes, not soft shading. */
function findContours(ink: Field): Uint8Array<ArrayBuffer> {
  const { width, height, data } = blur(ink, 1)
  const steps = new Float32Array(data.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x
      const across = (data[index + 1] ?? 0) - (data[index - 1] ?? 0)
      const down = (data[index + width] ?? 0) - (data[index - width] ?? 0)
      steps[index] = Math.sqrt(across * across + down * down) / 2
    }
  }
  // Most of a drawing is paper and flat ink: half of the steps are grain.
  const grain = quantile(
    steps.filter((_, index) => index % 13 === 0),
    0.5,
  )
  const least = Math.min(strongestStep, Math.max(faintestStep, grainFactor * grain))
  return maskAbove({ data: steps }, least)
}

function withoutDots(mask: Uint8Array<ArrayBuffer>, width: number): Uint8Array {
  const isLong = mask.slice()
  eachComponent(mask, width, (group) => {
    if (group.size < largestDot) group.fill(isLong, 0)
  })
  return isLong
}

interface Contours {
  readonly isContour: Uint8Array<ArrayBuffer>
  /** The distance of each pixel from them. */
  readonly fromContour: Float32Array
  readonly isLong: Uint8Array
}

/** What a rendering keeps of the contours and adds to them. Null without a line. */
function judge(
  drawing: Drawing,
  { isContour, fromContour, isLong }: Contours,
  choice: RenderingChoice,
): Judgement | null {
  const { darkness, box } = drawing
  const { width } = darkness
  const lineArt = drawLineArt(drawing, choice)
  if (!hasLines(lineArt)) return null
  const mask = maskAbove(lineArt, 0.5)
  const longest = longestOf(box)
  const solid = solidShare * longest
  const inside = distanceToZero(mask, width, Math.max(2, solid))
  const isEdge = mask.map((value, index) => (value && (inside[index] ?? 0) < 2 ? 1 : 0))
  const fromEdge = distanceFrom(isEdge, width, near)
  let slab = 0
  for (let index = 0; index < mask.length; index++) {
    const isSolid = (inside[index] ?? 0) > solid
    if (isSolid && (darkness.data[index] ?? 0) < 0.5) slab++
  }
  let specks = 0
  eachComponent(mask, width, ({ size, listIndices }) => {
    if (size < largestSpeck && !listIndices().some((index) => isContour[index])) specks++
  })
  return {
    found: nearShare(isLong, fromEdge),
    invented: 1 - nearShare(isEdge, fromContour),
    slab: slab / (box.width * box.height),
    specksPerCm2: specks / ((box.width * box.height * (triedSizeMm / 10) ** 2) / longest ** 2),
  }
}

/** The share of some pixels that are near to others. */
function nearShare(some: Uint8Array, fromOthers: Float32Array): number {
  let all = 0
  let found = 0
  for (let index = 0; index < some.length; index++) {
    if (!some[index]) continue
    all++
    if ((fromOthers[index] ?? 0) <= near) found++
  }
  return all === 0 ? 0 : found / all
}
