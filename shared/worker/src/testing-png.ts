import { crc32 } from '@encre/picture/png'
import { expect } from 'vitest'

/** Type and content of each chunk of a PNG, its checksum verified. */
export function readChunks(png: Uint8Array): { type: string; data: Uint8Array }[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at)
    expect(view.getUint32(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)))
    chunks.push({
      type: new TextDecoder().decode(png.subarray(at + 4, at + 8)),
      data: png.slice(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  return chunks
}
