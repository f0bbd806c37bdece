import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { decodePixels } from '../images/retouch-image.ts'
import { codeOf, imageAnswer, library, maskPng, member, provider, refuse } from '../testing.ts'

const retouch = { parentAsReference: true, retouch: true, description: 'Traits plus épais' }
const savedDesign = async (id: string) =>
  (await library.inspect()).saved.find(({ design }) => design.id === id)?.design

describe('a retouch by words', () => {
  it('asks to change the parent’s image and nothing else, and is a variation that keeps its subject', async () => {
    const parentId = await member.saveParent({ origin: 'imported' })
    const { id, state, request } = await member.generate({ ...retouch, parentId })
    expect([state, request]).toMatchObject(['done', { ...retouch, parentId }])
    const [edit] = provider.calls
    expect(edit?.path).toBe('/v1/images/edits')
    expect(edit?.body.prompt).toMatch(
      /^Edit the attached image.* Subject: Une rose\. .*Change: Traits plus épais\. Keep everything else unchanged/,
    )
    expect(edit?.body.prompt).not.toContain('Vivid')
    expect(await savedDesign(id)).toMatchObject({
      parentId,
      subject: 'Une rose · Traits plus épais',
      origin: 'composed',
    })
  })

  it('leaves the end of a long subject out, never the words', async () => {
    const parentId = await member.saveParent({ subject: 'a'.repeat(1000) })
    const { id } = await member.generate({ ...retouch, parentId })
    expect((await savedDesign(id))?.subject).toMatch(/^a{980} · Traits plus épais$/)
  })
})

const side = 320
function draw(
  paint: (x: number, y: number) => readonly number[],
  width = side,
): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(4 * width * side)
  for (let at = 0; at < width * side; at++) {
    data.set(paint(at % width, Math.floor(at / width)), 4 * at)
  }
  return new Uint8Array(encode({ width, height: side, data, channels: 4 }))
}

/** An image of pseudo-random pixels. A quarter of them is more or less transparent. */
function noise(seed: number): Uint8Array<ArrayBuffer> {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state >> 16) & 255
  }
  return draw(() => [next(), next(), next(), next() % 4 > 0 ? 255 : next()])
}

const original = noise(1)
const redrawn = noise(7)

/** A mask from the opacity of each pixel: 255 keeps it, 0 changes it. */
const maskOf = (opacity: (x: number, y: number) => number) =>
  draw((x, y) => [0, 0, 0, opacity(x, y)])

async function saveMasked(mask: Uint8Array<ArrayBuffer>, image?: Uint8Array<ArrayBuffer>) {
  const parentId = await member.saveParent({}, image)
  return {
    ...retouch,
    parentId,
    maskId: await member.uploadReference(mask, `/parents/${parentId}/masks`),
  }
}

async function readPixels(id: string) {
  return decodePixels(
    new Uint8Array((await library.readImage(member.id, id))?.bytes ?? new ArrayBuffer()),
  )
}

async function retouchPart(mask: Uint8Array<ArrayBuffer>, answer: Uint8Array<ArrayBuffer>) {
  provider.answer = async () => imageAnswer(answer)
  const { id, state, counted } = await member.generate(await saveMasked(mask, original))
  expect([state, counted]).toEqual(['done', true])
  return { before: decodePixels(original), after: await readPixels(id) }
}

const circle = (x: number, y: number) => Math.hypot(x - 160, y - 160)
const masks = {
  'a disc': maskOf((x, y) => (circle(x, y) < 90 ? 0 : 255)),
  'a soft edge': maskOf((x, y) => Math.max(0, Math.min(255, (circle(x, y) - 60) * 6))),
  'all but a border': maskOf((x, y) => (x > 0 && y < side - 1 ? 0 : 255)),
}

it.each(Object.entries(masks))(
  'a retouch of a part: keeps every pixel outside %s, of a provider that ignores the mask',
  async (_, mask) => {
    const { before, after } = await retouchPart(mask, redrawn)
    const was = new Uint32Array(Uint8Array.from(before.data).buffer)
    const is = new Uint32Array(Uint8Array.from(after.data).buffer)
    const changed = decodePixels(mask).data.filter(
      (_, at) => at % 4 === 3 && was[at >> 2] !== is[at >> 2],
    )
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.filter((opacity) => opacity >= 128)).toHaveLength(0)
  },
)

