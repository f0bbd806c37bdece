import type { Field } from './pixels.ts'

/** From here on edges count as blurred. A sharp one's deviation is that of a pixel, 0.29. */
export const softEdge = 0.58
/** A maximum across at least one of four directions. The first of two equal neighbours counts, so that ridges are one pixel wide. */
export function isRidge(distances: Float32Array, index: number, width: number): boolean {
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

export function cutThrough(values: Field, distances: Float32Array, index: number, sigma: number) {
  const distance = distances[index] ?? 0
  const [x, y] = [index % values.width, Math.floor(index / values.width)]
  const isWide = distance >= 2.5
  const [normalX, normalY] = findNormal(distance > 2.5 ? distances : values.data, index, values.width, distance > 2.5 ? 3 : 4)
  const read = sigma >= softEdge ? sampleSmooth : sample
  let peak = 0
  let middle = 0
  for (let t = -distance; t <= distance; t += isWide ? 1 : step) {
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
export interface Profile {
  readonly peak: number
  readonly height: number
  readonly area: number
  /** The width at half of its height. */
  readonly halfWidth: number
  /** Its second central moment. */
  readonly spread: number
}

/** The values along one side of a cut. */
const cut = new Float32Array(128)

function readProfile(values: Field, { x, y, normalX, normalY, distance, middle, peak, farthest }: Place): Profile | null {
  // A wide stroke may be darker at its rims than in the middle.
  const turning = distance < 2.5 ? distance - 1 : distance + 0.5
  const heights: [number, number] = [0, 0]
  let [area, halfWidth, first, second] = [0, 0, 0, 0]
  for (const side of [1, -1]) {
    // Outwards to the first minimum; the level there is what lies beside the stroke.
    let lowest = peak
    let end = 0
    for (let i = 0; i * step <= farthest; i++) {
      const t = middle + side * i * step
      const value = sample(values, x + t * normalX, y + t * normalY)
      cut[i] = value
      if (value < lowest) {
        lowest = value
        end = i
      } else if (i * step > turning && value > lowest + 0.06 * peak) break
    }
    const height = peak - lowest
    heights[side === 1 ? 0 : 1] = height
    let half = end * step
    for (let i = 0; i < end; i++) {
      const [inner, outer, t] = [cut[i] ?? 0, cut[i + 1] ?? 0, (i + 0.5) * step]
      const value = Math.max(0, (inner + outer) / 2 - lowest)
      area += step * value
      first += side * t * step * value
      second += t * t * step * value
      if (inner - lowest >= height / 2) half = step * (i + Math.min(1, (inner - lowest - height / 2) / Math.max(1e-6, inner - outer)))
    }
    halfWidth += half
  }
  // The edge of a wash, or a darker rim of a fill, rises on one side only.
  if (Math.min(...heights) < 0.35 * Math.max(...heights) || Math.max(...heights) < 0.05 || area === 0) return null
  const height = (heights[0] + heights[1]) / 2
  return { peak, height, area, halfWidth, spread: second / area - (first / area) ** 2 }
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
export function sampleSmooth(field: Field, x: number, y: number): number {
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

/** Abramowitz and Stegun 7.1.26; its error is under 2e-7. */
export function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - series * Math.exp(-x * x)
}
