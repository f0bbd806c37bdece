import { concatBytes } from '@encre/protocol/bytes'

// The ends of ZIP files, after APPNOTE.TXT of PKWARE, 4.3.12 to 4.3.16 and 4.5.3. Numbers are
// little-endian.

const endLength = 22
const recordLength = 46
const most16 = 0xffff
const most32 = 0xffff_ffff
/** Readers need version 4.5 for ZIP64. */
const zip64Version = 45

/** The records of a part's directory, for an archive in which the part starts at `base`. */
export function moveRecords(
  directory: Uint8Array,
  base: number,
): { records: Uint8Array<ArrayBuffer>; count: number } {
  const view = viewOf(directory)
  const moved: Uint8Array[] = []
  let at = 0
  while (at < directory.length - endLength) {
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const commentLength = view.getUint16(at + 32, true)
    const length = recordLength + nameLength + extraLength + commentLength
    moved.push(
      ...moveRecord(
        directory.slice(at, at + length),
        recordLength + nameLength,
        base + view.getUint32(at + 42, true),
      ),
    )
    at += length
  }
  return {
    records: concatBytes(moved),
    count: view.getUint16(directory.length - endLength + 10, true),
  }
}

/** `nameEnd` is where the extra fields of the record begin. */
function moveRecord(record: Uint8Array, nameEnd: number, offset: number): Uint8Array[] {
  const view = viewOf(record)
  if (offset < most32) {
    view.setUint32(42, offset, true)
    return [record]
  }
  // The offset does not fit: it stands in an extra field of its own.
  const extra = new Uint8Array(12)
  const extraView = viewOf(extra)
  extraView.setUint16(0, 1, true)
  extraView.setUint16(2, 8, true)
  extraView.setBigUint64(4, BigInt(offset), true)
  view.setUint16(6, zip64Version, true)
  view.setUint16(30, view.getUint16(30, true) + extra.length, true)
  view.setUint32(42, most32, true)
  return [record.subarray(0, nameEnd), extra, record.subarray(nameEnd)]
}

interface Directory {
  count: number
  offset: number
  length: number
}

/** The bytes after the directory of `count` records, with ZIP64 for numbers that do not fit. */
export function endOfArchive({ count, offset, length }: Directory): Uint8Array<ArrayBuffer> {
  const end = new Uint8Array(endLength)
  const view = viewOf(end)
  view.setUint32(0, 0x0605_4b50, true)
  view.setUint16(8, Math.min(count, most16), true)
  view.setUint16(10, Math.min(count, most16), true)
  view.setUint32(12, Math.min(length, most32), true)
  view.setUint32(16, Math.min(offset, most32), true)
  return count < most16 && offset < most32 && length < most32
    ? end
    : concatBytes([zip64End({ count, offset, length }), end])
}

function zip64End({ count, offset, length }: Directory): Uint8Array {
  const end = new Uint8Array(56 + 20)
  const view = viewOf(end)
  view.setUint32(0, 0x0606_4b50, true)
  view.setBigUint64(4, 44n, true)
  view.setUint16(12, zip64Version, true)
  view.setUint16(14, zip64Version, true)
  view.setBigUint64(24, BigInt(count), true)
  view.setBigUint64(32, BigInt(count), true)
  view.setBigUint64(40, BigInt(length), true)
  view.setBigUint64(48, BigInt(offset), true)
  // Where the record above begins.
  view.setUint32(56, 0x0706_4b50, true)
  view.setBigUint64(64, BigInt(offset + length), true)
  view.setUint32(72, 1, true)
  return end
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/**
 * R2 requires parts of one size, at least 5 MiB, except the last. Memory holds one part of an
 * export at a time.
 */
const partBytes = 8 * 1024 * 1024

export class PartWriter {
  readonly #upload: R2MultipartUpload
  readonly #buffer = new Uint8Array(partBytes)
  #filled = 0
  readonly parts: R2UploadedPart[]

  /** Continues after `parts` and the bytes that did not fill one. */
  constructor(upload: R2MultipartUpload, parts: readonly R2UploadedPart[], tail: Uint8Array) {
    this.#upload = upload
    this.parts = [...parts]
    this.#buffer.set(tail)
    this.#filled = tail.length
  }

  get position(): number {
    return this.parts.length * partBytes + this.#filled
  }

  get tail(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#filled)
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + partBytes - this.#filled)
      this.#buffer.set(piece, this.#filled)
      this.#filled += piece.length
      at += piece.length
      if (this.#filled === partBytes) await this.#flush()
    }
  }

  async complete(): Promise<void> {
    if (this.#filled > 0) await this.#flush()
    await this.#upload.complete(this.parts)
  }

  /** A repeated step uploads its part again, which replaces the first upload. */
  async #flush(): Promise<void> {
    this.parts.push(await this.#upload.uploadPart(this.parts.length + 1, this.tail))
    this.#filled = 0
  }
}
