import { distanceToZero } from '@encre/picture/distance'
import { blur } from './blur.ts'
import type { CleanChoice } from './clean-lines.ts'
import {
  type Component,
  despeckle,
  distanceFrom,
  eachComponent,
  eachFace,
  fillFaces,
  greatestOf,
  maskAbove,
  maskWide,
  spanOf,
} from './components.ts'
import { fillBox } from './cover.ts'
import type { Drawing } from './drawing.ts'
import { cellSide, extreme, type Levels, readCells, readLevels } from './levels.ts'
import {
  type Box,
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

/** Keeps the last result of each drawing. */
function keepLatest<Key extends readonly (string | number)[], Result>(
  compute: (drawing: Drawing, ...key: Key) => Result,
) {
  const latest = new WeakMap<Drawing, { readonly key: string; readonly result: Result }>()
  return (drawing: Drawing, ...keys: Key): Result => {
    const key = keys.join()
    const before = latest.get(drawing)
    if (before?.key === key) return before.result
    const result = compute(drawing, ...keys)
    latest.set(drawing, { key, result })
    return result
  }
}

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

/** Wider ink is a fill and no stroke; it goes on where it narrows, down to half of this. */
const fillShare = 0.032
const narrowestFill = 16

/**
 * The width in pixels from which ink is a fill. The least is measured in the picture, also for a
 * small drawing.
 */
function fillWidth({ box, place }: Drawing): number {
  return Math.max((narrowestFill * box.width) / place.width, fillShare * longestOf(box))
}

/** What is wider than a line is looked for in a field of at most this many pixels. */
const coarsePixels = 550

function coarseFactor({ box }: Drawing): number {
  return Math.ceil(longestOf(box) / coarsePixels)
}

/**
 * A small drawing of at most that length, which is its own. Renderings are tried on it, and what is
 * found in it is not looked for again. Its picture is not needed.
 */
export const reduceDrawing = keepLatest((drawing): Drawing => {
  const factor = coarseFactor(drawing)
  if (factor === 1) return drawing
  const { x, y, width, height } = drawing.box
  return {
    ...drawing,
    ink: reduceField(drawing.ink, factor),
    darkness: reduceField(drawing.darkness, factor),
    box: { x: x / factor, y: y / factor, width: width / factor, height: height / factor },
  }
})

/** The line that a fill is drawn by: 0.3 mm, no thin line, from 5 cm on. */
const outlineShare = 0.006

function outlineWidth(longest: number): number {
  return Math.max(3, outlineShare * longest)
}

function darkestInk(darkness: Field): number {
  return inkQuantile(darkness, 0.997)
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

/** Of a fill, so much may be light: grain, and lines that were left out of it. */
const lightestFill = 0.1

/** The dark areas that `lines` draws by their outline, up to its outer edge. Null without any. */
export function drawSolids(lines: Field, { darkness, box }: Drawing): Field | null {
  const dark = darkestInk(darkness) / 2
  const isSolid = new Uint8Array(lines.data.length)
  eachFace(lines, (face, isAround) => {
    if (isAround) return
    let light = 0
    for (const index of face.listIndices()) light += (darkness.data[index] ?? 0) < dark ? 1 : 0
    if (light <= lightestFill * face.size) face.fill(isSolid, 1)
  })
  if (!isSolid.includes(1)) return null
  const outline = outlineWidth(longestOf(box)) + 1
  const fromSolid = distanceFrom(isSolid, lines.width, outline)
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
  despeckle(field, (edge) => {
    if (spanOf(edge) > washShare * longest) return false
    return greatestOf(field.data, edge.listIndices()) < 0.5 + 8 * (high - low)
  })
  return field
}

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
const findFills = keepLatest((drawing): Fills | null => {
  const { darkness } = drawing
  const small = reduceDrawing(drawing)
  const widest = fillWidth(small)
  const darkest = darkestInk(darkness) / 2
  const { width } = small.darkness
  const coarse = distanceToZero(maskAbove(small.darkness, darkest), width, widest / 2)
  const isWide = maskWide(coarse, width, { widest, narrowest: widest / 2, softEdge: 1 })
  if (!isWide.includes(1)) return null
  const fill = { ...small.darkness, data: new Float32Array(isWide) }
  const outline = outlineWidth(longestOf(drawing.box))
  return {
    isFill: maskAbove(enlargeField(fill, coarseFactor(drawing), darkness), 0.5),
    distances: distanceToZero(maskAbove(darkness, darkest), darkness.width, outline + 1),
    outline,
  }
})

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
  const factor = coarseFactor(drawing)
  const small = reduceDrawing(drawing)
  const longest = longestOf(small.box)
  const lines = reduceField(field, factor)
  const { silhouette, fromSilhouette, faint } = findWashes(small, fineness === 1 ? 1 : 3)
  const along = linesAlong(lines, fromSilhouette, nearContour(longest))
  const closed = addMissing(lines, silhouette, longest, along)
  const contours = addMissing(closed, faint, longest)
  if (contours === lines) return field
  const added = mapField(contours, (value, index) => ((lines.data[index] ?? 0) < value ? value : 0))
  return joinFields(field, enlargeField(added, factor, field))
}

const findWashes = keepLatest(({ ink, box }, fineness: 1 | 3) => {
  const longest = longestOf(box)
  const silhouette = findSilhouette(ink, longest, fineness)
  return {
    silhouette,
    fromSilhouette: distanceFrom(maskAbove(silhouette, 0.5), ink.width, nearContour(longest)),
    // Inside a wash an eye stands out little from what is around it.
    faint: findEdges(ink, longest, fineness),
  }
})

/** The blur that takes the grain from a wash, in pixels of a small drawing. */
const silhouetteBlur = 1
/** Within this reach its edge has ink and paper. */
const stepShare = 0.0065

/** The line along the edge of everything that is not paper. */
function findSilhouette(ink: Field, longest: number, fineness: 1 | 3): Field {
  const faintestInk = fineness === 1 ? strongWash : faintestWash
  const soft = blur(ink, silhouetteBlur)
  const reach = Math.max(3, Math.round(stepShare * longest))
  const most = extreme(soft, reach, 1)
  const least = extreme(soft, reach, -1)
  const washes = extreme(least, 2 * reach, 1)
  const inside = mapField(soft, (value, index) => {
    const darkest = most.data[index] ?? 0
    const wash = washes.data[index] ?? 0
    // Between hairs, the edge is that of the wash that they are drawn on.
    const level = wash > Math.max(faintest, darkest / 2) ? wash : darkest
    return value > level / 2 && value > faintestInk / 2 ? 1 : 0
  })
  const outline = Math.max(2, outlineShare * longest)
  const distances = distanceToZero(maskAbove(inside, 1), ink.width, outline + 1)
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

/** A line is beside a contour that is as near, in pixels. */
function nearContour(longest: number): number {
  return Math.max(1.5, (outlineShare * longest) / 2)
}

/** Adds the long lines of another field where the first has none beside them. Beside the contours of washes, only some of its lines count. */
function addMissing(field: Field, other: Field, longest: number, isAlong?: Uint8Array): Field {
  const { width } = field
  const near = nearContour(longest)
  const fromLine = distanceFrom(maskAbove(field, 0.5), width, near)
  const fromAlong = isAlong ? distanceFrom(isAlong, width, near) : fromLine
  const isMissing = new Uint8Array(fromLine.length)
  eachComponent(maskAbove(other, 0.5), width, (line) => {
    const span = spanOf(line)
    if (span < contourShare * longest) return
    const distances = span < washShare * longest ? fromLine : fromAlong
    const indices = line.listIndices()
    const missing = indices.filter((index) => (distances[index] ?? 0) > near)
    if (missing.length < missingShare * indices.length) return
    for (const index of missing) isMissing[index] = 1
  })
  if (!isMissing.includes(1)) return field
  // Each end goes on until it meets the line that it stopped at.
  const fromAdded = distanceFrom(isMissing, width, 2 * near)
  return mapField(field, (value, index) =>
    (fromAdded[index] ?? 0) <= 2 * near ? Math.max(value, other.data[index] ?? 0) : value,
  )
}

/** A line runs along a contour over at least so many times the reach, or ends at it. */
const leastBeside = 3

/** What is near to some contours, without the hairs that end at them: these close nothing. */
function linesAlong(lines: Field, fromContour: Float32Array, near: number): Uint8Array {
  const isAlong = maskAbove(lines, 0.5).map((value, index) =>
    (fromContour[index] ?? 0) <= near ? value : 0,
  )
  eachComponent(isAlong, lines.width, (part) => {
    if (spanOf(part) >= leastBeside * near) return
    if (greatestOf(fromContour, part.listIndices()) > near - 1) part.fill(isAlong, 0)
  })
  return isAlong
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
