/**
 * A decoded picture, such as an `ImageData`: rows of red, green, blue, alpha bytes, alpha not
 * multiplied in.
 */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray | Uint8Array
}

/** A rectangle in pixels: its first column and row, and how many of each. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One number per pixel, row after row. */
export interface Field {
  readonly width: number
  readonly height: number
  readonly data: Float32Array<ArrayBuffer>
}

/** The size of a drawing on the skin, in millimetres. */
export interface SizeMm {
  readonly width: number
  readonly height: number
}

export function longestOf({ width, height }: SizeMm): number {
  return Math.max(width, height)
}

/** A share: 0 to 1. */
export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** A field of zeros. */
export function createField(width: number, height: number): Field {
  return { width, height, data: new Float32Array(width * height) }
}

export function copyOf(field: Field): Field {
  return { ...field, data: field.data.slice() }
}

/** A picture of ink on paper. */
export function blackOnWhite({ width, height, data: ink }: Field): Pixels {
  const data = new Uint8ClampedArray(4 * ink.length).fill(255)
  for (let index = 0; index < ink.length; index++)
    data.fill(255 * (1 - (ink[index] ?? 0)), 4 * index, 4 * index + 3)
  return { width, height, data }
}

/** A part of a picture. */
export function cropPixels({ width, data }: Pixels, box: Box): Pixels {
  const part = new Uint8ClampedArray(4 * box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = 4 * ((y + box.y) * width + box.x)
    part.set(data.subarray(from, from + 4 * box.width), 4 * y * box.width)
  }
  return { width: box.width, height: box.height, data: part }
}

/** A field of the same size, value by value. */
export function mapField(
  { width, height, data }: Field,
  change: (value: number, index: number) => number,
): Field {
  const out = createField(width, height)
  for (let index = 0; index < data.length; index++)
    out.data[index] = change(data[index] ?? 0, index)
  return out
}

/** The greater value of two fields of one size. */
export function joinFields(field: Field, { data }: Field): Field {
  return mapField(field, (value, index) => Math.max(value, data[index] ?? 0))
}

/** A field of squares of `factor` pixels, averaged. */
export function reduceField({ width, height, data }: Field, factor: number): Field {
  if (factor === 1) return { width, height, data }
  const out = createField(Math.floor(width / factor), Math.floor(height / factor))
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      const from = factor * (y * width + x)
      let sum = 0
      for (let row = from; row < from + factor * width; row += width) {
        for (let at = row; at < row + factor; at++) sum += data[at] ?? 0
      }
      out.data[y * out.width + x] = sum / factor ** 2
    }
  }
  return out
}

/** A reduced field at the size of the whole one, read between its pixels. */
export function enlargeField(
  { width, height, data }: Field,
  factor: number,
  whole: { readonly width: number; readonly height: number },
): Field {
  const out = createField(whole.width, whole.height)
  const placeOf = (at: number, count: number) =>
    Math.max(0, Math.min(count - 1.001, (at + 0.5) / factor - 0.5))
  const columns = Float32Array.from({ length: whole.width }, (_, x) => placeOf(x, width))
  const row = new Float32Array(width)
  for (let y = 0; y < whole.height; y++) {
    const place = placeOf(y, height)
    const top = Math.floor(place) * width
    const down = place - Math.floor(place)
    for (let x = 0; x < width; x++) {
      const upper = data[top + x] ?? 0
      row[x] = upper + down * ((data[top + width + x] ?? 0) - upper)
    }
    const start = y * whole.width
    for (let x = 0; x < whole.width; x++) {
      const column = columns[x] ?? 0
      const left = Math.floor(column)
      const value = row[left] ?? 0
      out.data[start + x] = value + (column - left) * ((row[left + 1] ?? 0) - value)
    }
  }
  return out
}
