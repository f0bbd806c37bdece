import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPictureHeader } from './picture-header.ts'
import { pngChunk } from './png.ts'

function drawPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(''))])
}

function riff(...chunks: [string, Buffer][]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...parts])
}

/** A WebP of 800 by 600 with an odd chunk before its EXIF. */
function drawWebp(exif: string): Buffer {
  const size = Buffer.from('080000001f0300570200', 'hex')
  return riff(['VP8X', size], ['ICCP', Buffer.alloc(3)], ['EXIF', Buffer.from(exif, 'hex')])
}

const bigEndian = '4d4d002a00000008000101120003000000010006000000000000'
const littleEndian = '49492a00080000000100120103000100000003000000' + '00000000'

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

  it.each([{ bytes: '' }, { bytes: 'not a picture' }, { bytes: 'RIFF' }])(
    'says nothing of "$bytes"',
    ({ bytes }) => {
      expect(readPictureHeader(Buffer.from(bytes))).toEqual({ pixels: null, webpOrientation: null })
    },
  )
})
