import { blur } from './blur.ts'
import type { CleanChoice } from './clean-lines.ts'
import {
  type Component,
  despeckle,
  eachComponent,
  fillFaces,
  greatestOf,
  maskAbove,
} from './components.ts'
import { faintest, findEdges, hasUnlined, withContours } from './contours.ts'
import { fillBox } from './cover.ts'
import type { Drawing } from './drawing.ts'
import { fillWidth, findFills, hollow, outlineWidth } from './fills.ts'
import { type Fineness, pick } from './fineness.ts'
import { cellSide, extreme, type Levels, readCells, readLevels } from './levels.ts'
import {
  type Box,
  clamp,
  createField,
  enlargeField,
  type Field,
  longestOf,
  mapField,
} from './pixels.ts'
import { inkQuantile, quantile } from './quantile.ts'
import { coarseFactor, keepLatest, reduceDrawing } from './reduce-drawing.ts'
import { otsu } from './thresholds.ts'

// The stencil of a drawing: Traits, Aplats or Contours. What no pen draws is `fills.ts`, the edges
// that no line runs along `contours.ts`; which rendering comes first is `first-rendering.ts`.
// `studio.ts` calls it for the atelier, the files and the artist's page.

/**
 * Three ways from a picture to line art.
 * - `lines` (Traits): what is much darker than its surroundings, and the edges of fills and shade that have no line
 * - `fills` (Aplats): everything inked
 * - `outlines` (Contours): where ink begins and ends, for washes and shading
 */
export type Rendering = 'lines' | 'fills' | 'outlines'

/** How to turn a drawing into line art. */
export interface LineArtOptions {
  readonly rendering: Rendering
  readonly fineness: Fineness
  /** Longest side of the stencil on the skin, in millimetres. */
  readonly sizeMm: number
  /** Draws the lines again. Never chosen by itself. */
  readonly clean?: CleanChoice
}

// Lengths follow the picture, not the skin: a design drawn larger has the same lines. Each `…Share` is a share of the ink's longest
// side, and stands at what it measures; at 12.5 cm, where the trade measures, 0.008 is 1 mm.

/** A smaller group of pixels is dust, and a smaller hole in a line too. */
const fewestPixels = 5
const fewestHolePixels = 3
/** A dot of 0.15 mm on a drawing of 12.5 cm is the smallest that a stencil carries. */
const dotShare = 0.0012

/**
 * Line art of a drawing: a field of its size, with a line where it is at least 0.5. The slope at 0.5 places the edge between pixels. Without
 * any line, the field is below 0.5 everywhere (`hasLines`). Do not change it.
 */
export function drawLineArt(
  drawing: Drawing,
  { rendering, fineness }: Pick<LineArtOptions, 'rendering' | 'fineness'>,
): Field {
  return drawOnce(drawing, rendering, fineness)
}

const drawOnce = keepLatest((drawing, rendering: Rendering, fineness: Fineness) => {
  const field = renderings[rendering](drawing, fineness)
  const minimumArea = Math.PI * ((dotShare / 2) * longestOf(drawing.box)) ** 2
  const isDot = dotFinder(drawing, minimumArea)
  const leastSpeck = Math.max(fewestPixels, minimumArea)
  const leastHole = Math.max(fewestHolePixels, minimumArea)
  despeckle(field, (group) => group.size < leastSpeck && !isDot(group))
  fillFaces(field, (face) => face.size < leastHole || isCrack(face, drawing.ink))
  return field
})

/** A dot of few pixels stands out as much as the drawing's ink, but for what its edge takes. */
const dotDarkness = 0.45
const roundestDot = 1
/** Around it is what it stands out from. */
const dotRing = 2

/** Says whether a group of pixels is a dot that is too small to be told from dust by its size. */
function dotFinder({ ink }: Drawing, minimumArea: number): (group: Component) => boolean {
  const dark = dotDarkness * inkQuantile(ink, 0.9)
  return (group) => {
    const { left, right, top, bottom } = group
    if (Math.abs(right - left - bottom + top) > roundestDot) return false
    const indices = group.listIndices()
    const peak = greatestOf(ink.data, indices)
    let area = 0
    for (const index of indices) area += ink.data[index] ?? 0
    return area >= minimumArea / 2 && peak - groundAround(ink, group) >= dark
  }
}

/** Of a small box around a dot, most is its ground. */
function groundAround(ink: Field, { left, top, right, bottom }: Component): number {
  const values: number[] = []
  const from = { x: left - dotRing, y: top - dotRing }
  fillBox(ink, from, { x: right + dotRing + 1, y: bottom + dotRing + 1 }, (index) => {
    values.push(ink.data[index] ?? 0)
  })
  return quantile(values, 0.5)
}

/** A loop of the design is at least half as light as paper inside. */
const darkestPaper = 0.5
/** A larger face of shade is a gap between strokes. */
const largestCrackPixels = 30

/** Whether what looks like a loop in the line art is shade in the picture. */
function isCrack({ size, listIndices }: Component, { data: ink }: Field): boolean {
  if (size > largestCrackPixels) return false
  return !listIndices().some((index) => (ink[index] ?? 0) < darkestPaper)
}

/** Whether line art has any line. */
export function hasLines({ data }: Field): boolean {
  return data.some((value) => value >= 0.5)
}

