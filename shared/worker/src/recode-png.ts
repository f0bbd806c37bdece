import { crc32, pngChunk } from '@encre/picture/png'
import { concatBytes } from '@encre/protocol/bytes'

/** Above it the pixels of one image would take half of a worker's memory. */
const mostRawBytes = 32 * 1024 * 1024
/** Samples of a pixel by the PNG's type of colour. https://www.w3.org/TR/png-3/#3colourType */
export const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const drawing = ['PLTE', 'tRNS']

/**
 * The PNG with its pixels alone, inflated and deflated again by the runtime: no text, profile or
 * trailing bytes stay. Null if it is damaged. Throws `RangeError` for one that only the Images
 * service reads: interlaced, or larger than a worker can hold.
 */
export async function recodePng(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const png = await readPng(bytes)
  if (!png) return null
  const { chunks, header, raw } = png
  const deflated = await readAll(pipe(raw, new CompressionStream('deflate')))
  return concatBytes([
    bytes.subarray(0, 8),
    pngChunk('IHDR', header),
    ...chunks.filter(({ type }) => drawing.includes(type)).map(({ all }) => all),
    pngChunk('IDAT', deflated),
    pngChunk('IEND', new Uint8Array()),
  ])
}

interface Png {
  chunks: Chunk[]
  /** The content of `IHDR`. */
  header: Uint8Array
  /** Each line begins with the byte of its filter. */
  raw: Uint8Array<ArrayBuffer>
  /** Bytes of a line. */
  line: number
}

/** A PNG with its pixels inflated. Null and `RangeError` as for `recodePng`. */
export async function readPng(bytes: Uint8Array<ArrayBuffer>): Promise<Png | null> {
  const chunks = readChunks(bytes)
  const header = chunks?.find(({ type }) => type === 'IHDR')?.content
  if (!chunks || header?.length !== 13) return null
  const lengths = lengthOfPixels(header)
  if (lengths === null) return null
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content)
  const raw = await inflate(concatBytes(data), lengths.total)
  return raw && hasFilters(raw, lengths.line) ? { chunks, header, raw, line: lengths.line } : null
}

interface Chunk {
  type: string
  content: Uint8Array
  all: Uint8Array
}

/** Up to the end that the file declares. Null if a chunk is cut or its checksum is wrong. */
function readChunks(bytes: Uint8Array): Chunk[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return null
    const type = new TextDecoder('latin1').decode(bytes.subarray(at + 4, at + 8))
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null
    if (type === 'IEND') return chunks
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4), all: bytes.subarray(at, end) })
    at = end
  }
  return null
}

function lengthOfPixels(header: Uint8Array): { line: number; total: number } | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const perPixel = samples[view.getUint8(9)]
  if (perPixel === undefined) return null
  if (view.getUint8(12) !== 0) throw new RangeError('an interlaced PNG')
  const line = 1 + Math.ceil((view.getUint32(0) * view.getUint8(8) * perPixel) / 8)
  const total = line * view.getUint32(4)
  if (total > mostRawBytes) throw new RangeError(`a PNG of ${total} bytes of pixels`)
  return { line, total }
}

/** Null unless the data inflates to exactly so many bytes: it is never read further. */
async function inflate(
  data: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const raw = new Uint8Array(length)
  let at = 0
  try {
    for await (const piece of pipe(data, new DecompressionStream('deflate'))) {
      if (at + piece.length > length) return null
      raw.set(piece, at)
      at += piece.length
    }
  } catch {
    return null
  }
  return at === length ? raw : null
}

function hasFilters(raw: Uint8Array, line: number): boolean {
  for (let at = 0; at < raw.length; at += line) {
    if ((raw[at] ?? 0) > 4) return false
  }
  return true
}

function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform)
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