it('a retouch of a part: fades over eight pixels inside the mask, and shows the new image behind them, scaled to the design', async () => {
  const half = maskOf((x) => (x < 160 ? 255 : 0))
  const white = draw(() => [255, 255, 255, 255], 2 * side)
  const { before, after } = await retouchPart(half, white)
  const isNew = (x: number) =>
    Array.from({ length: side }, (_, y) => after.data[4 * (y * side + x) + 1] === 255).every(
      Boolean,
    )
  expect([after.width, after.height, isNew(159), isNew(166), isNew(167), isNew(319)]).toEqual([
    side,
    side,
    false,
    false,
    true,
    true,
  ])
  expect(before.data.length).toBe(after.data.length)
})

it('a retouch of a part: sends the mask as a PNG with alpha, and without it to a server that refuses it', async () => {
  const answer = provider.answer
  provider.answer = async (body, request) =>
    'mask' in body
      ? refuse(400, 'unknown_parameter', "Unknown parameter: 'mask'.")
      : answer(body, request)
  expect(await member.generate(await saveMasked(maskPng(256)))).toMatchObject({ state: 'done' })
  const [first, second] = provider.calls
  expect(first?.body.mask).toBeInstanceOf(File)
  expect([first?.body.size, second?.body.size, second?.body.mask]).toEqual([
    '256x256',
    '256x256',
    undefined,
  ])
  expect(await member.options()).toMatchObject({ references: true, masks: false, sizes: true })
})

it.each([
  { part: 'all of it', mask: null },
  { part: 'a part', mask: masks['a disc'] },
])(
  'a retouch of $part of a transparent design stays transparent, also of a provider that draws on white',
  async ({ mask }) => {
    const disc = (paper: number) =>
      draw((x, y) => (circle(x, y) < 50 ? [0, 0, 0, 255] : [255, 255, 255, paper]))
    provider.answer = async () => imageAnswer(disc(255))
    const masked = mask
      ? await saveMasked(mask, disc(0))
      : { ...retouch, parentId: await member.saveParent({}, disc(0)) }
    const { id, state } = await member.generate(masked)
    expect(state).toBe('done')
    expect(provider.calls[0]?.body).toMatchObject({
      background: 'transparent',
      prompt: expect.stringContaining('transparent background'),
    })
    const { data } = await readPixels(id)
    const opacityAt = (x: number) => data[4 * (160 * side + x) + 3]
    expect([0, 80, 105, 160].map(opacityAt)).toEqual([0, 0, 0, 255])
  },
)

it('a retouch of a part: of a design that is deleted during the call ends with its pixels all the same', async () => {
  provider.answer = async () => {
    await library.eraseMember(member.id)
    return imageAnswer(redrawn)
  }
  const ended = await member.generate(await saveMasked(masks['a disc'], original))
  expect(ended).toMatchObject({
    state: 'done',
    design: { subject: 'Une rose · Traits plus épais' },
  })
})

it.each([
  { kind: 'of another size', mask: maskPng(255), refused: [422, 'mask-size'] },
  { kind: 'that marks nothing', mask: maskOf(() => 255), refused: [422, 'mask-empty'] },
  { kind: 'that marks everything', mask: maskOf(() => 0), refused: [422, 'mask-full'] },
  {
    kind: 'that is no image',
    mask: Uint8Array.of(1, 2, 3),
    refused: [400, 'reference-not-an-image'],
  },
])('a retouch of a part: refuses a mask $kind, and costs nothing', async ({ mask, refused }) => {
  const parentId = await member.saveParent({}, original)
  expect(await codeOf(await member.upload(mask, `/parents/${parentId}/masks`))).toEqual(refused)
  expect(await member.options()).toMatchObject({ quota: { limit: 5, left: 5 } })
})
