/** R2 requires parts of one size, at least 5 MiB, except the last. Memory holds one part of an export at a time. */
const partBytes = 8 * 1024 * 1024

/** Splits bytes into the parts of a multipart upload. */
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

  /** Bytes of the whole file so far. */
  get position(): number {
    return this.parts.length * partBytes + this.#filled
  }

  /** The bytes that do not fill a part yet. */
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

  /** Uploads what is left and ends the upload. */
  async complete(): Promise<void> {
    if (this.#filled > 0) await this.#flush()
    await this.#upload.complete(this.parts)
  }

  /** A part that is uploaded again, after a step was repeated, replaces the one before. */
  async #flush(): Promise<void> {
    this.parts.push(await this.#upload.uploadPart(this.parts.length + 1, this.tail))
    this.#filled = 0
  }
}
