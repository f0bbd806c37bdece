import { env } from 'cloudflare:workers'
import { mostDesigns } from '@encre/gallery-worker/contract'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { describe, expect, it } from 'vitest'
import { GenerationList } from '../contract.ts'
import { recordMissingCapability } from '../providers/models-store.ts'
import {
  answerLikeOpenAi,
  codeOf,
  deleteModels,
  designPng,
  drawPng,
  generationRequest,
  imageAnswer,
  library,
  libraryCalls,
  member,
  provider,
  readGeneration,
  refuse,
} from '../testing.ts'
import { listRecentGenerations } from './generations-store.ts'
import { insertGenerations } from './testing.ts'

it('a generation: becomes a design of the gallery, with the full prompt and the member’s description', async () => {
  const response = await member.post(generationRequest({ description: ' Un loup\nhurlant ' }))
  expect(response.status).toBe(202)
  const accepted = await readGeneration(response)
  expect(response.headers.get('location')).toBe(`/api/generator/generations/${accepted.id}`)
  expect(accepted).toMatchObject({ state: 'queued', design: null, seed: null, problem: null })

  const ended = await member.waitForEnd(accepted.id)
  expect(ended.state).toBe('done')
  expect(ended.design).toMatchObject({
    id: accepted.id,
    userId: member.id,
    subject: 'Un loup hurlant',
    model: 'gpt-image-2.5-flare',
    origin: 'ai',
  })
  expect(ended.design?.prompt).toContain(
    'Create a traditionnel tattoo design. Subject: Un loup hurlant.',
  )
  expect(ended.seed).toBe(ended.design?.imageUrl)
})

it('a generation: is accepted without a call to the gallery', async () => {
  await member.startHanging()
  expect(await libraryCalls()).toEqual([])
})

it('a generation: is refused without a call when the library is full, and starts when the gallery cannot say', async () => {
  await library.addDesigns(member.id, mostDesigns - 1)
  await member.generate()
  provider.calls = []
  expect(await codeOf(await member.post())).toEqual([409, 'library-full'])
  expect(provider.calls).toEqual([])
  await library.goAway(true)
  const { id } = await readGeneration(await member.post())
  await library.goAway(false)
  expect((await member.waitForEnd(id)).state).toBe('done')
})

it('a generation: starts again once designs of a full library are deleted', async () => {
  await library.addDesigns(member.id, mostDesigns - 1)
  await member.generate()
  expect((await member.post()).status).toBe(409)
  await library.addDesigns(member.id, -1)
  expect((await member.generate()).state).toBe('done')
})

