import { expect, it } from 'vitest'
import { pngOf } from '../testing.ts'
import { readImageFormat } from './image-format.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part)))
const zeros = (count: number) => Array<number>(count).fill(0)
const app0 = [0xff, 0xe0, 0, 4, 0, 0]

it.each([
  ['PNG', pngOf(1024, 768), 'image/png', 1024, 768],
  ['JPEG after another segment', bytes([0xff, 0xd8], app0, [0xff, 0xc2, 0, 11, 8, 3, 0, 4, 0], zeros(8)), 'image/jpeg', 1024, 768],
  ['lossy WebP', bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [0, 4, 0, 3], zeros(4)), 'image/webp', 1024, 768],
  ['lossless WebP', bytes('RIFF', zeros(4), 'WEBPVP8L', zeros(4), [0x2f, 0xff, 0xc3, 0xbf, 0], zeros(8)), 'image/webp', 1024, 768],
  ['extended WebP', bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [0xff, 3, 0, 0xff, 2, 0], zeros(4)), 'image/webp', 1024, 768],
])('reads a %s', (_, image, type, width, height) => {
  expect(readImageFormat(image)).toEqual({ type, width, height })
})

it.each([
  ['nothing', bytes()],
  ['a text', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF', bytes('GIF89a', zeros(30))],
  ['a PNG that is cut off', pngOf(10, 10).slice(0, 20)],
  ['a JPEG without a frame', bytes([0xff, 0xd8], app0, app0)],
  ['a JPEG whose segment leads nowhere', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0], zeros(9))],
  ['a side of 4097', pngOf(4097, 10)],
  ['no width', pngOf(0, 10)],
  ['a pixel flood', pngOf(20_000, 20_000)],
])('refuses %s', (_, image) => {
  expect(readImageFormat(image)).toBeNull()
})

it('takes 4096 x 4096', () => {
  expect(readImageFormat(pngOf(4096, 4096))).not.toBeNull()
})
