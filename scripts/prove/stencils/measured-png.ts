import { inflateSync } from 'node:zlib'

// Measures a downloaded stencil without any code of the product: it reads the PNG's bytes, enlarges it, and casts a ray from each
// point of an edge to the edge across.

/** How much of each dot is inked, 0 to 1. */
export interface Dots {
  width: number
  height: number
  alpha: Float32Array
}

/** Widths of strokes or gaps in millimetres, each with the length of edge that has it. */
export type Widths = { mm: number; length: number }[]

/** Reads a stencil: one ink in 256 strengths, rows without filters. */
export function readPng(bytes: Uint8Array): Dots {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = []
  let width = 0
  let height = 0
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'IHDR') {
      width = view.getUint32(at + 8)
      height = view.getUint32(at + 12)
    }
    if (name === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const rows = inflateSync(Buffer.concat(parts))
  const alpha = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    if (rows[y * (width + 1)] !== 0) throw new Error(`row ${y} of the PNG has a filter`)
    for (let x = 0; x < width; x++)
      alpha[y * width + x] = (rows[y * (width + 1) + x + 1] ?? 0) / 255
  }
  return { width, height, alpha }
}

const mmPerDot = 25.4 / 300
/** A larger stencil has dots enough: it is not enlarged. */
const mostDots = 1600
/** Two edges that lean more than this towards each other are a corner, no stroke and no gap: the cosine of 17 degrees. */
const leastParallel = 0.956

interface Enlarged {
  /** Millimetres per dot of the enlarged stencil. */
  mm: number
  width: number
  height: number
  isInk: Uint8Array
  alpha: Float32Array
}

function enlarge(dots: Dots): Enlarged {
  const times = Math.max(dots.width, dots.height) > mostDots ? 1 : 2
  const width = dots.width * times
  const height = dots.height * times
  const alpha = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.min(dots.height - 1.001, Math.max(0, (y + 0.5) / times - 0.5))
    const top = Math.floor(row)
    for (let x = 0; x < width; x++) {
      const column = Math.min(dots.width - 1.001, Math.max(0, (x + 0.5) / times - 0.5))
      const left = Math.floor(column)
      const at = top * dots.width + left
      const upper = mix(dots.alpha[at], dots.alpha[at + 1], column - left)
      const lower = mix(dots.alpha[at + dots.width], dots.alpha[at + dots.width + 1], column - left)
      alpha[y * width + x] = mix(upper, lower, row - top)
    }
  }
  const mm = mmPerDot / times
  return {
    mm,
    width,
    height,
    alpha,
    isInk: Uint8Array.from(alpha, (value) => (value >= 0.5 ? 1 : 0)),
  }
}

function mix(from = 0, to = 0, share = 0): number {
  return from + share * (to - from)
}

/** The direction towards more ink at a point, of length 1, over a window of 7 by 7. */
function slopeAt({ width, alpha }: Enlarged, x: number, y: number): [number, number] {
  let across = 0
  let down = 0
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) {
      const value = alpha[(y + dy) * width + x + dx] ?? 0
      across += dx * value
      down += dy * value
    }
  }
  const size = Math.hypot(across, down) || 1
  return [across / size, down / size]
}

/** The widths of a stencil's strokes and gaps up to `widestMm`. */
export function measureDots(dots: Dots, widestMm: number): { lines: Widths; gaps: Widths } {
  const field = enlarge(dots)
  const { width, height, isInk, mm } = field
  const lines: Widths = []
  const gaps: Widths = []
  for (let y = 4; y < height - 4; y++) {
    for (let x = 4; x < width - 4; x++) {
      const at = y * width + x
      if (!isInk[at] || (isInk[at - 1] && isInk[at + 1] && isInk[at - width] && isInk[at + width]))
        continue
      const [across, down] = slopeAt(field, x, y)
      // A row or a column has one such point of a slanting edge.
      const length = mm / Math.max(Math.abs(across), Math.abs(down)) / 2
      const inwards = castRay(field, x, y, across, down, 1, widestMm / mm)
      const outwards = castRay(field, x, y, -across, -down, 0, widestMm / mm)
      if (inwards !== null) lines.push({ mm: inwards * mm, length })
      if (outwards !== null) gaps.push({ mm: outwards * mm, length })
    }
  }
  return { lines, gaps }
}

/** The way through ink (1) or paper (0) to the edge across. Null where there is none in reach, or it is not parallel. */
function castRay(
  field: Enlarged,
  x: number,
  y: number,
  across: number,
  down: number,
  kind: 0 | 1,
  reach: number,
): number | null {
  const step = 0.25
  let entry = 0
  let hasEntered = false
  for (let t = -3; t <= reach + 3; t += step) {
    const value = valueAt(field, x + t * across, y + t * down)
    const isInside = kind === 1 ? value >= 0.5 : value < 0.5
    if (!hasEntered && isInside) {
      hasEntered = true
      entry = t
    } else if (hasEntered && !isInside && t > 0) {
      if (t - entry > reach) return null
      const [otherAcross, otherDown] = slopeAt(
        field,
        Math.round(x + t * across),
        Math.round(y + t * down),
      )
      const lean = across * otherAcross + down * otherDown
      // The ink across a stroke lies back, the ink across a gap lies ahead.
      return (kind === 1 ? -lean : lean) >= leastParallel ? t - entry : null
    } else if (hasEntered && !isInside) hasEntered = false
  }
  return null
}

function valueAt({ width, height, alpha }: Enlarged, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)))
  const at = top * width + left
  const upper = mix(alpha[at], alpha[at + 1], x - left)
  const lower = mix(alpha[at + width], alpha[at + width + 1], x - left)
  return mix(upper, lower, y - top)
}

export function lengthOf(widths: Widths): number {
  return widths.reduce((total, { length }) => total + length, 0)
}

/** The length that is narrower, as a share of the whole. */
export function shareUnder(widths: Widths, limitMm: number, whole = widths): number {
  return lengthOf(widths.filter(({ mm }) => mm < limitMm)) / (lengthOf(whole) || 1)
}

/** The width that `share` of the length does not exceed. */
export function widthAt(widths: Widths, share: number): number {
  const sorted = widths.toSorted((one, other) => one.mm - other.mm)
  const total = lengthOf(sorted)
  let seen = 0
  for (const { mm, length } of sorted) {
    seen += length
    if (seen >= share * total) return mm
  }
  return Number.NaN
}
