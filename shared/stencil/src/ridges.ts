import type { Field } from './pixels.ts'

/** Widths along the middle of every stroke: sample `i` is at (x[i], y[i]), in pixels, and stands for `length[i]` pixels of it. */
export interface Ridges {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  /** In pixels, exact to a fraction of one. A stroke over `widest` has twice the distance to its edge. */
  readonly width: Float32Array<ArrayBuffer>
  readonly length: Float32Array<ArrayBuffer>
}

/** Strokes up to this many pixels wide are measured along their normal: 0.56 mm at the smallest size, 2 cm. */
const widest = 28

/** What blur and ink a picture has. */
export interface Sharpness {
  /** The standard deviation of the Gaussian that blurred the edges, in pixels; 0.29, a pixel's own, where they are sharp. */
  readonly sigma: number
  /** The value inside a wide stroke. A stroke that is thinner than its blur never reaches it. */
  readonly strength: number
}

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
        samples.push(x + 0.5, y + 0.5, 2 * distance - 1, 1)
        continue
      }
      const cut = cutThrough(values, distances, index, options.sharpness.sigma)
      if (cut === null) continue
      const { normalX, normalY, profile } = cut
      // A ridge pixel of a slanting stroke stands for more than one pixel of length.
      samples.push(x + 0.5, y + 0.5, widthOf(profile, options.sharpness), 1 / Math.max(Math.abs(normalX), Math.abs(normalY)))
    }
  }
  const count = samples.length / 4
  const column = (offset: number) => Float32Array.from({ length: count }, (_, i) => samples[4 * i + offset] ?? 0)
  return { x: column(0), y: column(1), width: column(2), length: column(3) }
}

/** A maximum across at least one of four directions. The first of two equal neighbours counts, so that ridges are one pixel wide. */
function isRidge(distances: Float32Array, index: number, width: number): boolean {
  const here = distances[index] ?? 0
  const slopeX = (distances[index + 1] ?? 0) - (distances[index - 1] ?? 0)
  const slopeY = (distances[index + width] ?? 0) - (distances[index - width] ?? 0)
  // Beside the middle the distance falls by a pixel per pixel.
  if (slopeX * slopeX + slopeY * slopeY >= 4 * 0.5) return false
  return (
    isPeak(distances, index, here, 1, 0.7) ||
    isPeak(distances, index, here, width, 0.7) ||
    isPeak(distances, index, here, width + 1, 1) ||
    isPeak(distances, index, here, width - 1, 1)
  )
}

function isPeak(distances: Float32Array, index: number, here: number, stride: number, minimumDrop: number): boolean {
  const before = distances[index - stride] ?? 0
  const after = distances[index + stride] ?? 0
  return here > before && here >= after && 2 * here - before - after > minimumDrop
}

/** The direction of the steepest change around a pixel: the main axis of the structure tensor. */
function findNormal(data: Float32Array, index: number, width: number, reach: number): readonly [number, number] {
  let xx = 0
  let xy = 0
  let yy = 0
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      if (dx * dx + dy * dy > reach * reach + 1) continue
      const at = index + dy * width + dx
      const slopeX = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const slopeY = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      xx += slopeX * slopeX
      xy += slopeX * slopeY
      yy += slopeY * slopeY
    }
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  return [Math.cos(angle), Math.sin(angle)]
}

const step = 0.25

function cutThrough(values: Field, distances: Float32Array, index: number, sigma: number) {
  const distance = distances[index] ?? 0
  const [x, y] = [index % values.width, Math.floor(index / values.width)]
  const isWide = distance >= 2.5
  const [normalX, normalY] = findNormal(distance > 2.5 ? distances : values.data, index, values.width, distance > 2.5 ? 3 : 4)
  const read = sigma >= softEdge ? sampleSmooth : sample
  let peak = 0
  let middle = 0
  for (let t = -distance; t <= distance; t += step) {
    const value = read(values, x + t * normalX, y + t * normalY)
    if (value > peak) {
      peak = value
      middle = t
    }
  }
  if (isWide) middle = 0
  // What still rises at its side is the flank of a neighbour.
  else if (Math.abs(middle) > 0.5 * distance + 0.3) return null
  const profile = readProfile(values, {
    x,
    y,
    normalX,
    normalY,
    distance,
    middle,
    peak,
    farthest: distance + 2 + 3 * Math.max(sigma, softEdge),
  })
  return profile && { normalX, normalY, profile }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly normalX: number
  readonly normalY: number
  readonly distance: number
  /** Where the peak is, in pixels along the normal. */
  readonly middle: number
  readonly peak: number
  /** How far to look on each side, in pixels. */
  readonly farthest: number
}

/** A cut through a stroke along its normal, measured above the ground beside it. Lengths are in pixels. */
interface Profile {
  readonly peak: number
  readonly height: number
  readonly area: number
  /** The width at half of its height. */
  readonly halfWidth: number
  /** Its second central moment. */
  readonly spread: number
}

