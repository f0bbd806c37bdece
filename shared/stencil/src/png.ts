import { concatBytes } from '@encre/protocol/bytes'
import { pngChunk, pngMark } from '@encre/protocol/png'
import { deflate } from './deflate.ts'
import type { Ink } from './pdf.ts'
import type { Box, Field } from './pixels.ts'

const dotsPerMm = 300 / 25.4
const dotsPerMetre = 11811

/**
 * Line art as a transparent PNG of 300 dots per inch, which says so (pHYs): it opens at its true size. One ink in 256 strengths, so a
 * byte per dot; edges are placed between pixels. Rows are made as they are compressed: a design of one metre takes little memory.
 */
export async function writePng(
  lineArt: Field,
  box: Box,
  options: { mmPerPixel: number; ink: Ink; origin: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const scale = options.mmPerPixel * dotsPerMm
  const width = Math.max(1, Math.round(box.width * scale))
  const height = Math.max(1, Math.round(box.height * scale))
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, width)
  new DataView(header.buffer).setUint32(4, height)
  header.set([8, 3], 8)
  const resolution = new Uint8Array(9)
  for (const at of [0, 4]) new DataView(resolution.buffer).setUint32(at, dotsPerMetre)
  resolution[8] = 1
  const palette = new Uint8Array(768).map((_, i) => Math.round(255 * (options.ink[i % 3] ?? 0)))
  const alphas = new Uint8Array(256).map((_, i) => i)
  const dots = await deflate(makeRows(lineArt, box, width, height))
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    ...pngMark(options.origin),
    pngChunk('pHYs', resolution),
    pngChunk('PLTE', palette),
    pngChunk('tRNS', alphas),
    pngChunk('IDAT', dots),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Each row after a 0: no filter. */
function* makeRows({ width, height, data }: Field, box: Box, columns: number, rows: number): Generator<Uint8Array<ArrayBuffer>> {
  const [stepX, stepY] = [box.width / columns, box.height / rows]
  for (let row = 0; row < rows; row++) {
    const out = new Uint8Array(columns + 1)
    const y = Math.min(height - 1.001, Math.max(0, box.y + (row + 0.5) * stepY - 0.5))
    const top = Math.floor(y)
    for (let column = 0; column < columns; column++) {
      const x = Math.min(width - 1.001, Math.max(0, box.x + (column + 0.5) * stepX - 0.5))
      const left = Math.floor(x)
      const at = top * width + left
      const [a, b, c, d] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + width] ?? 0, data[at + width + 1] ?? 0]
      const upper = a + (x - left) * (b - a)
      const lower = c + (x - left) * (d - c)
      const value = upper + (y - top) * (lower - upper)
      // The edge fades over one dot, whatever the slope of the field.
      const slopeX = (b - a + (y - top) * (d - c - b + a)) * stepX
      const slope = Math.max(1e-4, Math.sqrt(slopeX * slopeX + ((lower - upper) * stepY) ** 2))
      out[column + 1] = 255 * Math.min(1, Math.max(0, 0.5 + (value - 0.5) / slope))
    }
    yield out
  }
}
