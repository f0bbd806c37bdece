import { env } from 'cloudflare:workers'
import { encode } from 'fast-png'
import { beforeEach, describe, expect, it } from 'vitest'
import { decodePixels } from '../images/retouch-image.ts'
import { recordMissingCapability } from '../providers/models-store.ts'
import {
  callAs,
  generationRequest,
  library,
  maskPng,
  newMember,
  postGeneration,
  provider,
  refuse,
  saveParent,
  startGeneration,
  waitForEnd,
} from '../testing.ts'

beforeEach(() => recordMissingCapability(env, 'dall-e-3', 'model'))

const retouch = { parentAsReference: true, retouch: true, description: 'Traits plus épais' }
const savedDesign = async (id: string) => (await library.inspect()).saved.find(({ design }) => design.id === id)?.design

describe('a retouch by words', () => {
  it('asks to change the parent’s image and nothing else, and is a variation that keeps its subject', async () => {
    const member = newMember()
    const parentId = await saveParent(member, { origin: 'imported' })
    const { id } = await startGeneration(member, { ...retouch, parentId })
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done', request: { ...retouch, parentId } })
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
    const { id } = await startGeneration(member, { ...retouch, parentId })
    await waitForEnd(member, id)
    expect((await savedDesign(id))?.subject).toMatch(/^a{980} · Traits plus épais$/)
  })

  it('without the parent’s image is invalid', async () => {
    const response = await postGeneration(newMember(), generationRequest({ ...retouch, parentId: 'design-1', parentAsReference: false }))
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-request' }])
  })
})

const side = 320
/** An image of pseudo-random pixels. A quarter of them is more or less transparent. */
function noise(seed: number, width = side): Uint8Array<ArrayBuffer> {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state >> 16
  }
  const data = new Uint8Array(4 * width * side).map((_, at) => (at % 4 === 3 && next() % 4 > 0 ? 255 : next()))
  return new Uint8Array(encode({ width, height: side, data, channels: 4 }))
}

/** A mask from the opacity of each pixel: 255 keeps it, 0 changes it. */
function maskOf(opacity: (x: number, y: number) => number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(4 * side * side)
  for (let at = 0; at < side * side; at++) data[4 * at + 3] = opacity(at % side, Math.floor(at / side))
  return new Uint8Array(encode({ width: side, height: side, data, channels: 4 }))
}

const upload = (member: string, parentId: string, body: Uint8Array<ArrayBuffer>) =>
  callAs(member, `/parents/${parentId}/masks`, { method: 'POST', body })

/** Retouches with a mask, and answers the pixels before and after. */
async function retouchPart(mask: Uint8Array<ArrayBuffer>, answer: Uint8Array<ArrayBuffer>) {
  const member = newMember()
  const before = noise(1)
  const parentId = await saveParent(member, {}, before)
  const { id: maskId } = await (await upload(member, parentId, mask)).json<{ id: string }>()
  provider.answer = async () => Response.json({ data: [{ b64_json: answer.toBase64() }] })
  const { id } = await startGeneration(member, { ...retouch, parentId, maskId })
  expect(await waitForEnd(member, id)).toMatchObject({ state: 'done', counted: true })
  const image = await library.readImage(member, id)
  return { before: decodePixels(before), after: decodePixels(new Uint8Array(image?.bytes ?? new ArrayBuffer())) }
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
    const { before, after } = await retouchPart(mask, noise(7))
    const kept = decodePixels(mask).data.filter((_, at) => at % 4 === 3)
    const isChanged = (at: number) => [0, 1, 2, 3].some((channel) => before.data[4 * at + channel] !== after.data[4 * at + channel])
    let [outside, inside] = [0, 0]
    for (const [at, opacity] of kept.entries()) {
      if (!isChanged(at)) continue
      if (opacity < 128) inside += 1
      else outside += 1
    }
    expect(outside).toBe(0)
    expect(inside).toBeGreaterThan(0)
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
    const parentId = await saveParent(member)
    const { id: maskId } = await (await upload(member, parentId, maskPng(256))).json<{ id: string }>()
    const answer = provider.answer
    provider.answer = async (body, request) =>
      'mask' in body ? refuse(400, 'unknown_parameter', "Unknown parameter: 'mask'.") : answer(body, request)
    const { id } = await startGeneration(member, { ...retouch, parentId, maskId })
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done' })
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
    const parentId = await saveParent(member, {}, disc(0))
    const { id: maskId } = mask ? await (await upload(member, parentId, mask)).json<{ id: string }>() : { id: null }
    provider.answer = async () => Response.json({ data: [{ b64_json: disc(255).toBase64() }] })
    const { id } = await startGeneration(member, { ...retouch, parentId, maskId })
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done' })
    expect(provider.calls[0]?.body).toMatchObject({ background: 'transparent', prompt: expect.stringContaining('transparent background') })
    const { data } = decodePixels(new Uint8Array((await library.readImage(member, id))?.bytes ?? new ArrayBuffer()))
    const opacityAt = (x: number) => data[4 * (160 * side + x) + 3]
    expect([0, 80, 105, 160].map(opacityAt)).toEqual([0, 0, 0, 255])
  })

  it('of a design that is deleted during the call ends with its pixels all the same', async () => {
    const member = newMember()
    const parentId = await saveParent(member, {}, noise(1))
    const { id: maskId } = await (await upload(member, parentId, masks['a disc'])).json<{ id: string }>()
    provider.answer = async () => {
      await library.eraseMember(member)
      return Response.json({ data: [{ b64_json: noise(7).toBase64() }] })
    }
    const { id } = await startGeneration(member, { ...retouch, parentId, maskId })
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done', design: { subject: 'Une rose · Traits plus épais' } })
  })

  it.each([
    ['of another size', () => maskPng(255), 422, 'mask-size'],
    ['that marks nothing', () => maskOf(() => 255).slice(), 422, 'mask-empty'],
    ['that marks everything', () => maskOf(() => 0).slice(), 422, 'mask-full'],
    ['that is no image', () => Uint8Array.of(1, 2, 3), 400, 'reference-not-an-image'],
  ])('refuses a mask %s, and costs nothing', async (_, mask, status, code) => {
    const member = newMember()
    const response = await upload(member, await saveParent(member, {}, noise(1)), mask())
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
    expect(await (await callAs(member, '/options')).json()).toMatchObject({ quota: { limit: 5, left: 5 } })
  })

  it('refuses another member’s mask', async () => {
    const [owner, member] = [newMember(), newMember()]
    const { id: maskId } = await (await upload(owner, await saveParent(owner), maskPng(256))).json<{ id: string }>()
    const response = await postGeneration(member, generationRequest({ ...retouch, parentId: await saveParent(member), maskId }))
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'unknown-reference' }])
  })
})
