import { rgbOf } from '@encre/picture/oklab'
import { pngChunk, pngOriginChunks } from '@encre/picture/png'
import { concatBytes } from '@encre/protocol/bytes'
import { deflate } from './deflate.ts'
import type { LayeredFile } from './layers.ts'
import { type Box, clamp, type Field, type Pixels, type SizeMm } from './pixels.ts'
import { stencilInks } from './sheets.ts'

/** The resolution of PNG and PSD. */
export const dotsPerInch = 300

/** Columns and rows of a size at that resolution. */
export function sizeInDots({ width, height }: SizeMm): [columns: number, rows: number] {
  const dots = (length: number) => Math.max(1, Math.round((length / 25.4) * dotsPerInch))
  return [dots(width), dots(height)]
}

/**
 * Line art as a transparent PNG of 300 dots per inch, which says so (pHYs): it opens at its true
 * size. One ink in 256 strengths, so a byte per dot; edges are placed between pixels. Rows are made
 * as they are compressed: a design of one metre takes little memory.
 */
export function writePng({
  layers,
  colour,
  isMirrored,
  origin,
}: LayeredFile): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = sizeInDots(layers.size)
  const perMetre = Math.round(dotsPerInch / 0.0254)
  const resolution = new Uint8Array(9)
  for (const at of [0, 4]) new DataView(resolution.buffer).setUint32(at, perMetre)
  resolution[8] = 1
  const ink = rgbOf(stencilInks[colour])
  const palette = new Uint8Array(768).map((_, i) => ink[i % 3] ?? 0)
  const alphas = new Uint8Array(256).map((_, i) => i)
  const chunks = [
    ...pngOriginChunks(origin),
    pngChunk('pHYs', resolution),
    pngChunk('PLTE', palette),
    pngChunk('tRNS', alphas),
  ]
  return encodePng({
    width,
    height,
    type: 3,
    chunks,
    rows: mirrorRows(drawLineRows(layers.lines, layers.box, width, height), isMirrored),
  })
}

/** Turns rows round, each after its filter. */
function* mirrorRows(
  rows: Iterable<Uint8Array<ArrayBuffer>>,
  isMirrored: boolean,
): Generator<Uint8Array<ArrayBuffer>> {
  for (const row of rows) {
    if (isMirrored) row.subarray(1).reverse()
    yield row
  }
}

/** The pixels of a box as a PNG. */
export function encodePixels({ data, width }: Pixels, box: Box): Promise<Uint8Array<ArrayBuffer>> {
  const rows = Array.from({ length: box.height }, (_, row) => {
    const from = 4 * ((row + box.y) * width + box.x)
    return concatBytes([
      Uint8Array.of(0),
      Uint8Array.from(data.subarray(from, from + 4 * box.width)),
    ])
  })
  return encodePng({ ...box, type: 6, chunks: [], rows })
}

interface Image {
  width: number
  height: number
  /** PNG's colour type, of eight bits. */
  type: number
  chunks: Uint8Array[]
  rows: Iterable<Uint8Array<ArrayBuffer>>
}

async function encodePng({
  width,
  height,
  type,
  chunks,
  rows,
}: Image): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, width)
  new DataView(header.buffer).setUint32(4, height)
  header.set([8, type], 8)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const dots = pngChunk('IDAT', await deflate(rows))
  return concatBytes([
    signature,
    pngChunk('IHDR', header),
    ...chunks,
    dots,
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Line art in rows of alphas, each after a 0 (a PNG's row without a filter). */
export function* drawLineRows(
  { width, height, data }: Field,
  box: Box,
  columns: number,
  rows: number,
): Generator<Uint8Array<ArrayBuffer>> {
  const stepX = box.width / columns
  const stepY = box.height / rows
  for (let row = 0; row < rows; row++) {
    const out = new Uint8Array(columns + 1)
    const y = Math.min(height - 1.001, Math.max(0, box.y + (row + 0.5) * stepY - 0.5))
    const top = Math.floor(y)
    for (let column = 0; column < columns; column++) {
      const x = Math.min(width - 1.001, Math.max(0, box.x + (column + 0.5) * stepX - 0.5))
      const left = Math.floor(x)
      const at = top * width + left
      const a = data[at] ?? 0
      const b = data[at + 1] ?? 0
      const c = data[at + width] ?? 0
      const d = data[at + width + 1] ?? 0
      const upper = a + (x - left) * (b - a)
      const lower = c + (x - left) * (d - c)
      const value = upper + (y - top) * (lower - upper)
      // The edge fades over one dot, whatever the slope of the field.
      const slopeX = (b - a + (y - top) * (d - c - b + a)) * stepX
      const slope = Math.max(1e-4, Math.sqrt(slopeX * slopeX + ((lower - upper) * stepY) ** 2))
      out[column + 1] = 255 * clamp(0.5 + (value - 0.5) / slope)
    }
    yield out
  }
}
