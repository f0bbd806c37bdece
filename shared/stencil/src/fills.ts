import { distanceToZero } from '@encre/picture/distance'
import { distanceFrom, eachFace, maskAbove, maskWide } from './components.ts'
import type { Drawing } from './drawing.ts'
import { enlargeField, type Field, longestOf, mapField } from './pixels.ts'
import { inkQuantile } from './quantile.ts'
import { coarseFactor, keepLatest, reduceDrawing } from './reduce-drawing.ts'

// Black areas that no pen draws: found, and drawn by their outline. `line-art.ts` calls it for
// Traits, `studio.ts` for the fills of au net.

/** Wider ink is a fill and no stroke; it goes on where it narrows, down to half of this. */
const fillShare = 0.032
const narrowestFill = 16

/**
 * The width in pixels from which ink is a fill. The least is measured in the picture, also for a
 * small drawing.
 */
export function fillWidth({ box, place }: Drawing): number {
  return Math.max((narrowestFill * box.width) / place.width, fillShare * longestOf(box))
}

/** The line that a fill is drawn by: 0.3 mm, no thin line, from 5 cm on. */
export const outlineShare = 0.006

export function outlineWidth(longest: number): number {
  return Math.max(3, outlineShare * longest)
}

function darkestInk(darkness: Field): number {
  return inkQuantile(darkness, 0.997)
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
export const findFills = keepLatest((drawing): Fills | null => {
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
export function hollow(field: Field, found: Field, { isFill, distances, outline }: Fills): void {
  for (let index = 0; index < isFill.length; index++) {
    if (!isFill[index] || (found.data[index] ?? 0) >= 0.5) continue
    // The edge is half a pixel before the first pixel beside the fill.
    const value = outline + 1 - (distances[index] ?? 0)
    field.data[index] = Math.min(field.data[index] ?? 0, Math.max(0, value))
  }
}
