import { distanceToZero } from '@encre/picture/distance'
import { ofStyle, type StyleId } from '@encre/protocol/catalogue'
import { blur } from './blur.ts'
import { eachComponent, maskAbove } from './components.ts'
import type { Drawing } from './drawing.ts'
import { coarseFactor, drawLineArt, type Fineness, hasLines, type Rendering } from './line-art.ts'
import { type Field, reduceField } from './pixels.ts'

/** A rendering and its fineness. */
export interface RenderingChoice {
  readonly rendering: Rendering
  readonly fineness: Fineness
}

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
/** The steps of ink that count as contours, per pixel, as a share of the darkest. */
const contourStep = 0.06
/** A contour is found if the stencil has an edge this near, in pixels. */
const near = 3
/** Solid ink is at least this thick, as a share of the longest side. */
const solidShare = 0.012
/** Good enough to try nothing else. */
const good = { found: 0.9, slab: 0.03, specksPerCm2: 1 }

/**
 * The rendering to start with: the style's own, or what loses fewer contours of this drawing
 * without becoming a slab or dust. Null if none has any line.
 */
export function chooseRendering(drawing: Drawing, style: string): RenderingChoice | null {
  const first = ofStyle(firstRenderings, style) ?? 'lines'
  const small = reduce(drawing)
  const isContour = findContours(small.ink)
  // Outlines draw each line twice, so they are for the styles without lines.
  const order = new Set([first, 'lines', 'fills'] as const)
  let best: { choice: RenderingChoice; score: number; isClean: boolean } | null = null
  // A coarser one finds nothing more.
  for (const fineness of [2, 3, 1] as const) {
    if (fineness === 1 && best?.isClean) break
    for (const rendering of order) {
      const choice = { rendering, fineness }
      const judged = judge(small, isContour, choice)
      if (!judged) continue
      const { found, slab, specksPerCm2 } = judged
      const isClean = slab <= good.slab && specksPerCm2 <= good.specksPerCm2
      if (found >= good.found && isClean) return choice
      const score = found - 2 * slab - 0.05 * Math.min(4, specksPerCm2)
      if (!best || score > best.score + 0.02) best = { choice, score, isClean }
    }
  }
  return best?.choice ?? null
}

/** A small drawing. Its picture is not needed. */
function reduce(drawing: Drawing): Drawing {
  const factor = coarseFactor(Math.max(drawing.box.width, drawing.box.height))
  const scaled = (value: number) => Math.floor(value / factor)
  const { x, y, width, height } = drawing.box
  const box = { x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height) }
  return {
    ...drawing,
    ink: reduceField(drawing.ink, factor),
    darkness: reduceField(drawing.darkness, factor),
    box,
  }
}

/** 1 where the ink changes at once: lines and the edges of fills, not soft shading. */
function findContours(ink: Field): Uint8Array<ArrayBuffer> {
  const { width, height, data } = blur(ink, 0.8)
  const isContour = new Uint8Array(data.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x
      const across = (data[index + 1] ?? 0) - (data[index - 1] ?? 0)
      const down = (data[index + width] ?? 0) - (data[index - width] ?? 0)
      if (across * across + down * down > (2 * contourStep) ** 2) isContour[index] = 1
    }
  }
  return isContour
}

/**
 * The share of contours that a rendering keeps, of the box that it wrongly fills, and its specks
 * per cm². Null without a line.
 */
function judge(
  { ink, darkness, box, ...rest }: Drawing,
  isContour: Uint8Array,
  choice: RenderingChoice,
) {
  const { width } = ink
  const lineArt = drawLineArt({ ...rest, ink, darkness, box }, choice)
  if (!hasLines(lineArt)) return null
  const mask = maskAbove(lineArt, 0.5)
  const inside = distanceToZero(mask, width)
  const fromEdge = distanceToZero(
    mask.map((value, index) => (value && (inside[index] ?? 0) < 2 ? 0 : 1)),
    width,
  )
  const longest = Math.max(box.width, box.height)
  let contours = 0
  let found = 0
  let slab = 0
  let specks = 0
  for (let index = 0; index < mask.length; index++) {
    if (isContour[index]) {
      contours++
      if ((fromEdge[index] ?? 0) <= near) found++
    }
    if ((inside[index] ?? 0) > solidShare * longest && (darkness.data[index] ?? 0) < 0.5) slab++
  }
  eachComponent(mask, width, (indices) => {
    if (indices.length < 12 && !indices.some((index) => isContour[index])) specks++
  })
  return {
    found: contours === 0 ? 0 : found / contours,
    slab: slab / (box.width * box.height),
    specksPerCm2: specks / ((box.width * box.height * (triedSizeMm / 10) ** 2) / longest ** 2),
  }
}
