import { xmpPacket } from '@encre/picture/origin-marks'
import { readChunks } from '@encre/worker/testing-png'
import { expect, it } from 'vitest'
import { writeOrigin } from './designs-files.ts'
import { call, newDesign, png, saveDesign } from './testing.ts'

const made = { model: 'gpt-image-2.5-flare', createdAt: '2026-11-20T10:00:00.000Z' }

const textsOf = (bytes: Uint8Array) =>
  readChunks(bytes)
    .filter(({ type }) => type === 'iTXt')
    .map(({ data }) => new TextDecoder().decode(data).split('\0'))
    .map(([keyword, , , language, , text]) => [keyword, language, text])

it('writes model, date and origin into a PNG', () => {
  expect(textsOf(new Uint8Array(writeOrigin(png, { ...made, origin: 'ai' })))).toEqual([
    ['Software', '', made.model],
    ['Creation Time', '', made.createdAt],
    ['Description', 'fr', 'Image générée par IA'],
    ['XML:com.adobe.xmp', '', xmpPacket('ai')],
  ])
})

it('is in the image that a member downloads', async () => {
  const { imageUrl } = await saveDesign(newDesign('marked', { origin: 'ai' }))
  expect(textsOf(await (await call(imageUrl)).bytes())).toContainEqual([
    'Description',
    'fr',
    'Image générée par IA',
  ])
})
