import type { Field } from './pixels.ts'
import { cutThrough, erf, isRidge, type Profile, sampleSmooth, softEdge } from './profile.ts'
import { quantile } from './quantile.ts'

/** What blur and ink a picture has. */
export interface Sharpness {
  /** The standard deviation of the Gaussian that blurred the edges, in pixels; 0.29, a pixel's own, where they are sharp. */
  readonly sigma: number
  /** The value inside a wide stroke. A stroke that is thinner than its blur never reaches it. */
  readonly strength: number
}

/** Reads the blur from the edges of wide strokes, or where there are too few from the shape of thin ones. */
export function readSharpness(values: Field, distances: Float32Array): Sharpness {
  const sigma = edgeSoftness(values, distances)
  if (sigma === null) return sharpnessOfThinStrokes(values, distances)
  let strength = 0
  for (const value of values.data) if (value > strength) strength = value
  return { sigma, strength: strength || 1 }
}

/** The blur from the steepest steps across the edges of strokes at least 8 pixels wide. Null where there are fewer than 40. */
function edgeSoftness(values: Field, distances: Float32Array): number | null {
  const { width, height } = values
  // Of a large picture every fifth pixel is enough, in each row another one.
  const stride = values.data.length > 5e5 ? 5 : 1
  const slopes: number[] = []
  for (let y = 8; y < height - 8; y++) {
    for (let x = 8 + ((3 * y) % stride); x < width - 8; x += stride) {
      const index = y * width + x
      const distance = distances[index] ?? 0
      if (distance < 2 || distance >= 3.5) continue
      const slopeX = ((distances[index + 1] ?? 0) - (distances[index - 1] ?? 0)) / 2
      const slopeY = ((distances[index + width] ?? 0) - (distances[index - width] ?? 0)) / 2
      const slope = Math.sqrt(slopeX * slopeX + slopeY * slopeY)
      if (slope < 0.9) continue
      const inside = Math.round(y + (2.5 * slopeY) / slope) * width + Math.round(x + (2.5 * slopeX) / slope)
      if ((distances[inside] ?? 0) < distance + 1.5) continue
      const at = (t: number) => sampleSmooth(values, x - (t * slopeX) / slope, y - (t * slopeY) / slope)
      let steepest = 0
      for (let t = 0; t < 6; t += 0.5) steepest = Math.max(steepest, at(t) - at(t + 1))
      const contrast = Math.max(at(0), at(-1)) - at(7)
      if (contrast > 0.1) slopes.push(steepest / contrast)
    }
  }
  if (slopes.length < 40 / stride) return null
  const slope = quantile(slopes, 0.8)
  // A step of one pixel averages the slope over it.
  return Math.min(softestEdge, Math.sqrt(Math.max(0.29 ** 2, 1 / (2 * Math.PI * slope * slope) - 1 / 12)))
}

/** Softer than this is shading, not blur. */
const softestEdge = 1.5
/** Black lines of image providers are rarely blacker than this. */
const blackInk = 0.95

/**
 * The blur of a picture that has thin strokes only. A blurred black line and a sharp grey one have the same area; they differ in how flat
 * their tops are. Takes the darkest ink whose strokes have the same peaks as those of the picture.
 */
function sharpnessOfThinStrokes(values: Field, distances: Float32Array): Sharpness {
  const profiles = sampleProfiles(values, distances)
  const tallest =
    profiles.length === 0
      ? 1
      : quantile(
          profiles.map(({ height }) => height),
          0.9,
        )
  for (let strength = blackInk; strength > tallest; strength -= 0.05) {
    const sigmas = profiles.map((profile) => sigmaOf(profile, strength))
    const fits = profiles.map(({ area, spread }, i) => spread / ((sigmas[i] ?? 0) ** 2 + (area / strength) ** 2 / 12))
    const sigma = quantile(sigmas, 0.5)
    if (sigma <= softestEdge && quantile(fits, 0.5) > 0.72) return { sigma: Math.max(0.29, sigma), strength }
  }
  return { sigma: 0.29, strength: tallest }
}

/** Up to about 1 000 cuts through strokes of at most 5 pixels. */
function sampleProfiles(values: Field, distances: Float32Array): Profile[] {
  const { width, height } = values
  const places: number[] = []
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const index = y * width + x
      const distance = distances[index] ?? 0
      if (distance > 0 && distance < 3.5 && isRidge(distances, index, width)) places.push(index)
    }
  }
  const stride = Math.max(1, Math.floor(places.length / 1000))
  return places.flatMap((index, i) => (i % stride === 0 && cutThrough(values, distances, index, softEdge - 0.01)?.profile) || [])
}

/** The blur that lowers a stroke of this area and full `strength` to its height. */
function sigmaOf({ area, height, spread }: Profile, strength: number): number {
  const width = area / strength
  const share = Math.min(0.999, height / strength)
  // Solves erf(x) = share by halving.
  let [low, high] = [0, 3]
  for (let i = 0; i < 24; i++) {
    const x = (low + high) / 2
    if (erf(x) < share) low = x
    else high = x
  }
  // The height says nothing about a stroke that reaches its full height. Its spread adds up from its width and its blur.
  return Math.min(width / (2 * Math.SQRT2 * low), Math.sqrt(Math.max(0.29 ** 2, spread - width ** 2 / 12)))
}
