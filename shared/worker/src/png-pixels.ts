import { readPng, samples } from './recode-png.ts'

const types = { grey: 0, rgb: 2, palette: 3, greyAlpha: 4, rgba: 6 }

/**
 * SHA-256 of a PNG's size and pixels, the same for every way to write them. Null for a damaged PNG.
 * Throws `RangeError` for one with other samples than 8 bits, and as `recodePng` does.
 */
export async function hashPixels(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const png = await readPng(bytes)
  if (!png) return null
  const { chunks, header, raw, line } = png
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const type = view.getUint8(9)
  if (view.getUint8(8) !== 8) throw new RangeError('a PNG with other samples than 8 bits')
  const contentOf = (name: string) => chunks.find((chunk) => chunk.type === name)?.content
  const toPixel = pixelReader(type, contentOf('PLTE'), contentOf('tRNS'))
  const width = view.getUint32(0)
  const step = samples[type] ?? 1
  const pixels = new Uint8Array(width * 4)
  const digest = new crypto.DigestStream('SHA-256')
  const writer = digest.getWriter()
  await writer.write(header.subarray(0, 8))
  let before = new Uint8Array(line - 1)
  for (let at = 0; at < raw.length; at += line) {
    const row = raw.subarray(at + 1, at + line)
    unfilter(raw[at] ?? 0, row, before, step)
    for (let column = 0; column < width; column++) {
      pixels.set(toPixel(row, column * step), column * 4)
    }
    await writer.write(pixels.slice())
    before = row
  }
  await writer.close()
  return new Uint8Array(await digest.digest).toHex()
}

type Pixel = [red: number, green: number, blue: number, alpha: number]

/** What cannot be seen has no colour: a browser forgets it. */
function pixelOf(red: number, green: number, blue: number, alpha: number): Pixel {
  return alpha === 0 ? [0, 0, 0, 0] : [red, green, blue, alpha]
}

function pixelReader(
  type: number,
  palette: Uint8Array | undefined,
  alphas: Uint8Array | undefined,
) {
  const byte = (bytes: Uint8Array | undefined, at: number) => bytes?.[at] ?? 0
  const readers: Record<number, (row: Uint8Array, at: number) => Pixel> = {
    [types.grey]: (row, at) => {
      const grey = byte(row, at)
      return pixelOf(grey, grey, grey, alphas && byte(alphas, 1) === grey ? 0 : 255)
    },
    [types.rgb]: (row, at) => {
      const isClear =
        alphas && [0, 1, 2].every((n) => byte(alphas, n * 2 + 1) === byte(row, at + n))
      return pixelOf(byte(row, at), byte(row, at + 1), byte(row, at + 2), isClear ? 0 : 255)
    },
    [types.palette]: (row, at) => {
      const index = byte(row, at)
      const colour = index * 3
      const alpha = alphas?.[index] ?? 255
      const [red, green, blue] = [0, 1, 2].map((n) => byte(palette, colour + n))
      return pixelOf(red ?? 0, green ?? 0, blue ?? 0, alpha)
    },
    [types.greyAlpha]: (row, at) => {
      const grey = byte(row, at)
      return pixelOf(grey, grey, grey, byte(row, at + 1))
    },
    [types.rgba]: (row, at) =>
      pixelOf(byte(row, at), byte(row, at + 1), byte(row, at + 2), byte(row, at + 3)),
  }
  const read = readers[type]
  if (!read) throw new RangeError(`a PNG of type ${type}`)
  return read
}

/** Undoes the filter of a line in its place. https://www.w3.org/TR/png-3/#9Filter-types */
function unfilter(filter: number, row: Uint8Array, before: Uint8Array, step: number): void {
  if (filter === 0) return
  for (let at = 0; at < row.length; at++) {
    const left = at < step ? 0 : (row[at - step] ?? 0)
    const up = before[at] ?? 0
    const corner = at < step ? 0 : (before[at - step] ?? 0)
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    row[at] = (row[at] ?? 0) + predicted
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
