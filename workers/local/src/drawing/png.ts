import type { Picture } from './render.ts'

const signature = 8
const encoder = new TextEncoder()

/** Adds international text chunks right after the header of a PNG, in the order given. */
export function addText(png: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array {
  const header = signature + 12 + 13
  const chunks = Object.entries(texts).map(([keyword, text]) => createChunk('iTXt', encoder.encode(`${keyword}\0\0\0fr\0\0${text}`)))
  return concat([png.subarray(0, header), ...chunks, png.subarray(header)])
}

/** A PNG whose white paper is glass: each pixel keeps the ink that gives its colour on white. */
export async function encodeTransparent({ width, height, pixels }: Picture): Promise<Uint8Array> {
  const rows = new Uint8Array((4 * width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) unmix(pixels, 4 * (y * width + x), rows, y * (4 * width + 1) + 1 + 4 * x)
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 6, 0, 0, 0], 8)
  const start = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return concat([start, createChunk('IHDR', header), createChunk('IDAT', await deflate(rows)), createChunk('IEND', new Uint8Array())])
}

function unmix(from: Uint8Array, at: number, to: Uint8Array, target: number): void {
  const [red = 255, green = 255, blue = 255] = from.subarray(at, at + 3)
  const alpha = 255 - Math.min(red, green, blue)
  if (alpha === 0) return
  for (const [i, channel] of [red, green, blue].entries()) to[target + i] = Math.round(255 - ((255 - channel) * 255) / alpha)
  to[target + 3] = alpha
}

async function deflate(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

function createChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  chunk.set(encoder.encode(type), 4)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, checksum(chunk.subarray(4, 8 + data.length)))
  return chunk
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32, as PNG asks for. */
export function checksum(data: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of data) value = (table[(value ^ byte) & 255] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
