import type { Field } from './pixels.ts'
import { cutThrough, erf, isRidge, type Profile, softEdge } from './profile.ts'
import type { Sharpness } from './sharpness.ts'

/** Widths at places, in pixels, the narrowest first. Sample `i` is at (x[i], y[i]) and has a weight of the whole: a length; 1 for circles. */
export interface Samples {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  readonly width: Float32Array<ArrayBuffer>
  readonly weight: Float32Array<ArrayBuffer>
}

/** One sample: x, y, width and weight, and of a stroke the angle at which it runs, in radians. */
export type Sample = readonly [x: number, y: number, width: number, weight: number, angle: number]

/** Sorts samples, with places from the top left of the ink's box. */
export function toSamples(samples: readonly Sample[], box: { readonly x: number; readonly y: number }): Samples {
  const sorted = samples.toSorted((one, other) => one[2] - other[2])
  const column = (read: (sample: Sample) => number) => Float32Array.from(sorted, read)
  return { x: column(([x]) => x - box.x), y: column(([, y]) => y - box.y), width: column((one) => one[2]), weight: column((one) => one[3]) }
}

/** Strokes up to this many pixels wide are measured along their normal: 0.56 mm at the smallest size, 2 cm. */
const widest = 28

/**
 * Measures strokes. `distances` has the distance to the edge for each pixel of a stroke, and 0 beside it. A sample is a pixel where the distance
 * is a local maximum. Its width comes from a cut through `values` (1 in the stroke, 0 beside it) along the normal, between the nearest minima on
 * both sides; a pixel without a minimum on both sides is no stroke. A stroke over `widest` has twice the distance to its edge; `onlyThin` leaves it out.
 */
export function measureRidges(values: Field, options: { distances: Float32Array; sharpness: Sharpness; onlyThin?: boolean }): Sample[] {
  const { width, height } = values
  const { distances } = options
  const samples: Sample[] = []
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const index = y * width + x
      const distance = distances[index] ?? 0
      if (distance === 0 || (options.onlyThin && 2 * distance > widest) || !isRidge(distances, index, width)) continue
      if (2 * distance > widest) {
        samples.push([x + 0.5, y + 0.5, 2 * distance - 1, 1, 0])
        continue
      }
      const cut = cutThrough(values, distances, index, options.sharpness.sigma)
      if (cut === null) continue
      const { normalX, normalY, profile } = cut
      // A ridge pixel of a slanting stroke stands for more than one pixel of length.
      const length = 1 / Math.max(Math.abs(normalX), Math.abs(normalY))
      samples.push([x + 0.5, y + 0.5, widthOf(profile, options.sharpness), length, Math.atan2(normalX, -normalY)])
    }
  }
  return samples
}

/** A wider stroke reaches its full height in the middle. */
const plateau = 4

function widthOf({ peak, height, area, halfWidth }: Profile, { sigma, strength }: Sharpness): number {
  if (halfWidth > Math.max(plateau, 5 * sigma)) return halfWidth
  // A thin stroke never shows its ink's darkness. Its area gives the width, if the ink is as dark as elsewhere.
  const full = Math.max(height, strength - peak + height)
  const width = area / full
  const expected = full * erf(width / (2 * Math.SQRT2 * sigma))
  const tolerance = sigma < softEdge ? 0.33 : 0.2
  return Math.abs(height - expected) < tolerance * expected ? width : sharpen(area / height, sigma)
}

/** The width of a stroke whose integral over its peak is `area` after a Gaussian blur: solves width / erf(width / 2√2σ) = area. */
function sharpen(area: number, sigma: number): number {
  if (area > 6 * sigma) return area
  let width = area
  for (let i = 0; i < 30; i++) width = area * erf(width / (2 * Math.SQRT2 * sigma))
  // What is thinner cannot be told from noise.
  return Math.max(width, 0.4 * area)
}
