import { distanceToZero } from '@encre/picture/distance'
import { blur } from './blur.ts'
import type { CleanChoice } from './clean-lines.ts'
import {
  boundsOf,
  despeckle,
  distanceFrom,
  eachComponent,
  eachFace,
  fillFaces,
  maskAbove,
  maskWide,
  spanOf,
} from './components.ts'
import type { Drawing } from './drawing.ts'
import { cellSide, extreme, readLevels, reduceToExtreme } from './levels.ts'
import {
  clamp,
  createField,
  enlargeField,
  type Field,
  joinFields,
  longestOf,
  mapField,
  reduceField,
} from './pixels.ts'
import { quantile } from './quantile.ts'
import { otsu } from './thresholds.ts'

/**
 * Three ways from a picture to line art.
 * - `lines` (Traits): what is much darker than its surroundings, and the edges of fills and shade that have no line
 * - `fills` (Aplats): everything inked
 * - `outlines` (Contours): where ink begins and ends, for washes and shading
 */
export type Rendering = 'lines' | 'fills' | 'outlines'

/** 1 keeps the strong lines, 3 the faint ones too. */
export type Fineness = 1 | 2 | 3

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

/** The last line art of a drawing: its stencil and its measures share it. */
const latest = new WeakMap<Drawing, { readonly kind: string; readonly field: Field }>()

/**
 * Line art of a drawing: a field of its size, with a line where it is at least 0.5. The slope at 0.5 places the edge between pixels. Without
 * any line, the field is below 0.5 everywhere (`hasLines`). Do not change it.
 */
export function drawLineArt(
  drawing: Drawing,
  { rendering, fineness }: Pick<LineArtOptions, 'rendering' | 'fineness'>,
): Field {
  const kind = rendering + fineness
  const before = latest.get(drawing)
  if (before?.kind === kind) return before.field
  const field = renderings[rendering](drawing, fineness)
  const minimumArea = Math.PI * ((dotShare / 2) * longestOf(drawing.box)) ** 2
  const isDot = dotFinder(drawing, minimumArea)
  const leastSpeck = Math.max(fewestPixels, minimumArea)
  const leastHole = Math.max(fewestHolePixels, minimumArea)
  despeckle(field, (indices) => indices.length < leastSpeck && !isDot(indices))
  fillFaces(field, (indices) => indices.length < leastHole || isCrack(indices, drawing.ink))
  latest.set(drawing, { kind, field })
  return field
}

/** A dot of few pixels stands out as much as the drawing's ink, but for what its edge takes. */
const dotDarkness = 0.45
const roundestDot = 1
/** Around it is what it stands out from. */
const dotRing = 2

/** Says whether a group of pixels is a dot that is too small to be told from dust by its size. */
function dotFinder({ ink }: Drawing, minimumArea: number): (indices: Int32Array) => boolean {
  const dark = dotDarkness * inkQuantile(ink, 0.9)
  return (indices) => {
    const { left, right, top, bottom } = boundsOf(indices, ink.width)
    if (Math.abs(right - left - bottom + top) > roundestDot) return false
    let area = 0
    let peak = 0
    for (const index of indices) {
      const value = ink.data[index] ?? 0
      area += value
      peak = Math.max(peak, value)
    }
    return area >= minimumArea / 2 && peak - groundAround(ink, indices) >= dark
  }
}

/** The mean ink of the sides of a box around some pixels. */
function groundAround({ data, width, height }: Field, indices: Int32Array): number {
  const bounds = boundsOf(indices, width)
  const left = Math.max(0, bounds.left - dotRing)
  const right = Math.min(width - 1, bounds.right + dotRing)
  const top = Math.max(0, bounds.top - dotRing)
  const bottom = Math.min(height - 1, bounds.bottom + dotRing)
  let sum = 0
  for (let x = left; x <= right; x++)
    sum += (data[top * width + x] ?? 0) + (data[bottom * width + x] ?? 0)
  for (let y = top; y <= bottom; y++)
    sum += (data[y * width + left] ?? 0) + (data[y * width + right] ?? 0)
  return sum / (2 * (right - left + bottom - top + 2))
}

/** A loop of the design is at least half as light as paper inside. */
const darkestPaper = 0.5
/** A larger face of shade is a gap between strokes. */
const largestCrackPixels = 30

/** Whether what looks like a loop in the line art is shade in the picture. */
function isCrack(indices: Int32Array, { data: ink }: Field): boolean {
  if (indices.length > largestCrackPixels) return false
  return !indices.some((index) => (ink[index] ?? 0) < darkestPaper)
}

/** Whether line art has any line. */
export function hasLines({ data }: Field): boolean {
  return data.some((value) => value >= 0.5)
}

