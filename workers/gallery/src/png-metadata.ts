import type { NewDesign } from './contract.ts'

/** What people and what machines read of an origin; the second are IPTC's digital source types. */
const origins = new Map([
  ['ai', { sentence: 'Image générée par IA', sourceType: 'trainedAlgorithmicMedia' }],
  ['drawn', { sentence: 'Aperçu local, dessiné sans IA', sourceType: 'algorithmicMedia' }],
])

// Signature, then the header chunk: length, type, 13 bytes, checksum. Text may stand right after it.
const headerEnd = 8 + 4 + 4 + 13 + 4

/** The same PNG with where it comes from written into it; the picture's own bytes stay as they are. */
export function writeProvenance(
  png: ArrayBuffer,
  { model, createdAt, origin }: Pick<NewDesign, 'model' | 'createdAt' | 'origin'>,
): ArrayBuffer {
  if (png.byteLength < headerEnd) return png
  const known = origins.get(origin)
  const chunks = [
    textChunk('Software', model),
    textChunk('Creation Time', createdAt),
    ...(known ? [textChunk('Description', known.sentence, 'fr'), textChunk('XML:com.adobe.xmp', xmpOf(known.sourceType))] : []),
  ]
  const parts = [new Uint8Array(png, 0, headerEnd), ...chunks, new Uint8Array(png, headerEnd)]
  const written = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    written.set(part, offset)
    offset += part.length
  }
  return written.buffer
}

function xmpOf(sourceType: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}"/></rdf:RDF></x:xmpmeta>`
}

/** An uncompressed iTXt chunk: keyword, two zero flags, language, no translated keyword, UTF-8 text. */
function textChunk(keyword: string, text: string, language = ''): Uint8Array {
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0${language}\0\0${text}`)
  const chunk = new Uint8Array(4 + content.length + 4)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length - 4)
  chunk.set(content, 4)
  view.setUint32(4 + content.length, crc32(content))
  return chunk
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
