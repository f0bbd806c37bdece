import { concatBytes } from '@encre/protocol/bytes'
import { Zip, ZipPassThrough } from 'fflate'

/** A file to write into a ZIP. */
export interface ZipEntry {
  name: string
  date: Date
  body: Uint8Array | AsyncIterable<Uint8Array>
}

/**
 * Writes a ZIP piece by piece, without compression: images are compressed already. Keeps one piece
 * of one file in memory.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  yield yield* writeZipEntries(entries)
}

/**
 * As `writeZip`, but returns the directory that ends the archive, so that another part can follow.
 * Its offsets count from the first piece.
 */
export async function* writeZipEntries(
  entries: AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array, Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for await (const { name, date, body } of entries) {
    const file = new ZipPassThrough(name)
    file.mtime = date
    zip.add(file)
    for await (const piece of body instanceof Uint8Array ? [body] : body) {
      file.push(piece)
      yield* pieces.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* pieces.splice(0)
  }
  zip.end()
  return concatBytes(pieces)
}