/** Wider ink is a fill and no stroke; it goes on where it narrows, down to half of this. */
const fillShare = 0.032
const narrowestFill = 16

/** The width in pixels from which ink is a fill. */
function fillWidth(longest: number): number {
  return Math.max(narrowestFill, fillShare * longest)
}

/** What is wider than a line is looked for in a field of at most this many pixels. */
const coarsePixels = 550

/** By how much a drawing of this length is reduced to look for what is wide. */
export function coarseFactor(longest: number): number {
  return Math.ceil(longest / coarsePixels)
}

/** The line that a fill is drawn by: 0.3 mm, no thin line, from 5 cm on. */
const outlineShare = 0.006

function outlineWidth(longest: number): number {
  return Math.max(3, outlineShare * longest)
}

function darkestInk(darkness: Field): number {
  return inkQuantile(darkness, 0.997)
}

const renderings: Record<Rendering, (drawing: Drawing, fineness: Fineness) => Field> = {
  fills: (drawing, fineness) =>
    placeEdges(drawing.ink, findInk(drawing, fineness), longestOf(drawing.box)),

  lines(drawing, fineness) {
    const { darkness } = drawing
    const longest = longestOf(drawing.box)
    const factor = coarseFactor(longest)
    const coarse = reduceField(darkness, factor)
    const fills = findFills(darkness, coarse, longest)
    const found = findDark(darkness, coarse, { longest, fineness })
    const field = placeEdges(darkness, found, longest, fills?.isFill)
    if (fills) hollow(field, found, fills)
    return hasUnlined(field, drawing) ? withContours(field, drawing, fineness) : field
  },

  outlines(drawing, fineness) {
    const field = findEdges(drawing.ink, longestOf(drawing.box), fineness)
    return hasUnlined(field, drawing) ? withContours(field, drawing, fineness) : field
  },
}

/** Of a fill, so much may be light: grain, and lines that were left out of it. */
const lightestFill = 0.1

/** The dark areas that `lines` draws by their outline, up to its outer edge. Null without any. */
export function drawSolids(lines: Field, { darkness, box }: Drawing): Field | null {
  const dark = darkestInk(darkness) / 2
  const isSolid = new Uint8Array(lines.data.length)
  eachFace(lines, (indices) => {
    let light = 0
    for (const index of indices) light += (darkness.data[index] ?? 0) < dark ? 1 : 0
    if (light > lightestFill * indices.length) return
    for (const index of indices) isSolid[index] = 1
  })
  if (!isSolid.includes(1)) return null
  const fromSolid = distanceFrom(isSolid, lines.width)
  const outline = outlineWidth(longestOf(box)) + 1
  return mapField(lines, (value, index) => {
    if (isSolid[index]) return 1
    return (fromSolid[index] ?? 0) <= outline ? value : 0
  })
}

/** Ink fainter than this is grain or the foot of a blurred edge. */
const faintest = 0.1