it('a generation: calls dall-e-3 with the specification’s exact body, then GPT Image without style', async () => {
  await deleteModels()
  await member.generate()
  const [first, second] = provider.calls
  expect(first?.path).toBe('/v1/images/generations')
  expect(first?.body).toEqual({
    model: 'dall-e-3',
    prompt: expect.stringContaining('Un loup hurlant'),
    n: 1,
    size: '1024x1024',
    quality: 'standard',
    style: 'vivid',
  })
  expect(second?.body).toMatchObject({
    model: 'gpt-image-2.5-flare',
    quality: 'medium',
    safety_identifier: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(second?.body).not.toHaveProperty('style')
  expect(second?.body).not.toHaveProperty('response_format')
})

it.each([
  { format: 'portrait', size: '1024x1536', words: 'upright' },
  { format: 'landscape', size: '1536x1024', words: 'wide' },
  { format: 'band', size: '768x2304', words: 'tall and narrow' },
])(
  'a generation: asks for a $format of $size, first from a model whose name suggests that it takes any size',
  async ({ format, size, words }) => {
    await deleteModels()
    const [width = 0, height = 0] = size.split('x').map((side) => Math.ceil(Number(side) / 3))
    provider.answer = async () => imageAnswer(drawPng(width, height))
    expect(await member.generate({ format })).toMatchObject({
      request: { format },
      design: { format },
    })
    expect(provider.calls.map(({ body }) => [body.model, body.size])).toEqual([
      ['gpt-image-2.5-flare', size],
    ])
    expect(provider.calls[0]?.body.prompt).toContain(`Composition: ${words}`)
  },
)

it.each([
  {
    wish: 'a format',
    request: { format: 'portrait' },
    lacks: [{ model: 'gpt-image-2.5-flare', capability: 'size' }],
  },
  {
    wish: 'a transparent background rather than a format',
    request: { transparent: true, format: 'portrait' },
    lacks: [
      { model: 'gpt-image-2.5-flare', capability: 'background' },
      { model: 'dall-e-3', capability: 'size' },
    ],
  },
] as const)(
  'a generation: asks a model that takes $wish before one whose name suggests it and that refused it',
  async ({ request, lacks }) => {
    await deleteModels()
    for (const { model, capability } of lacks) {
      await recordMissingCapability(env, model, capability)
    }
    provider.answer = async () => imageAnswer(designPng)
    expect(await member.generate(request)).toMatchObject({ design: { model: 'dall-e-3' } })
  },
)

it.each([
  {
    does: 'tells how a provider understood the idea',
    revise: () => ' A bold\n wolf ',
    revisedPrompt: 'A bold wolf',
  },
  {
    does: 'shortens a long revised prompt to 300 characters',
    revise: () => 'é'.repeat(301),
    revisedPrompt: `${'é'.repeat(297)}...`,
  },
  {
    does: 'leaves out a revised prompt that repeats the prompt',
    revise: (prompt: string) => prompt,
    revisedPrompt: null,
  },
  {
    does: 'says nothing about a provider that says nothing',
    revise: () => undefined,
    revisedPrompt: null,
  },
])('$does', async ({ revise, revisedPrompt }) => {
  provider.answer = async (body) =>
    Response.json({
      data: [{ b64_json: designPng.toBase64(), revised_prompt: revise(String(body.prompt)) }],
    })
  expect(await member.generate()).toMatchObject({ state: 'done', revisedPrompt })
})

describe('a transparent background', () => {
  const received = () =>
    provider.calls
      .filter(({ path }) => path.startsWith('/v1/images'))
      .map(({ body }) => `${body.model} ${body.background}`)

  it('is requested from the models that offer it first', async () => {
    await deleteModels()
    provider.answer = async () => imageAnswer(designPng)
    const ended = await member.generate({ transparent: true })
    expect(ended).toMatchObject({
      state: 'done',
      transparent: true,
      request: { transparent: true },
    })
    expect(received()).toEqual(['gpt-image-2.5-flare transparent'])
    expect(ended.design?.prompt).toContain('isolated on a transparent background')
  })

  it('is replaced by white paper when the endpoint refuses it', async () => {
    await deleteModels()
    provider.answer = async (body, request) =>
      body.background
        ? refuse(400, 'invalid_value', "Invalid value for 'background'.")
        : answerLikeOpenAi(body, request)
    const ended = await member.generate({ transparent: true })
    expect(ended).toMatchObject({
      state: 'done',
      transparent: false,
      design: { model: 'gpt-image-2.5-flare' },
    })
    expect(ended.design?.prompt).toContain('isolated on a plain white background')
    expect(received()).toEqual([
      'gpt-image-2.5-flare transparent',
      'dall-e-3 transparent',
      'gpt-image-2.5-flare undefined',
    ])
    expect(await member.options()).toMatchObject({ transparent: false, references: true })
  })

  it('is the same request when it is false and when it is missing', async () => {
    const key = crypto.randomUUID()
    const { id } = await readGeneration(await member.post(generationRequest(), key))
    expect(
      await readGeneration(await member.post(generationRequest({ transparent: false }), key)),
    ).toMatchObject({ id })
    expect((await member.post(generationRequest({ transparent: true }), key)).status).toBe(422)
    await member.waitForEnd(id)
  })
})

describe('a refusal', () => {
  it('names the reason, without a row and without a call', async () => {
    const request = generationRequest({ style: 'tribal' })
    expect(await codeOf(await member.post(request))).toEqual([400, 'invalid-style'])
    expect(await member.count('generations')).toBe(0)
    expect(provider.calls).toEqual([])
  })

  it('requires a UUID as idempotency key', async () => {
    expect(await codeOf(await member.post(undefined, null))).toEqual([
      400,
      'missing-idempotency-key',
    ])
    expect(await codeOf(await member.post(undefined, 'again'))).toEqual([
      400,
      'invalid-idempotency-key',
    ])
  })
})

describe('an idempotency key', () => {
  it('creates one generation from twenty requests, ten of them concurrent', async () => {
    const key = crypto.randomUUID()
    const post = () => member.post(generationRequest(), key)
    const atOnce = await Promise.all(Array.from({ length: 10 }, post))
    const [first] = await Promise.all(atOnce.map(readGeneration))
    await member.waitForEnd(first?.id ?? '')
    for (let request = 0; request < 10; request++) {
      const response = await post()
      expect(response.status).toBe(200)
      expect(await readGeneration(response)).toMatchObject({
        id: first?.id,
        state: 'done',
        design: { id: first?.id },
      })
    }
    expect(atOnce.map(({ status }) => status)).toEqual(Array(10).fill(202))
    expect(provider.calls).toHaveLength(1)
    expect(
      (await library.inspect()).saved.filter(({ design }) => design.userId === member.id),
    ).toHaveLength(1)
  })

  it('answers the same generation for reordered fields, and 422 for another request', async () => {
    const key = crypto.randomUUID()
    const { id } = await readGeneration(await member.post(generationRequest(), key))
    const reordered = Object.fromEntries(Object.entries(generationRequest()).reverse())
    expect(await readGeneration(await member.post(reordered, key.toUpperCase()))).toMatchObject({
      id,
    })
    expect(await codeOf(await member.post(generationRequest({ style: 'dotwork' }), key))).toEqual([
      422,
      'failed-precondition',
    ])
    await member.waitForEnd(id)
  })
})

async function list() {
  return GenerationList.parse(await (await member.call('/generations')).json()).generations
}

it('reads no generation that was accepted too long ago to be running', async () => {
  await insertGenerations(
    member.id,
    Array(30).fill('done'),
    (index) => Date.now() - 1.5 * index * 24 * 60 * 60 * 1000,
  )
  const { db, rowsRead } = countRowsRead(env.DB)
  expect(await listRecentGenerations(db, member.id)).toHaveLength(1)
  expect(rowsRead()).toBeLessThanOrEqual(4)
})

it('lists running generations while the gallery is unavailable, and does not answer finished ones', async () => {
  const { id } = await member.generate()
  await library.goAway(true)
  expect(await codeOf(await member.call(`/generations/${id}`))).toEqual([503, 'unavailable'])
  const running = await readGeneration(await member.post())
  expect(await list()).toMatchObject([{ id: running.id }, { id, state: 'done', design: null }])
  await library.goAway(false)
  await member.waitForEnd(running.id)
})

it('lists ended generations with one call to the gallery, however many there are', async () => {
  for (let count = 0; count < 4; count++) {
    await member.generate()
  }
  await library.forgetCalls()
  const generations = await list()
  expect(generations.map(({ state, design }) => [state, design?.imageUrl])).toEqual(
    generations.map(({ id }) => ['done', `https://encre.test/api/gallery/images/${id}`]),
  )
  expect([generations.length, await libraryCalls()]).toEqual([4, ['findDesigns']])
})
