import { env } from 'cloudflare:workers'
import { xmpPacket } from '@encre/protocol/origin-marks'
import { expect, it } from 'vitest'
import { writeProvenance } from './designs-files.ts'
import { call, newDesign, png, saveDesign } from './testing.ts'

const made = { model: 'gpt-image-2.5-flare', createdAt: '2026-11-20T10:00:00.000Z' }

/** The chunks of a PNG in their order. */
function readChunks(bytes: Uint8Array): { type: string; data: Uint8Array }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: { type: string; data: Uint8Array }[] = []
  for (let offset = 8; offset < bytes.length; offset += 12 + view.getUint32(offset)) {
    const type = new TextDecoder().decode(bytes.subarray(offset + 4, offset + 8))
    chunks.push({ type, data: bytes.slice(offset + 8, offset + 8 + view.getUint32(offset)) })
  }
  return chunks
}

const textsOf = (bytes: Uint8Array) =>
  readChunks(bytes)
    .filter(({ type }) => type === 'iTXt')
    .map(({ data }) => new TextDecoder().decode(data).split('\0'))
    .map(([keyword, , , language, , text]) => [keyword, language, text])

it('writes model, date and origin into a PNG', () => {
  expect(textsOf(new Uint8Array(writeProvenance(png, { ...made, origin: 'ai' })))).toEqual([
    ['Software', '', made.model],
    ['Creation Time', '', made.createdAt],
    ['Description', 'fr', 'Image générée par IA'],
    ['XML:com.adobe.xmp', '', xmpPacket('ai')],
  ])
})

it('claims nothing about an origin that it does not know', () => {
  const texts = textsOf(new Uint8Array(writeProvenance(png, { ...made, origin: 'scanned' })))
  expect(texts.map(([keyword]) => keyword)).toEqual(['Software', 'Creation Time'])
})

it("keeps the picture's own chunks as they are, with a checksum that a decoder accepts", async () => {
  const written = new Uint8Array(writeProvenance(png, { ...made, origin: 'ai' }))
  const own = (bytes: Uint8Array) => readChunks(bytes).filter(({ type }) => type !== 'iTXt')
  expect(own(written)).toEqual(own(new Uint8Array(png)))
  expect(await env.RESIZER.info(new Blob([written]).stream())).toMatchObject({ format: 'image/png', width: 1, height: 1 })
  // zlib's crc32 of the first text chunk, which stands right after the header.
  const length = new DataView(written.buffer).getUint32(33)
  expect(written.slice(41 + length, 45 + length).toHex()).toBe('4aadcaed')
})

it('is in the image that a member downloads', async () => {
  const { imageUrl } = await saveDesign(newDesign('provenance', { origin: 'ai' }))
  expect(textsOf(await (await call(imageUrl)).bytes())).toContainEqual(['Description', 'fr', 'Image générée par IA'])
})