/** One threshold for the whole picture (Otsu). A separate group that is fainter, such as a yellow dot, has half of its own peak instead. */
function findInk({ ink }: Drawing, fineness: Fineness): Field {
  const strictness = pick(fineness, 1.25, 1, 0.7)
  const threshold = otsu(ink) * strictness
  const field = mapField(ink, (value) => clamp(0.5 + 2 * (value - threshold)))
  eachComponent(
    maskAbove(ink, Math.min(threshold, faintest * strictness)),
    ink.width,
    (indices) => {
      let peak = 0
      for (const index of indices) peak = Math.max(peak, ink.data[index] ?? 0)
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
function findDark(
  darkness: Field,
  coarse: Field,
  { longest, fineness }: { longest: number; fineness: Fineness },
): Field {
  const factor = coarseFactor(longest)
  const reach = Math.ceil(fillWidth(longest) / factor / 2)
  const wide = extreme(extreme(coarse, reach, -1), reach, 1)
  const contrasts = findThresholds(coarse, Math.max(2, (windowShare * longest) / factor), fineness)
  const thresholds = mapField(contrasts, (threshold, index) =>
    Math.max(threshold, (wide.data[index] ?? 0) / (1 - leastRidge)),
  )
  const { data } = enlargeField(thresholds, factor, darkness)
  return mapField(darkness, (value, index) => clamp(0.5 + 2 * (value - (data[index] ?? 0))))
}

/**
 * A picture whose deviations stay below this has no dark lines: its faint shades are not lines
 * either.
 */
const minimumContrast = 0.1

/** How dark a line is at least, from the mean and the contrast around each place. */
function findThresholds(darkness: Field, sigma: number, fineness: Fineness): Field {
  const weight = pick(fineness, 0.42, 0.3, 0.2)
  const mean = blur(darkness, sigma)
  const squares = blur(
    mapField(darkness, (value) => value * value),
    sigma,
  )
  const deviation = mapField(squares, (square, index) =>
    Math.sqrt(Math.max(0, square - (mean.data[index] ?? 0) ** 2)),
  )
  // The strongest contrast of this picture instead of the greatest possible: soft pictures keep their lines.
  const range = Math.max(minimumContrast, inkQuantile(deviation, 0.999))
  return mapField(mean, (value, index) => {
    const contrast = (deviation.data[index] ?? 0) / range
    return 1 - (1 - value) * (1 + weight * (contrast - 1))
  })
}

/** The blur of the smallest edge. */
const edgeShare = 0.00128
/** A faint edge as long as this is the contour of a wash, and no grain. */
const washShare = 0.15
/** Ink above a wash, of 1: less would make its grain edges. */
const leastRoom = 0.3

/** Difference of two Gaussians, kept where it is connected to a strong one (Marr and Hildreth's edges, Canny's hysteresis). */
function findEdges(ink: Field, longest: number, fineness: Fineness): Field {
  const scale = pick(fineness, 1.5, 1, 0.7)
  const low = 0.012 * scale
  const high = 0.035 * scale
  const sigma = Math.max(0.8, edgeShare * longest)
  const strength = 1 / (inkQuantile(ink, 0.997) || 1)
  const near = blur(ink, sigma)
  const far = blur(ink, 1.6 * sigma)
  const ground = extreme(near, Math.ceil(3 * sigma), -1)
  const field = mapField(near, (value, index) => {
    // On a wash, an edge can be no higher than what the wash leaves.
    const room = Math.max(leastRoom, 1 - strength * (ground.data[index] ?? 0))
    return clamp(0.5 + 8 * ((strength * (value - (far.data[index] ?? 0))) / room - low))
  })
  eachComponent(maskAbove(field, 0.5), field.width, (indices) => {
    const isStrong = indices.some((index) => (field.data[index] ?? 0) >= 0.5 + 8 * (high - low))
    if (isStrong || spanOf(indices, field.width) > washShare * longest) return
    for (const index of indices) field.data[index] = 0
  })
  return field
}

/** Between these contrasts of ink and ground, edges are placed in their middle more and more. */
const noEdge = 0.08
const fullEdge = 0.2

/**
 * Moves the edges of what was found to the middle between its ink and its ground, so that lines are as wide as in the picture. A fill
 * is found where it has an edge.
 */
function placeEdges(values: Field, found: Field, longest: number, isFill?: Uint8Array): Field {
  // As far as a fill is drawn: an edge looks for its ink and its paper.
  const radius = Math.max(3, Math.round(outlineShare * longest))
  const levels = readLevels(values, radius)
  const near = extreme(reduceToExtreme(found, 1), 1, 1)
  const { width, height } = values
  const field = createField(width, height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cellSide) * near.width
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      const cell = row + Math.floor(x / cellSide)
      if ((near.data[cell] ?? 0) < 0.5 && !isFill?.[index]) continue
      const least = levels.ground.data[cell] ?? 0
      const contrast = (levels.ink.data[cell] ?? 0) - least
      const edge = ((levels.values.data[index] ?? 0) - least) / Math.max(noEdge, contrast)
      const share = clamp((contrast - noEdge) / (fullEdge - noEdge))
      field.data[index] = clamp(share * edge + (1 - share) * (found.data[index] ?? 0))
    }
  }
  return field
}

/** The black areas of a picture that no pen draws. */
interface Fills {
  /** 1 in a fill. */
  readonly isFill: Uint8Array
  /** The distance to the edge of what is dark. */
  readonly distances: Float32Array
  /** The width of the line that they are drawn by, in pixels. */
  readonly outline: number
}

/** Null where nothing is wide enough. */
function findFills(darkness: Field, coarse: Field, longest: number): Fills | null {
  const factor = coarseFactor(longest)
  const widest = fillWidth(longest) / factor
  const darkest = darkestInk(darkness) / 2
  const distances = distanceToZero(maskAbove(coarse, darkest), coarse.width)
  if (!distances.some((distance) => 2 * distance > widest)) return null
  const isWide = maskWide(distances, coarse.width, { widest, narrowest: widest / 2, softEdge: 1 })
  const fill = mapField(coarse, (_, index) => isWide[index] ?? 0)
  return {
    isFill: maskAbove(enlargeField(fill, factor, darkness), 0.5),
    distances: distanceToZero(maskAbove(darkness, darkest), darkness.width),
    outline: outlineWidth(longest),
  }
}

/** Leaves of each fill the line along its edge, and the lines that are darker than it. */
function hollow(field: Field, found: Field, { isFill, distances, outline }: Fills): void {
  for (let index = 0; index < isFill.length; index++) {
    if (!isFill[index] || (found.data[index] ?? 0) >= 0.5) continue
    // The edge is half a pixel before the first pixel beside the fill.
    const value = outline + 1 - (distances[index] ?? 0)
    field.data[index] = Math.min(field.data[index] ?? 0, Math.max(0, value))
  }
}

/** Fainter than this is paper, however soft the edge of a wash. */
const faintestWash = 0.025
/** The coarsest setting has contours of stronger washes only. */
const strongWash = 0.3
/** So much of the box is ink without lines in a drawing that has fills, washes or shade. */
const unlinedShare = 0.01

function hasUnlined({ data }: Field, { ink, box }: Drawing): boolean {
  let unlined = 0
  for (let index = 0; index < data.length; index += 3) {
    if ((ink.data[index] ?? 0) > 2 * faintestWash && (data[index] ?? 0) < 0.1) unlined += 3
  }
  return unlined > unlinedShare * box.width * box.height
}

/** Adds the edges of fills and washes that no line runs along, so that contours close. */
function withContours(field: Field, drawing: Drawing, fineness: Fineness): Field {
  const factor = coarseFactor(longestOf(drawing.box))
  const longest = longestOf(drawing.box) / factor
  const ink = reduceField(drawing.ink, factor)
  const lines = reduceField(field, factor)
  const silhouette = addMissing(lines, findSilhouette(ink, longest, fineness), longest)
  // Inside a wash an eye stands out little from what is around it.
  const faint = findEdges(ink, longest, fineness === 1 ? 1 : 3)
  const contours = addMissing(silhouette, faint, longest)
  const added = mapField(contours, (value, index) => ((lines.data[index] ?? 0) < value ? value : 0))
  return joinFields(field, enlargeField(added, factor, field))
}

/** The blur that takes the grain from a wash. */
const silhouetteShare = 0.0016
/** Within this reach its edge has ink and paper. */
const stepShare = 0.0065

/** The line along the edge of everything that is not paper. */
function findSilhouette(ink: Field, longest: number, fineness: Fineness): Field {
  const faintestInk = pick(fineness, strongWash, faintestWash, faintestWash)
  const soft = blur(ink, Math.max(1, silhouetteShare * longest))
  const reach = Math.max(3, Math.round(stepShare * longest))
  const most = extreme(soft, reach, 1)
  const least = extreme(soft, reach, -1)
  const inside = mapField(soft, (value, index) =>
    value > (most.data[index] ?? 0) / 2 && value > faintestInk / 2 ? 1 : 0,
  )
  const distances = distanceToZero(maskAbove(inside, 1), ink.width)
  const outline = Math.max(2, outlineShare * longest)
  return mapField(soft, (_, index) => {
    const isStep =
      (most.data[index] ?? 0) > faintestInk &&
      (least.data[index] ?? 0) < (most.data[index] ?? 0) / 4
    const distance = distances[index] ?? 0
    return isStep && distance > 0 ? clamp(outline + 1 - distance) : 0
  })
}

/** A shorter edge is no contour. */
const contourShare = 0.03
/** A line of another field is added if this share of it has no line beside it. */
const missingShare = 0.2

/** Adds the long lines of another field where the first has none beside them. */
function addMissing(field: Field, other: Field, longest: number): Field {
  const { width } = field
  const fromLine = distanceFrom(maskAbove(field, 0.5), width)
  const near = Math.max(1.5, (outlineShare * longest) / 2)
  const isMissing = new Uint8Array(fromLine.length)
  eachComponent(maskAbove(other, 0.5), width, (indices) => {
    if (spanOf(indices, width) < contourShare * longest) return
    const missing = indices.filter((index) => (fromLine[index] ?? 0) > near)
    if (missing.length < missingShare * indices.length) return
    for (const index of missing) isMissing[index] = 1
  })
  // Each end goes on until it meets the line that it stopped at.
  const fromAdded = distanceFrom(isMissing, width)
  return mapField(field, (value, index) =>
    (fromAdded[index] ?? 0) <= 2 * near ? Math.max(value, other.data[index] ?? 0) : value,
  )
}

function pick(fineness: Fineness, coarse: number, middle: number, fine: number): number {
  if (fineness === 2) return middle
  return fineness === 1 ? coarse : fine
}

/** The quantile of the pixels above 0. Reads some 20 000 pixels: sorting all of them would take the most time. */
function inkQuantile({ data }: Field, share: number): number {
  const some: number[] = []
  const stride = Math.max(5, Math.floor(data.length / 2e4)) | 1
  for (let index = 0; index < data.length; index += stride)
    if ((data[index] ?? 0) > 0) some.push(data[index] ?? 0)
  return quantile(some, share)
}
