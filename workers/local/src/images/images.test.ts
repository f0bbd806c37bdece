import { readChunks } from '@encre/worker/testing-png'
import OpenAI, { toFile } from 'openai'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetRepeats, repeatWindowMs } from './draw-image.ts'
import { images } from './images.ts'

beforeEach(forgetRepeats)

const origin = 'http://localhost:8788'
const model = 'gpt-image-2.5-flare'
const prompt =
  'Create a minimaliste tattoo design. Subject: un loup. Use black ink. Tattoo size: Petit (5-8 cm). Placement: Bras.'

function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return Promise.resolve(images.fetch(new Request(input, init)))
}

const client = new OpenAI({ apiKey: 'any', baseURL: origin, maxRetries: 0, fetch: send })
const request = { model, prompt, size: '256x256' } as const

function decode(base64: string | undefined): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(base64 ?? '')
}

test('answers a generation as GPT Image does, with a PNG of the asked size', async () => {
  const larger = { size: '1024x1024', quality: 'medium' } as const
  const answer = await client.images.generate({ ...request, ...larger })
  expect(new DataView(decode(answer.data?.[0]?.b64_json).buffer).getUint32(16)).toBe(1024)
  expect(answer.data?.[0]).toEqual({ b64_json: expect.any(String) })
  expect(answer).toMatchObject({
    ...larger,
    output_format: 'png',
    background: 'opaque',
    usage: { total_tokens: expect.any(Number) },
  })
})

test('says in the file itself that no AI drew it, and whose icons it used', async () => {
  const { data } = await client.images.generate(request)
  const texts = readChunks(decode(data?.[0]?.b64_json)).filter(({ type }) => type === 'iTXt')
  const all = texts.map((text) => new TextDecoder().decode(text.data)).join('\n')
  expect(all).toContain('Description\0\0\0fr\0\0Aperçu local, dessiné sans IA')
  expect(all).toContain('CC BY 3.0')
})

test('draws something else for the same words within a minute, as a model does, and the first again after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const draw = async () => (await client.images.generate(request)).data?.[0]?.b64_json
  const four = [await draw(), await draw(), await draw(), await draw()]
  expect(new Set(four).size).toBe(4)
  vi.advanceTimersByTime(repeatWindowMs)
  expect(await draw()).toBe(four[0])
  vi.useRealTimers()
})

test('says in revised_prompt what it did not understand', async () => {
  const { data } = await client.images.generate({
    ...request,
    prompt: 'Subject: un schmilblick. Use black ink.',
  })
  expect(data?.[0]?.revised_prompt).toBe(
    'Dessiné : ces mots sur un ruban. Non compris : schmilblick',
  )
})

test('makes the paper transparent when asked', async () => {
  const { data, background } = await client.images.generate({
    ...request,
    background: 'transparent',
  })
  const [header] = readChunks(decode(data?.[0]?.b64_json))
  expect([background, header?.data[9]]).toEqual(['transparent', 6])
})

test('streams partial images, the stencil first, then the whole', async () => {
  const stream = await client.images.generate({
    ...request,
    stream: true,
    partial_images: 3,
  })
  const events = []
  for await (const event of stream) {
    events.push(event)
  }
  expect(events.map(({ type }) => type)).toEqual([
    ...Array(3).fill('image_generation.partial_image'),
    'image_generation.completed',
  ])
  expect(new Set(events.map(({ b64_json }) => b64_json)).size).toBe(4)
  forgetRepeats()
  const { data } = await client.images.generate(request)
  expect(events.at(-1)?.b64_json).toBe(data?.[0]?.b64_json)
})

test('takes up the figure of a reference image', async () => {
  const plain = await client.images.generate(request)
  const otherPrompt = prompt.replace('minimaliste', 'traditionnel').replace('loup', 'coeur')
  const other = await client.images.generate({ ...request, prompt: otherPrompt })
  const image = await toFile(decode(other.data?.[0]?.b64_json), 'coeur.png', { type: 'image/png' })
  const edited = await client.images.edit({ ...request, image: [image] })
  expect(edited.data?.[0]?.b64_json).not.toBe(plain.data?.[0]?.b64_json)
  const events = []
  for await (const event of await client.images.edit({
    ...request,
    image,
    stream: true,
  })) {
    events.push(event.type)
  }
  expect(events).toEqual(['image_edit.completed'])
})

test('has the models of today, and says that dall-e-3 is gone', async () => {
  const { data } = await client.models.list()
  expect(data.map(({ id }) => id)).toContain('gpt-image-2.6-sunburst')
  await expect(client.images.generate({ model: 'dall-e-3', prompt })).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
    type: 'invalid_request_error',
  })
})

test.for([
  ['an unknown parameter', { style: 'vivid' }, 'unknown_parameter', 'style'],
  [
    'a quality of later models',
    { model: 'gpt-image-2', quality: 'max' },
    'invalid_value',
    'quality',
  ],
  ['too many images', { n: 11 }, 'integer_above_max_value', 'n'],
  ['a prompt too long', { prompt: 'a'.repeat(32_001) }, 'string_above_max_length', 'prompt'],
  ['a forbidden idea', { prompt: 'une Croix gammée' }, 'moderation_blocked', null],
] as const)('refuses %s as OpenAI does', async ([, change, code, param]) => {
  const response = await send(`${origin}/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt, ...change }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: { message: expect.any(String), type: expect.any(String), param, code },
  })
})
