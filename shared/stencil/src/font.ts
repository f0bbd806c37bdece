import { concatBytes } from '@encre/protocol/bytes'

/** Hanken Grotesk in its weights 400 and 700, as WOFF files. */
export type Fonts = readonly [plain: ArrayBuffer, bold: ArrayBuffer]

const headLength = 44
const entryLength = 20

/** The TrueType file in a WOFF 1.0 (W3C, 2012): its tables, unpacked, after a directory. */
export async function unpackWoff(woff: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(woff)
  const count = view.getUint16(12)
  const tables = await Promise.all(
    Array.from({ length: count }, (_, i) => readTable(view, headLength + entryLength * i)),
  )
  const directory = new DataView(new ArrayBuffer(12 + 16 * count))
  const power = 2 ** Math.floor(Math.log2(count))
  directory.setUint32(0, view.getUint32(4))
  for (const [i, value] of [count, 16 * power, Math.log2(power), 16 * (count - power)].entries())
    directory.setUint16(4 + 2 * i, value)
  let offset = directory.byteLength
  for (const [i, { tag, checksum, bytes, length }] of tables.entries()) {
    for (const [j, value] of [tag, checksum, offset, length].entries())
      directory.setUint32(12 + 16 * i + 4 * j, value)
    offset += bytes.length
  }
  return concatBytes([new Uint8Array(directory.buffer), ...tables.map(({ bytes }) => bytes)])
}

/** A table, padded to a multiple of four bytes. */
async function readTable(view: DataView<ArrayBuffer>, entry: number) {
  const [tag = 0, offset = 0, packed = 0, length = 0, checksum = 0] = [0, 4, 8, 12, 16].map((at) =>
    view.getUint32(entry + at),
  )
  const stream = new Blob([new Uint8Array(view.buffer, offset, packed)]).stream()
  const unpacked = packed < length ? stream.pipeThrough(new DecompressionStream('deflate')) : stream
  const bytes = new Uint8Array(4 * Math.ceil(length / 4))
  bytes.set(new Uint8Array(await new Response(unpacked).arrayBuffer()))
  return { tag, checksum, bytes, length }
}