const renderings: Record<Rendering, (drawing: Drawing, fineness: Fineness) => Field> = {
  fills: (drawing, fineness) => placeEdges(inkLevels(drawing), findInk(drawing, fineness)),

  lines(drawing, fineness) {
    const fills = findFills(drawing)
    const found = findDark(drawing, fineness)
    const field = placeEdges(darkLevels(drawing), found, fills?.isFill)
    if (fills) hollow(field, found, fills)
    return hasUnlined(field, drawing) ? withContours(field, drawing, fineness) : field
  },

  outlines(drawing, fineness) {
    const field = findEdges(drawing.ink, longestOf(drawing.box), fineness)
    return hasUnlined(field, drawing) ? withContours(field, drawing, fineness) : field
  },
}

/** One threshold for the whole picture (Otsu). A separate group that is fainter, such as a yellow dot, has half of its own peak instead. */
function findInk({ ink }: Drawing, fineness: Fineness): Field {
  const strictness = pick(fineness, 1.25, 1, 0.7)
  const threshold = otsu(ink) * strictness
  const field = mapField(ink, (value) => clamp(0.5 + 2 * (value - threshold)))
  eachComponent(
    maskAbove(ink, Math.min(threshold, faintest * strictness)),
    ink.width,
    ({ listIndices }) => {
      const indices = listIndices()
      const peak = greatestOf(ink.data, indices)
      if (peak / 2 >= threshold) return
      for (const index of indices)
        field.data[index] = Math.min(
          1,
          0.5 + (2 * threshold * ((ink.data[index] ?? 0) - peak / 2)) / peak,
        )
    },
  )
  return field
}

/** The surroundings that a line is darker than. */
const windowShare = 0.0115
/** What is found is a line if it stands out from what is wider than a stroke by this share of its darkness. */
const leastRidge = 0.3

/**
 * What is darker than its surroundings (Sauvola and Pietikäinen, 2000), without the edges of washes and the rims of shade: beside them it
 * is dark on one side.
 */
function findDark(drawing: Drawing, fineness: Fineness): Field {
  const { darkness } = drawing
  const thresholds = findRidges(reduceDrawing(drawing), fineness)
  const { data } = enlargeField(thresholds, coarseFactor(drawing), darkness)
  return mapField(darkness, (value, index) => clamp(0.5 + 2 * (value - (data[index] ?? 0))))
}

/**
 * A picture whose deviations stay below this has no dark lines: its faint shades are not lines
 * either.
 */
const minimumContrast = 0.1

/** What a line is darker than: what is wider than a stroke, and the mean and the contrast around each place. */
const readSurroundings = keepLatest((drawing) => {
  const { darkness, box } = drawing
  const reach = Math.ceil(fillWidth(drawing) / 2)
  const sigma = Math.max(2, windowShare * longestOf(box))
  const mean = blur(darkness, sigma)
  const squares = blur(
    mapField(darkness, (value) => value * value),
    sigma,
  )
  const deviation = mapField(squares, (square, index) =>
    Math.sqrt(Math.max(0, square - (mean.data[index] ?? 0) ** 2)),
  )
  return {
    wide: extreme(extreme(darkness, reach, -1), reach, 1),
    mean,
    deviation,
    // The strongest contrast of this picture instead of the greatest possible: soft pictures keep their lines.
    range: Math.max(minimumContrast, inkQuantile(deviation, 0.999)),
  }
})

/** How dark a line is at least. */
const findRidges = keepLatest((drawing, fineness: Fineness) => {
  const { wide, mean, deviation, range } = readSurroundings(drawing)
  const weight = pick(fineness, 0.42, 0.3, 0.2)
  return mapField(mean, (value, index) => {
    const contrast = (deviation.data[index] ?? 0) / range
    const threshold = 1 - (1 - value) * (1 + weight * (contrast - 1))
    return Math.max(threshold, (wide.data[index] ?? 0) / (1 - leastRidge))
  })
})

/** Between these contrasts of ink and ground, edges are placed in their middle more and more. */
const noEdge = 0.08
const fullEdge = 0.2

/** As far as a fill is drawn: an edge looks for its ink and its paper. */
function edgeReach(box: Box): number {
  return Math.round(outlineWidth(longestOf(box)))
}

// The same for each fineness.
const inkLevels = keepLatest(({ ink, box }) => readLevels(ink, edgeReach(box)))
const darkLevels = keepLatest(({ darkness, box }) => readLevels(darkness, edgeReach(box)))

/**
 * Moves the edges of what was found to the middle between its ink and its ground, so that lines are as wide as in the picture. A fill
 * is found where it has an edge.
 */
function placeEdges(levels: Levels, found: Field, isFill?: Uint8Array): Field {
  const near = extreme(readCells(found, found).most, 1, 1)
  const { width, height } = found
  const field = createField(width, height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cellSide) * near.width
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      const cell = row + Math.floor(x / cellSide)
      if ((near.data[cell] ?? 0) < 0.5 && !isFill?.[index]) continue
      const least = levels.ground.data[cell] ?? 0
      const contrast = (levels.ink.data[cell] ?? 0) - least
      const edge = (levels.valueAt(index) - least) / Math.max(noEdge, contrast)
      const share = clamp((contrast - noEdge) / (fullEdge - noEdge))
      field.data[index] = clamp(share * edge + (1 - share) * (found.data[index] ?? 0))
    }
  }
  return field
}
