import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { decodePixels } from '../images/retouch-image.ts'
import {
  callAs,
  codeOf,
  generate,
  generationRequest,
  imageAnswer,
  library,
  maskPng,
  newMember,
  postGeneration,
  provider,
  refuse,
  saveParent,
  upload,
  uploadReference,
} from '../testing.ts'

const retouch = { parentAsReference: true, retouch: true, description: 'Traits plus épais' }
const savedDesign = async (id: string) => (await library.inspect()).saved.find(({ design }) => design.id === id)?.design

describe('a retouch by words', () => {
  it('asks to change the parent’s image and nothing else, and is a variation that keeps its subject', async () => {
    const member = newMember()
    const parentId = await saveParent(member, { origin: 'imported' })
    const { id, state, request } = await generate(member, { ...retouch, parentId })
    expect([state, request]).toMatchObject(['done', { ...retouch, parentId }])
    const [edit] = provider.calls
    expect(edit?.path).toBe('/v1/images/edits')
    expect(edit?.body.prompt).toMatch(
      /^Edit the attached image.* Subject: Une rose\. .*Change: Traits plus épais\. Keep everything else unchanged/,
    )
    expect(edit?.body.prompt).not.toContain('Vivid')
    expect(await savedDesign(id)).toMatchObject({ parentId, subject: 'Une rose · Traits plus épais', origin: 'composed' })
  })

  it('leaves the end of a long subject out, never the words', async () => {
    const member = newMember()
    const parentId = await saveParent(member, { subject: 'a'.repeat(1000) })
    const { id } = await generate(member, { ...retouch, parentId })
    expect((await savedDesign(id))?.subject).toMatch(/^a{980} · Traits plus épais$/)
  })

  it('without the parent’s image is invalid', async () => {
    const request = generationRequest({ ...retouch, parentId: 'design-1', parentAsReference: false })
    expect(await codeOf(await postGeneration(newMember(), request))).toEqual([400, 'invalid-request'])
  })
})

const side = 320
/** An image of pseudo-random pixels. A quarter of them is more or less transparent. */
function noise(seed: number): Uint8Array<ArrayBuffer> {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state >> 16
  }
  const data = new Uint8Array(4 * side * side).map((_, at) => (at % 4 === 3 && next() % 4 > 0 ? 255 : next()))
  return new Uint8Array(encode({ width: side, height: side, data, channels: 4 }))
}

const [original, redrawn] = [noise(1), noise(7)]

/** A mask from the opacity of each pixel: 255 keeps it, 0 changes it. */
function maskOf(opacity: (x: number, y: number) => number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(4 * side * side)
  for (let at = 0; at < side * side; at++) data[4 * at + 3] = opacity(at % side, Math.floor(at / side))
  return new Uint8Array(encode({ width: side, height: side, data, channels: 4 }))
}

/** Saves a design and uploads a mask of it. */
async function saveMasked(member: string, mask: Uint8Array<ArrayBuffer>, image?: Uint8Array<ArrayBuffer>) {
  const parentId = await saveParent(member, {}, image)
  return { ...retouch, parentId, maskId: await uploadReference(member, mask, `/parents/${parentId}/masks`) }
}

async function readPixels(member: string, id: string) {
  return decodePixels(new Uint8Array((await library.readImage(member, id))?.bytes ?? new ArrayBuffer()))
}

/** Retouches with a mask, and answers the pixels before and after. */
async function retouchPart(mask: Uint8Array<ArrayBuffer>, answer: Uint8Array<ArrayBuffer>) {
  const member = newMember()
  provider.answer = async () => imageAnswer(answer)
  const { id, state, counted } = await generate(member, await saveMasked(member, mask, original))
  expect([state, counted]).toEqual(['done', true])
  return { before: decodePixels(original), after: await readPixels(member, id) }
}

