import { distanceToZero } from '@encre/picture/distance'
import { blur } from './blur.ts'
import {
  despeckle,
  distanceFrom,
  eachComponent,
  greatestOf,
  maskAbove,
  spanOf,
} from './components.ts'
import type { Drawing } from './drawing.ts'
import { outlineShare } from './fills.ts'
import { type Fineness, pick } from './fineness.ts'
import { extreme } from './levels.ts'
import {
  clamp,
  enlargeField,
  type Field,
  joinFields,
  longestOf,
  mapField,
  reduceField,
} from './pixels.ts'
import { inkQuantile } from './quantile.ts'
import { coarseFactor, keepLatest, reduceDrawing } from './reduce-drawing.ts'

// Contours that close: edges of washes and fills that no line runs along. `line-art.ts` adds them
// to Traits and Contours.

/** Ink fainter than this is grain or the foot of a blurred edge. */
export const faintest = 0.1

/** The blur of the smallest edge. */
const edgeShare = 0.00128
/** A faint edge as long as this is the contour of a wash, and no grain. */
const washShare = 0.15
/** Ink above a wash, of 1: less would make its grain edges. */
const leastRoom = 0.3

/** Difference of two Gaussians, kept where it is connected to a strong one (Marr and Hildreth's edges, Canny's hysteresis). */
export function findEdges(ink: Field, longest: number, fineness: Fineness): Field {
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

/** Fainter than this is paper, however soft the edge of a wash. */
const faintestWash = 0.025
/** The coarsest setting has contours of stronger washes only. */
const strongWash = 0.3
/** So much of the box is ink without lines in a drawing that has fills, washes or shade. */
const unlinedShare = 0.01

export function hasUnlined({ data }: Field, { ink, box }: Drawing): boolean {
  let unlined = 0
  for (let index = 0; index < data.length; index += 3) {
    if ((ink.data[index] ?? 0) > 2 * faintestWash && (data[index] ?? 0) < 0.1) unlined += 3
  }
  return unlined > unlinedShare * box.width * box.height
}

/** Adds the edges of fills and washes that no line runs along, so that contours close. */
export function withContours(field: Field, drawing: Drawing, fineness: Fineness): Field {
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
