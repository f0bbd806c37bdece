import { describe, expect, it } from 'vitest'
import { readPictureHeader } from './picture-header.ts'
import { pngChunk } from './png.ts'

const ascii = new TextEncoder()

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** A PNG without pixels. */
function drawPng(width: number, height: number): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  return join(fromHex('89504e470d0a1a0a'), pngChunk('IHDR', header))
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, data.length, true)
  return join(ascii.encode(name), size, data, new Uint8Array(data.length % 2))
}

/** A WebP of 800 by 600 with an odd chunk before its EXIF. */
function drawWebp(exif: string): Uint8Array {
  return join(
    ascii.encode('RIFF\0\0\0\0WEBP'),
    chunk('VP8X', fromHex('080000001f0300570200')),
    chunk('ICCP', new Uint8Array(3)),
    chunk('EXIF', fromHex(exif)),
  )
}

const bigEndian = '4d4d002a00000008000101120003000000010006000000000000'
const littleEndian = '49492a0008000000010012010300010000000300000000000000'

describe('the header of a picture', () => {
  it.each([
    { width: 24_000, height: 18_000 },
    { width: 8_660, height: 5_774 },
  ])('has its size, $width by $height, without its pixels', ({ width, height }) => {
    expect(readPictureHeader(drawPng(width, height)).pixels).toBe(width * height)
  })

  it.each([
    { exif: bigEndian, orientation: 6 },
    { exif: littleEndian, orientation: 3 },
    { exif: `457869660000${bigEndian}`, orientation: 6 },
    { exif: '4d4d002a000000ff', orientation: 1 },
    { exif: '', orientation: 1 },
  ])('turns a WebP as its EXIF says: $orientation', ({ exif, orientation }) => {
    expect(readPictureHeader(drawWebp(exif))).toEqual({
      pixels: 800 * 600,
      webpOrientation: orientation,
    })
  })

  it.each(['', 'not a picture', 'RIFF'])('says nothing of "%s"', (text) => {
    const header = { pixels: null, webpOrientation: null }
    expect(readPictureHeader(ascii.encode(text))).toEqual(header)
  })
})
