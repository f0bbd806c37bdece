import { deflateSync } from 'node:zlib'
import { pngChunk } from '@encre/picture/png'
import type { Pixels } from '@encre/stencil/pixels'
import type { Dots } from './measured-png.ts'

/** Height of a picture on the sheet. */
const rowHeight = 700

/** A picture beside its stencil, to be looked at. */
export function drawPair(picture: Pixels, stencil: Dots): Buffer {
  const left = (x: number, y: number) => {
    const at =
      4 *
      (Math.floor((y * picture.height) / rowHeight) * picture.width +
        Math.floor((x * picture.height) / rowHeight))
    return (
      (picture.data[at] ?? 0) * ((picture.data[at + 3] ?? 255) / 255) +
      255 -
      (picture.data[at + 3] ?? 255)
    )
  }
  const leftWidth = Math.floor((picture.width * rowHeight) / picture.height)
  const scale = stencil.height / rowHeight
  const rightWidth = Math.floor(stencil.width / scale)
  const right = (x: number, y: number) => {
    let sum = 0
    let count = 0
    for (let row = Math.floor(y * scale); row < (y + 1) * scale; row++) {
      for (let column = Math.floor(x * scale); column < (x + 1) * scale; column++) {
        sum += stencil.alpha[row * stencil.width + column] ?? 0
        count++
      }
    }
    return 255 * (1 - sum / (count || 1))
  }
  const width = leftWidth + 10 + rightWidth
  const valueAt = (x: number, y: number) => {
    if (x < leftWidth) return left(x, y)
    return x < leftWidth + 10 ? 128 : right(x - leftWidth - 10, y)
  }
  const rows = Buffer.alloc(rowHeight * (width + 1))
  for (let y = 0; y < rowHeight; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + x + 1] = Math.round(valueAt(x, y))
    }
  }
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, width)
  new DataView(header.buffer).setUint32(4, rowHeight)
  header[8] = 8
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const dots = Uint8Array.from(deflateSync(rows))
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', dots),
    pngChunk('IEND', new Uint8Array()),
  ])
}
