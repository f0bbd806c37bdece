import { concatBytes } from '@encre/protocol/bytes'
import { originLine } from '@encre/protocol/origin'
import { xmpPacket } from './origin-marks.ts'

/** Bytes of a PNG's signature. */
const signatureLength = 8
/** Bytes of a chunk without its content: length, type, checksum. */
const frameLength = 12
const headerContentLength = 13

/** One chunk of a PNG file. `type` has four letters, for example `IDAT`. */
export function pngChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(frameLength + content.length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length)
  chunk.set(new TextEncoder().encode(type), 4)
  chunk.set(content, 8)
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)))
  return chunk
}

/**
 * An uncompressed international text chunk. `language` is a BCP 47 tag, or empty for text that is
 * for programs.
 */
export function pngTextChunk(
  keyword: string,
  text: string,
  language = '',
): Uint8Array<ArrayBuffer> {
  return pngChunk('iTXt', new TextEncoder().encode(`${keyword}\0\0\0${language}\0\0${text}`))
}

/**
 * The chunks with which a PNG says where it comes from, to people and to machines. None for an
 * unknown origin.
 */
export function pngOriginChunks(origin: string): Uint8Array<ArrayBuffer>[] {
  const line = originLine(origin)
  if (line === null) return []
  return [
    pngTextChunk('Description', line, 'fr'),
    pngTextChunk('XML:com.adobe.xmp', xmpPacket(origin)),
  ]
}

/**
 * The same PNG with these chunks after its header chunk, in the order given. A file too short for a
 * header stays as it is.
 */
export function insertPngChunks(
  png: Uint8Array,
  chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const headerEnd = signatureLength + frameLength + headerContentLength
  if (png.length < headerEnd) return concatBytes([png])
  return concatBytes([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)])
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (value & 1) === 1
    value = isOdd ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  }
  return value
})

/** The checksum of a PNG chunk, over its type and its content. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    const remainder = remainders[(value ^ byte) & 255] ?? 0
    value = remainder ^ (value >>> 8)
  }
  return (value ^ 0xffffffff) >>> 0
}
