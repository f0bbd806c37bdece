import { pngChunk } from '@encre/picture/png'
import { concatBytes } from '@encre/protocol/bytes'
import { zlibSync } from 'fflate'
import { expect, it } from 'vitest'
import { hashPixels } from './png-pixels.ts'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A PNG of 2 x 2 pixels. Each line begins with its filter. */
function png(type: number, lines: number[], extra: [string, number[]][] = [], depth = 8) {
  const header = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2, depth, type, 0, 0, 0)
  return concatBytes([
    signature,
    pngChunk('IHDR', header),
    ...extra.map(([name, content]) => pngChunk(name, Uint8Array.from(content))),
    pngChunk('IDAT', zlibSync(Uint8Array.from(lines))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

// Black, white; grey, black.
const greys = png(0, [0, 0, 255, 0, 128, 0])
const written: [string, Uint8Array<ArrayBuffer>][] = [
  ['with text', png(0, [0, 0, 255, 0, 128, 0], [['tEXt', [97, 0, 98]]])],
  ['filtered', png(0, [1, 0, 255, 2, 128, 1])],
  ['filtered by averages', png(0, [3, 0, 255, 4, 128, 1])],
  ['RGB', png(2, [0, 0, 0, 0, 255, 255, 255, 0, 128, 128, 128, 0, 0, 0])],
  ['RGBA', png(6, [0, 0, 0, 0, 255, 255, 255, 255, 255, 0, 128, 128, 128, 255, 0, 0, 0, 255])],
  ['grey with alpha', png(4, [0, 0, 255, 255, 255, 0, 128, 255, 0, 255])],
  ['a palette', png(3, [0, 0, 1, 0, 2, 0], [['PLTE', [0, 0, 0, 255, 255, 255, 128, 128, 128]]])],
]

it.each(written)('the same pixels have the same hash: %s', async (_name, bytes) => {
  expect(await hashPixels(bytes)).toBe(await hashPixels(greys))
})

const transparent: [string, Uint8Array<ArrayBuffer>][] = [
  ['RGBA', png(6, [0, 0, 0, 0, 255, 9, 9, 9, 0, 0, 128, 128, 128, 255, 0, 0, 0, 255])],
  ['a grey that is clear', png(0, [0, 0, 255, 0, 128, 0], [['tRNS', [0, 255]]])],
  [
    'a colour that is clear',
    png(
      2,
      [0, 0, 0, 0, 255, 255, 255, 0, 128, 128, 128, 0, 0, 0],
      [['tRNS', [0, 255, 0, 255, 0, 255]]],
    ),
  ],
  [
    'a palette',
    png(
      3,
      [0, 0, 1, 0, 2, 0],
      [
        ['PLTE', [0, 0, 0, 255, 255, 255, 128, 128, 128]],
        ['tRNS', [255, 0]],
      ],
    ),
  ],
]

it.each(transparent)('what is clear has no colour: %s', async (_name, bytes) => {
  const clear = png(4, [0, 0, 255, 7, 0, 0, 128, 255, 0, 255])
  expect(await hashPixels(bytes)).toBe(await hashPixels(clear))
  expect(await hashPixels(bytes)).not.toBe(await hashPixels(greys))
})

it('another pixel or another shape has another hash', async () => {
  const other = await hashPixels(png(0, [0, 0, 255, 0, 129, 0]))
  expect(other).not.toBe(await hashPixels(greys))
})

it('is null for a damaged PNG, and says which kinds it cannot read', async () => {
  expect(await hashPixels(png(0, [0, 0]))).toBeNull()
  await expect(hashPixels(png(0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [], 16))).rejects.toThrow(
    RangeError,
  )
})
