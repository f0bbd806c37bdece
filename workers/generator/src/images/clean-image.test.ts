import { env, exports } from 'cloudflare:workers'
import { insertPngChunks, pngChunk, pngTextChunk } from '@encre/picture/png'
import { concatBytes } from '@encre/protocol/bytes'
import { describeDecoder, readImageFormat } from '@encre/worker/clean-image'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it, vi } from 'vitest'
import { usedBySite } from '../generations/testing.ts'
import { referenceKey } from '../references/references-store.ts'
import { drawPng, eventually, imageAnswer, library, member, pngOf, provider } from '../testing.ts'
import { decodePixels } from './retouch-image.ts'

const marker = 'MARKER-OF-THE-CAMERA'
const whole = drawPng(300, 256)

async function uploadReference(file: Parameters<typeof member.uploadReference>[0]) {
  const referenceId = await member.uploadReference(file)
  const object = await env.REFERENCES.get(referenceKey(await ownerKey(member.id), referenceId))
  const stored = new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer())
  return { referenceId, stored }
}

/** JPEG segments: `type` is the second byte of the marker. */
function segment(type: number, content: Uint8Array): Uint8Array {
  return concatBytes([
    new Uint8Array([0xff, type, (content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
  ])
}

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )
const text = (value: string) => new TextEncoder().encode(value)

/**
 * EXIF that says "turn right", with the marker as the camera's maker, and a GPS block with the
 * marker as its date.
 */
function exif(): Uint8Array {
  const u16 = (value: number) => [value >> 8, value & 255]
  const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
  const entry = (tag: number, type: number, count: number, value: number) => [
    ...u16(tag),
    ...u16(type),
    ...u32(count),
    ...u32(value),
  ]
  const maker = entry(0x010f, 2, marker.length + 1, 68)
  const turn = entry(0x0112, 3, 1, 6 << 16)
  const gps = entry(0x8825, 4, 1, 50)
  const date = entry(0x001d, 2, marker.length + 1, 68)
  return bytes(
    'Exif\0\0MM',
    u16(42),
    u32(8),
    u16(3),
    maker,
    turn,
    gps,
    u32(0),
    u16(1),
    date,
    u32(0),
    `${marker}\0`,
  )
}

async function jpegWithMarkers(): Promise<Uint8Array<ArrayBuffer>> {
  const encoded = await env.DECODER.input(new Blob([whole]).stream()).output({
    format: 'image/jpeg',
  })
  const jpeg = new Uint8Array(await encoded.response().arrayBuffer())
  const profile = segment(0xe2, text(`ICC_PROFILE\0\x01\x01${marker}`))
  const xmp = segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x>${marker}</x>`))
  const segments = [segment(0xe1, exif()), xmp, profile, segment(0xfe, text(marker))]
  return concatBytes([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), text(marker)])
}

const pngWithMarkers = () =>
  concatBytes([
    insertPngChunks(whole, [
      pngTextChunk('Comment', marker),
      pngTextChunk('XML:com.adobe.xmp', `<x>${marker}</x>`),
    ]),
    text(marker),
  ])

const breakDecoder = () =>
  vi.spyOn(env.DECODER, 'input').mockImplementation(() => {
    throw new Error('the service is down')
  })

const contains = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes).includes(marker)

describe.each([
  {
    file: 'a JPEG with EXIF, GPS, XMP, a profile, a comment and trailing data',
    create: jpegWithMarkers,
    sides: { width: 256, height: 300 },
  },
  {
    file: 'a PNG with text chunks and trailing data',
    create: async () => pngWithMarkers(),
    sides: { width: 300, height: 256 },
  },
])('$file', ({ create, sides }) => {
  it('reaches R2 and the provider upright and without the marker as a reference', async () => {
    const { referenceId, stored } = await uploadReference(await create())
    expect([contains(stored), readImageFormat(stored)]).toEqual([
      false,
      { type: 'image/png', ...sides },
    ])
    await member.generate({ referenceId })
    const sent = Object.values(provider.calls[0]?.body ?? {}).find((value) => value instanceof File)
    expect(sent).toMatchObject({ name: 'reference.png', type: 'image/png' })
    expect(contains(new Uint8Array((await sent?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(false)
  })

  it('reaches the gallery upright and without the marker as a design', async () => {
    provider.answer = async () => imageAnswer(await create())
    const { id, state } = await member.generate()
    expect(state).toBe('done')
    const saved = (await library.inspect()).saved.find(({ design }) => design.id === id)
    const bytes = new Uint8Array(saved?.bytes ?? new ArrayBuffer())
    expect([saved?.type, contains(bytes), readImageFormat(bytes)]).toEqual([
      'image/png',
      false,
      { type: 'image/png', ...sides },
    ])
  })
})

describe('an image of the provider', async () => {
  const corrupt = whole.slice()
  corrupt.fill(0x55, 60, whole.length - 20)

  it.each([
    { fault: 'has corrupt data', bytes: corrupt },
    { fault: 'is lower than 256 pixels', bytes: drawPng(256, 255) },
    { fault: 'is narrower than 256 pixels', bytes: drawPng(255, 256) },
  ])('that $fault is an invalid image and counts for the site only', async ({ bytes }) => {
    const used = await usedBySite()
    provider.answer = async () => imageAnswer(bytes)
    expect(await member.generate()).toMatchObject({
      state: 'failed',
      problem: 'invalid-image',
      counted: false,
      design: null,
    })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used + 1])
  })

  it('waits for the Images service where that does not work', async () => {
    const jpeg = await jpegWithMarkers()
    provider.answer = async () => imageAnswer(jpeg)
    const decode = breakDecoder()
    const ended = member.generate()
    await eventually(async () => expect(decode.mock.calls.length).toBeGreaterThanOrEqual(2))
    decode.mockRestore()
    expect((await ended).state).toBe('done')
    expect(provider.calls).toHaveLength(1)
  })
})

it('costs a place of the forty when a reference does not decode, but not when the Images service is down', async () => {
  const jpeg = await jpegWithMarkers()
  const decode = breakDecoder()
  expect([(await member.upload(jpeg)).status, await member.countPlaces()]).toEqual([503, 0])
  decode.mockRestore()

  await member.takePlaces(38)
  const decodes = vi.spyOn(env.DECODER, 'input')
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) {
    statuses.push((await member.upload(whole.slice(0, 60))).status)
  }
  expect(statuses).toEqual([400, 400, 429, 429])
  // Each broken file is followed by a probe of the service.
  expect(decodes).toHaveBeenCalledTimes(4)
  await exports.default.sweep()
  expect(await member.countPlaces()).toBe(40)
})

describe('without the Images service', () => {
  /** The PNG with one byte of its header changed, and the checksum that fits. */
  const withHeaderByte = (at: number, value: number) => {
    const header = whole.slice(16, 29)
    header[at] = value
    return concatBytes([whole.slice(0, 8), pngChunk('IHDR', header), whole.subarray(33)])
  }

  it('a PNG is cleaned by the worker, with the same pixels', async () => {
    breakDecoder()
    const { stored } = await uploadReference(await pngWithMarkers())
    expect(contains(stored)).toBe(false)
    expect(decodePixels(stored)).toEqual(decodePixels(whole))
    provider.answer = async () => imageAnswer(await pngWithMarkers())
    expect((await member.generate()).state).toBe('done')
  })

  it.each([
    { file: 'is cut', bytes: whole.slice(0, -20) },
    { file: 'has a wrong checksum', bytes: whole.with(60, 0) },
    { file: 'has more pixels than its header says', bytes: withHeaderByte(3, 0) },
    { file: 'has fewer', bytes: withHeaderByte(7, 200) },
  ])('a PNG that $file is refused', async ({ bytes }) => {
    breakDecoder()
    expect((await member.upload(Uint8Array.from(bytes))).status).toBe(400)
  })

  it('what only the service reads waits for it, and the health page says so', async () => {
    const jpeg = await jpegWithMarkers()
    await member.upload(jpeg)
    expect(describeDecoder(env.DECODER)).toEqual(['info: images are decoded by the Images service'])
    breakDecoder()
    expect((await member.upload(jpeg)).status).toBe(503)
    expect((await member.upload(withHeaderByte(12, 1))).status).toBe(503)
    expect(describeDecoder(env.DECODER)).toEqual([
      expect.stringContaining('(Error: the service is down): thumbnails are originals'),
    ])
    expect(describeDecoder(undefined)).toEqual([expect.stringContaining('no Images binding')])
  })
})

const zeros = (count: number) => Array<number>(count).fill(0)
const app0 = [0xff, 0xe0, 0, 4, 0, 0]

it.each([
  { format: 'PNG', image: pngOf(1024, 768), type: 'image/png' },
  {
    format: 'JPEG after another segment',
    image: bytes([0xff, 0xd8], app0, [0xff, 0xc2, 0, 11, 8, 3, 0, 4, 0], zeros(8)),
    type: 'image/jpeg',
  },
  {
    format: 'lossy WebP',
    image: bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [0, 4, 0, 3], zeros(4)),
    type: 'image/webp',
  },
  {
    format: 'lossless WebP',
    image: bytes('RIFF', zeros(4), 'WEBPVP8L', zeros(4), [0x2f, 0xff, 0xc3, 0xbf, 0], zeros(8)),
    type: 'image/webp',
  },
  {
    format: 'extended WebP',
    image: bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [0xff, 3, 0, 0xff, 2, 0], zeros(4)),
    type: 'image/webp',
  },
])('reads a $format', ({ image, type }) => {
  expect(readImageFormat(image)).toEqual({ type, width: 1024, height: 768 })
})

it.each([
  { file: 'a text', image: bytes('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { file: 'a GIF', image: bytes('GIF89a', zeros(30)) },
  { file: 'a WAV in RIFF', image: bytes('RIFF', zeros(4), 'WAVEfmt ', zeros(30)) },
  { file: 'a WebP of another kind', image: bytes('RIFF', zeros(4), 'WEBPVP9 ', zeros(30)) },
  {
    file: 'a PNG without a header chunk',
    image: bytes('\x89PNG\r\n\x1a\n', zeros(4), 'IEND', [0, 0, 0, 9, 0, 0, 0, 9], zeros(30)),
  },
  { file: 'a PNG that is cut off', image: pngOf(10, 10).slice(0, 20) },
  { file: 'a JPEG without a frame', image: bytes([0xff, 0xd8], app0, app0) },
  {
    file: 'a JPEG whose segment leads nowhere',
    image: bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0], zeros(9)),
  },
  { file: 'a side of 4097', image: pngOf(4097, 10) },
  { file: 'no width', image: pngOf(0, 10) },
  { file: 'a pixel flood', image: pngOf(20_000, 20_000) },
])('refuses $file', ({ image }) => {
  expect(readImageFormat(image)).toBeNull()
})