describe('a retouch of a part', () => {
  const circle = (x: number, y: number) => Math.hypot(x - 160, y - 160)
  const masks = {
    'a disc': maskOf((x, y) => (circle(x, y) < 90 ? 0 : 255)),
    'a soft edge': maskOf((x, y) => Math.max(0, Math.min(255, (circle(x, y) - 60) * 6))),
    'holes of one pixel': maskOf((x, y) => (x > 40 && (x % 16 !== 0 || y % 16 !== 0) ? 0 : 255)),
    'single pixels': maskOf((x, y) => (x % 16 === 0 && y % 16 === 0 ? 0 : 255)),
    'all but a border': maskOf((x, y) => (x > 0 && y < side - 1 ? 0 : 255)),
  }

  it.each(Object.entries(masks))('keeps every pixel outside %s, of a provider that ignores the mask', async (_, mask) => {
    const { before, after } = await retouchPart(mask, redrawn)
    const [was, is] = [before, after].map(({ data }) => new Uint32Array(Uint8Array.from(data).buffer))
    const changed = decodePixels(mask).data.filter((_, at) => at % 4 === 3 && was?.[at >> 2] !== is?.[at >> 2])
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.filter((opacity) => opacity >= 128)).toHaveLength(0)
  })

  it('fades over eight pixels inside the mask, and shows the new image behind them, scaled to the design', async () => {
    const white = (width: number) =>
      new Uint8Array(encode({ width, height: side, data: new Uint8Array(4 * width * side).fill(255), channels: 4 }))
    const { before, after } = await retouchPart(
      maskOf((x) => (x < 160 ? 255 : 0)),
      white(640),
    )
    const isNew = (x: number) => Array.from({ length: side }, (_, y) => after.data[4 * (y * side + x) + 1] === 255).every(Boolean)
    expect([after.width, after.height, isNew(159), isNew(166), isNew(167), isNew(319)]).toEqual([side, side, false, false, true, true])
    expect(before.data.length).toBe(after.data.length)
  })

  it('sends the mask as a PNG with alpha, and without it to a server that refuses it', async () => {
    const member = newMember()
    const answer = provider.answer
    provider.answer = async (body, request) =>
      'mask' in body ? refuse(400, 'unknown_parameter', "Unknown parameter: 'mask'.") : answer(body, request)
    expect(await generate(member, await saveMasked(member, maskPng(256)))).toMatchObject({ state: 'done' })
    const [first, second] = provider.calls
    expect(first?.body.mask).toBeInstanceOf(File)
    expect([first?.body.size, second?.body.size, second?.body.mask]).toEqual(['256x256', '256x256', undefined])
    expect(await (await callAs(member, '/options')).json()).toMatchObject({ references: true, masks: false, sizes: true })
  })

  it.each([
    ['of all of it', null],
    ['of a part', masks['a disc']],
  ])('of a transparent design, %s, stays transparent, also of a provider that draws on white', async (_, mask) => {
    const member = newMember()
    const disc = (paper: number) => {
      const data = new Uint8Array(4 * side * side)
      for (let at = 0; at < side * side; at++) {
        const isInk = circle(at % side, Math.floor(at / side)) < 50
        data.set(isInk ? [0, 0, 0, 255] : [255, 255, 255, paper], 4 * at)
      }
      return new Uint8Array(encode({ width: side, height: side, data, channels: 4 }))
    }
    provider.answer = async () => imageAnswer(disc(255))
    const masked = mask ? await saveMasked(member, mask, disc(0)) : { ...retouch, parentId: await saveParent(member, {}, disc(0)) }
    const { id, state } = await generate(member, masked)
    expect(state).toBe('done')
    expect(provider.calls[0]?.body).toMatchObject({ background: 'transparent', prompt: expect.stringContaining('transparent background') })
    const { data } = await readPixels(member, id)
    const opacityAt = (x: number) => data[4 * (160 * side + x) + 3]
    expect([0, 80, 105, 160].map(opacityAt)).toEqual([0, 0, 0, 255])
  })

  it('of a design that is deleted during the call ends with its pixels all the same', async () => {
    const member = newMember()
    provider.answer = async () => {
      await library.eraseMember(member)
      return imageAnswer(redrawn)
    }
    const ended = await generate(member, await saveMasked(member, masks['a disc'], original))
    expect(ended).toMatchObject({ state: 'done', design: { subject: 'Une rose · Traits plus épais' } })
  })

  it.each([
    ['of another size', () => maskPng(255), 422, 'mask-size'],
    ['that marks nothing', () => maskOf(() => 255).slice(), 422, 'mask-empty'],
    ['that marks everything', () => maskOf(() => 0).slice(), 422, 'mask-full'],
    ['that is no image', () => Uint8Array.of(1, 2, 3), 400, 'reference-not-an-image'],
  ])('refuses a mask %s, and costs nothing', async (_, mask, status, code) => {
    const member = newMember()
    const parentId = await saveParent(member, {}, original)
    expect(await codeOf(await upload(member, mask(), `/parents/${parentId}/masks`))).toEqual([status, code])
    expect(await (await callAs(member, '/options')).json()).toMatchObject({ quota: { limit: 5, left: 5 } })
  })

  it('refuses another member’s mask', async () => {
    const [owner, member] = [newMember(), newMember()]
    const request = generationRequest({ ...(await saveMasked(owner, maskPng(256))), parentId: await saveParent(member) })
    expect(await codeOf(await postGeneration(member, request))).toEqual([422, 'unknown-reference'])
  })
})
