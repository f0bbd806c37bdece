import { blur } from './blur.ts'
import { clamp, createField, type Field } from './pixels.ts'
import { quantile } from './quantile.ts'

/** A picture whose blur is undone, and the ink and the ground on both sides of each edge. */
export interface Levels {
  readonly valueAt: (index: number) => number
  /** One value per square of `cellSide` pixels. */
  readonly ink: Field
  readonly ground: Field
}

/** The blur that is undone, in pixels: pictures of image providers have about as much. */
const undoneBlur = 1
/** The greatest step between two pixels of an edge, as a share of its height: of a soft picture, and of a sharp one. */
const softStep = 0.45
const sharpStep = 0.6
/** The levels beside a pixel are those of its square: they need not be found to the pixel. */
export const cellSide = 2

/**
 * The darkest and the lightest value within `radius` pixels of each pixel, as if edges were not blurred: a thin stroke never shows its
 * ink's darkness in a soft picture, nor a thin gap its paper. The values of a soft picture are sharpened too: small holes would close.
 */
export function readLevels(field: Field, radius: number): Levels {
  const soft = blur(field, undoneBlur)
  const sharp = readCells(field, soft)
  const reach = Math.round(radius / cellSide)
  const ink = extreme(sharp.most, reach, 1)
  const ground = extreme(sharp.least, reach, -1)
  const step = steepestStep(field, ink, ground)
  const amount = clamp((sharpStep - step) / (sharpStep - softStep))
  const valueAt = (index: number) => {
    const value = field.data[index] ?? 0
    return Math.fround(value + amount * (value - (soft.data[index] ?? 0)))
  }
  return { valueAt, ink, ground }
}

/**
 * The greatest and the least value of each square of `cellSide` pixels, of 0 to 1. `soft` is the
 * blur that is undone.
 */
export function readCells({ width, height, data }: Field, soft: Pick<Field, 'data'>) {
  const most = createField(Math.ceil(width / cellSide), Math.ceil(height / cellSide))
  const least = createField(most.width, most.height)
  least.data.fill(1)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cellSide) * most.width
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor(x / cellSide)
      const index = y * width + x
      const value = data[index] ?? 0
      const sharp = value + (value - (soft.data[index] ?? 0))
      if (sharp > (most.data[cell] ?? 0)) most.data[cell] = Math.min(1, sharp)
      if (sharp < (least.data[cell] ?? 0)) least.data[cell] = Math.max(0, sharp)
    }
  }
  return { most, least }
}

/** The greatest step between neighbours, as a share of the edge's height; most edges have a smaller one. */
function steepestStep({ width, height, data }: Field, ink: Field, ground: Field): number {
  const steps: number[] = []
  const stride = Math.max(1, Math.floor(height / 600))
  for (let y = 0; y < height - 1; y += stride) {
    for (let x = 0; x < width - 1; x += stride) {
      const cell = Math.floor(y / cellSide) * ink.width + Math.floor(x / cellSide)
      const contrast = (ink.data[cell] ?? 0) - (ground.data[cell] ?? 0)
      if (contrast < 0.4) continue
      const index = y * width + x
      const value = data[index] ?? 0
      const across = Math.abs(value - (data[index + 1] ?? 0))
      const down = Math.abs(value - (data[index + width] ?? 0))
      const step = Math.max(across, down)
      if (step > 0.25 * contrast) steps.push(step / contrast)
    }
  }
  return quantile(steps, 0.9)
}

/**
 * The greatest value of the square window around each pixel, or the least with a `sign` of -1.
 * Nothing may be below 0.
 */
export function extreme({ width, height, data }: Field, radius: number, sign: 1 | -1): Field {
  const rows = slide(data.slice(), 1, { radius, sign })
  return { width, height, data: slide(rows, width, { radius, sign }) }
}

/** The greatest or least of `radius` values on both sides, along a stride: windows of double length are joined from two. Changes `values`. */
function slide(
  values: Float32Array<ArrayBuffer>,
  stride: number,
  { radius, sign }: { radius: number; sign: 1 | -1 },
): Float32Array<ArrayBuffer> {
  const length = 2 * radius + 1
  let covered = 1
  while (covered < length) {
    const shift = Math.min(covered, length - covered)
    joinShifted(values, shift * stride, sign)
    covered += shift
  }
  // The windows start at their pixel; they belong around it.
  const centred = new Float32Array(values.length)
  const offset = radius * stride
  centred.set(values.subarray(0, values.length - offset), offset)
  // Beside the border, the window that starts at it.
  for (let index = 0; index < offset; index++) centred[index] = values[index % stride] ?? 0
  return centred
}

/**
 * In place: what is read was not joined yet. The bits of numbers from 0 on have their order, and
 * nobody can guess the outcome of a comparison.
 */
function joinShifted(values: Float32Array, shift: number, sign: 1 | -1): void {
  const bits = new Int32Array(values.buffer)
  const last = bits.length - shift
  for (let index = 0; index < last; index++) {
    const value = bits[index] ?? 0
    const change = sign * ((bits[index + shift] ?? 0) - value)
    bits[index] = value + sign * (change & ~(change >> 31))
  }
}
