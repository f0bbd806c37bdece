/** A decoded picture, such as an `ImageData`: rows of red, green, blue, alpha bytes, alpha not multiplied in. */
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

/** Red, green and blue of a colour such as `#cc0000`, as bytes. */
export function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** A field of zeros. */
export function createField(width: number, height: number): Field {
  return { width, height, data: new Float32Array(width * height) }
}
