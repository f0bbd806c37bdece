import type { Field } from './pixels.ts'
import { cutThrough, erf, isRidge, type Profile, softEdge } from './profile.ts'
import type { Sharpness } from './sharpness.ts'

/** Widths along the middle of every stroke: sample `i` is at (x[i], y[i]), in pixels, and stands for `length[i]` pixels of it. */
export interface Ridges {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  /** In pixels, exact to a fraction of one. A stroke over `widest` has twice the distance to its edge. */
  readonly width: Float32Array<ArrayBuffer>
  readonly length: Float32Array<ArrayBuffer>
  /** Which way the stroke runs, in radians. */
  readonly angle: Float32Array<ArrayBuffer>
}

/** Strokes up to this many pixels wide are measured along their normal: 0.56 mm at the smallest size, 2 cm. */
const widest = 28

/**
 * Measures strokes. `distances` has the distance to the edge for each pixel of a stroke, and 0 beside it. A sample is a pixel where the distance
 * is a local maximum. Its width comes from a cut through `values` (1 in the stroke, 0 beside it) along the normal, between the nearest minima on
 * both sides; a pixel without a minimum on both sides is no stroke. With `onlyThin`, strokes over `widest` are left out.
 */
export function measureRidges(values: Field, options: { distances: Float32Array; sharpness: Sharpness; onlyThin?: boolean }): Ridges {
  const { width, height } = values
  const { distances } = options
  const samples: number[] = []
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const index = y * width + x
      const distance = distances[index] ?? 0
      if (distance === 0 || (options.onlyThin && 2 * distance > widest) || !isRidge(distances, index, width)) continue
      if (2 * distance > widest) {
        samples.push(x + 0.5, y + 0.5, 2 * distance - 1, 1, 0)
        continue
      }
      const cut = cutThrough(values, distances, index, options.sharpness.sigma)
      if (cut === null) continue
      const { normalX, normalY, profile } = cut
      // A ridge pixel of a slanting stroke stands for more than one pixel of length.
      const length = 1 / Math.max(Math.abs(normalX), Math.abs(normalY))
      samples.push(x + 0.5, y + 0.5, widthOf(profile, options.sharpness), length, Math.atan2(normalX, -normalY))
    }
  }
  const count = samples.length / 5
  const column = (offset: number) => Float32Array.from({ length: count }, (_, i) => samples[5 * i + offset] ?? 0)
  return { x: column(0), y: column(1), width: column(2), length: column(3), angle: column(4) }
}

/** The samples that `isKept` has 1 for. */
export function keepRidges(ridges: Ridges, isKept: ArrayLike<number>): Ridges {
  const keep = (values: Float32Array<ArrayBuffer>) => values.filter((_, i) => isKept[i] === 1)
  return { x: keep(ridges.x), y: keep(ridges.y), width: keep(ridges.width), length: keep(ridges.length), angle: keep(ridges.angle) }
}

/** A wider stroke reaches its full height in the middle. */
const plateau = 4

function widthOf({ peak, height, area, halfWidth }: Profile, { sigma, strength }: Sharpness): number {
  if (halfWidth > Math.max(plateau, 5 * sigma)) return halfWidth
  // A thin stroke is lower than its ink is dark. Its area knows better, if the ink is that of the rest of the picture.
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