function readProfile(values: Field, { x, y, normalX, normalY, distance, middle, peak, farthest }: Place): Profile | null {
  // A wide stroke may be darker at its rims than in the middle.
  const turning = distance < 2.5 ? distance - 1 : distance + 0.5
  const heights: [number, number] = [0, 0]
  let [area, halfWidth, first, second] = [0, 0, 0, 0]
  for (const side of [1, -1]) {
    const at = (t: number) => sample(values, x + (middle + side * t) * normalX, y + (middle + side * t) * normalY)
    // Outwards to the first minimum; the level there is what lies beside the stroke.
    let lowest = peak
    let end = 0
    for (let t = 0; t <= farthest; t += step) {
      const value = at(t)
      if (value < lowest) {
        lowest = value
        end = t
      } else if (t > turning && value > lowest + 0.06 * peak) break
    }
    const height = peak - lowest
    heights[side === 1 ? 0 : 1] = height
    let half = end
    for (let t = step / 2; t < end; t += step) {
      const value = Math.max(0, at(t) - lowest)
      area += step * value
      first += side * t * step * value
      second += t * t * step * value
      if (value >= height / 2) half = t + (step * Math.max(0, value - height / 2)) / Math.max(1e-6, value - (at(t + step) - lowest))
    }
    halfWidth += half
  }
  // The edge of a wash, or a darker rim of a fill, rises on one side only.
  if (Math.min(...heights) < 0.35 * Math.max(...heights) || Math.max(...heights) < 0.05 || area === 0) return null
  const height = (heights[0] + heights[1]) / 2
  return { peak, height, area, halfWidth, spread: second / area - (first / area) ** 2 }
}

/** From here on edges count as blurred. A sharp one's deviation is that of a pixel, 0.29. */
const softEdge = 0.58
/** Softer than this is shading, not blur. */
const softestEdge = 1.5
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

/** Abramowitz and Stegun 7.1.26; its error is under 2e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - series * Math.exp(-x * x)
}

/** The value at a point between the centres of four pixels, by linear interpolation. */
function sample(field: Field, x: number, y: number): number {
  const data = field.data
  const width = field.width
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(field.height - 2, Math.max(0, Math.floor(y)))
  const shareX = x - left
  const at = top * width + left
  const a = data[at] ?? 0
  const c = data[at + width] ?? 0
  const upper = a + shareX * ((data[at + 1] ?? 0) - a)
  return upper + (y - top) * (c + shareX * ((data[at + width + 1] ?? 0) - c) - upper)
}

/** The value between sixteen pixels, by cubic interpolation (Catmull and Rom). Linear interpolation would cut off peaks. */
function sampleSmooth(field: Field, x: number, y: number): number {
  const data = field.data
  const width = field.width
  const left = Math.min(width - 3, Math.max(1, Math.floor(x)))
  const top = Math.min(field.height - 3, Math.max(1, Math.floor(y)))
  const share = x - left
  const at = top * width + left
  return cubic(
    cubicRow(data, at - width, share),
    cubicRow(data, at, share),
    cubicRow(data, at + width, share),
    cubicRow(data, at + 2 * width, share),
    y - top,
  )
}

function cubicRow(data: Float32Array, at: number, share: number): number {
  return cubic(data[at - 1] ?? 0, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, share)
}

function cubic(before: number, from: number, to: number, after: number, share: number): number {
  const a = 3 * (from - to) + after - before
  const b = 2 * before - 5 * from + 4 * to - after
  return from + 0.5 * share * (to - before + share * (b + share * a))
}

/** Reads the blur from the edges of wide strokes, or where there are too few from the shape of thin ones. */
export function readSharpness(values: Field, distances: Float32Array): Sharpness {
  const strongest = values.data.reduce((most, value) => Math.max(most, value), 0) || 1
  const sigma = edgeSoftness(values, distances)
  return sigma === null ? sharpnessOfThinStrokes(values, distances) : { sigma, strength: strongest }
}

/** The blur from the steepest steps across the edges of strokes at least 8 pixels wide. Null where there are fewer than 40. */
function edgeSoftness(values: Field, distances: Float32Array): number | null {
  const { width, height } = values
  const slopes: number[] = []
  for (let y = 8; y < height - 8; y++) {
    for (let x = 8; x < width - 8; x++) {
      const index = y * width + x
      const distance = distances[index] ?? 0
      if (distance < 2 || distance >= 3.5) continue
      const slopeX = ((distances[index + 1] ?? 0) - (distances[index - 1] ?? 0)) / 2
      const slopeY = ((distances[index + width] ?? 0) - (distances[index - width] ?? 0)) / 2
      const slope = Math.hypot(slopeX, slopeY)
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
  if (slopes.length < 40) return null
  const slope = quantileOf(slopes, 0.8)
  // A step of one pixel averages the slope over it.
  return Math.min(softestEdge, Math.sqrt(Math.max(0.29 ** 2, 1 / (2 * Math.PI * slope * slope) - 1 / 12)))
}

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
      : quantileOf(
          profiles.map(({ height }) => height),
          0.9,
        )
  for (let strength = blackInk; strength > tallest; strength -= 0.05) {
    const sigmas = profiles.map((profile) => sigmaOf(profile, strength))
    const fits = profiles.map(({ area, spread }, i) => spread / ((sigmas[i] ?? 0) ** 2 + (area / strength) ** 2 / 12))
    const sigma = quantileOf(sigmas, 0.5)
    if (sigma <= softestEdge && quantileOf(fits, 0.5) > 0.72) return { sigma: Math.max(0.29, sigma), strength }
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
  return places.flatMap((index, i) => {
    const cut = i % stride === 0 ? cutThrough(values, distances, index, softEdge - 0.01) : null
    return cut ? [cut.profile] : []
  })
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

function quantileOf(values: number[], share: number): number {
  return Float64Array.from(values).sort()[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0
}
