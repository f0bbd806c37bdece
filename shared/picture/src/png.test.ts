import { expect, test } from 'vitest'
import { crc32, insertPngChunks, pngChunk, pngTextChunk } from './png.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('computes the checksum of the PNG specification', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
  expect(crc32(bytes('IEND'))).toBe(0xae426082)
})

test('frames a chunk with its length, type and checksum', () => {
  const length = [0, 0, 0, 0]
  const checksum = [0xae, 0x42, 0x60, 0x82]
  const chunk = pngChunk('IEND', new Uint8Array())
  expect([...chunk]).toEqual([...length, ...bytes('IEND'), ...checksum])
})

test('inserts chunks right after the header and changes no other byte', () => {
  const png = Uint8Array.from({ length: 60 }, (_, index) => index)
  const text = pngTextChunk('Description', 'été', 'fr')
  const written = insertPngChunks(png, [text])
  expect([...written]).toEqual([...png.subarray(0, 33), ...text, ...png.subarray(33)])
  expect([...insertPngChunks(png.subarray(0, 20), [text])]).toEqual([...png.subarray(0, 20)])
})
