import { expect, it } from 'vitest'
import {
  answerLikeOpenAi,
  codeOf,
  designPng,
  eventually,
  generationRequest,
  library,
  libraryCalls,
  member,
  provider,
  readGeneration,
  refuse,
  TestMember,
} from './testing.ts'

it('a variation: is an edit of the parent’s image, without an upload, and the design names its parent', async () => {
  const parentId = await member.saveParent()
  const { id, state, request } = await member.generate({ parentId, parentAsReference: true })
  expect([state, request]).toMatchObject([
    'done',
    { parentId, parentAsReference: true, referenceId: null },
  ])
  const [edit] = provider.calls
  expect(provider.calls).toHaveLength(1)
  expect(edit?.path).toBe('/v1/images/edits')
  expect(edit?.body.prompt).toContain('attached image as a reference')
  const image = Object.values(edit?.body ?? {}).find((value) => value instanceof File)
  expect(image && new Uint8Array(await image.arrayBuffer())).toEqual(designPng)
  const { saved } = await library.inspect()
  expect(saved.find(({ design }) => design.id === id)?.design).toMatchObject({ parentId })
  expect(await member.count('reference_images')).toBe(0)
})

it('a variation: of a deleted design, or of another member’s, is refused as not found and costs nothing', async () => {
  for (const parentId of [crypto.randomUUID(), await new TestMember().saveParent()]) {
    for (const parentAsReference of [true, false]) {
      const response = await member.post(generationRequest({ parentId, parentAsReference }))
      expect(await codeOf(response)).toEqual([404, 'not-found'])
    }
  }
  expect(provider.calls).toEqual([])
  expect(await member.options()).toMatchObject({ quota: { limit: 5, left: 5 } })
})

it('a variation: reads its parent once when it is accepted and once for the run, however many calls it takes', async () => {
  provider.answer = async (body, request) =>
    provider.calls.length <= 2
      ? refuse(
          400,
          'unknown_parameter',
          `Unknown parameter: '${provider.calls.length === 1 ? 'quality' : 'n'}'.`,
        )
      : answerLikeOpenAi(body, request)
  const parentId = await member.saveParent()
  await library.forgetCalls()
  const { id } = await member.start({ parentId, parentAsReference: true, retouch: true })
  await eventually(async () => expect(await libraryCalls()).toContain('saveDesign'))
  expect(provider.calls).toHaveLength(3)
  const calls = await libraryCalls()
  expect(calls.slice(0, calls.indexOf('saveDesign'))).toEqual(['findDesign', 'readImage'])
  await member.waitForEnd(id)
})

it('a variation: answers a known idempotency key as before when the parent is gone since', async () => {
  const key = crypto.randomUUID()
  const request = generationRequest({ parentId: await member.saveParent() })
  const { id } = await readGeneration(await member.post(request, key))
  await member.waitForEnd(id)
  await library.eraseMember(member.id)
  expect([(await member.post(request)).status, (await member.post(request, key)).status]).toEqual([
    404, 200,
  ])
})

it('a variation: waits while the gallery does not answer', async () => {
  const parentId = await member.saveParent()
  await library.goAway(true)
  expect((await member.post(generationRequest({ parentId }))).status).toBe(503)
  expect((await member.call(`/parents/${parentId}`)).status).toBe(503)
})

it('answers what a variation takes over', async () => {
  const id = await member.saveParent()
  expect(await (await member.call(`/parents/${id}`)).json()).toEqual({
    id,
    number: 1,
    imageUrl: expect.stringContaining(id),
    subject: 'Une rose',
    style: 'dotwork',
    size: 'custom',
    sizeDetail: '9 cm',
    placement: 'arm',
    placementDetail: null,
    colors: ['#cc0000'],
  })
})
