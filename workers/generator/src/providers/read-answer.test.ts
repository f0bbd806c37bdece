import { describe, expect, it } from 'vitest'
import { designPng } from '../testing.ts'
import { readRefusal } from './call-provider.ts'
import type { ImageRequest } from './provider.ts'
import { readAnswer } from './read-answer.ts'

const base64 = designPng.toBase64()
const address = 'https://images.provider.test/a.png'
const json = (body: unknown) => Response.json(body)
const stream = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
const event = (name: string, data: unknown) =>
  `event: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const dataOnly = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const partial = { type: 'image_generation.partial_image', b64_json: base64, partial_image_index: 0 }

const read = (response: Response) =>
  readAnswer(response, 'a wolf', { signal: new AbortController().signal, onPartial: () => {} })

const inBase64: Record<string, () => Response> = {
  'b64_json in data': () => json({ data: [{ b64_json: base64 }] }),
  'an object in place of a list': () => json({ data: { b64_json: base64 } }),
  'nothing before the image': () => json({ data: [null, {}, { b64_json: base64 }] }),
  'an empty b64_json before the image': () => json({ data: [{ b64_json: '', image: base64 }] }),
  'a data: URL in url': () => json({ data: [{ url: `data:image/png;base64,${base64}` }] }),
  'image in place of data': () => json({ image: base64 }),
  'images in place of data': () => json({ images: [base64] }),
  'images with objects': () => json({ images: [{ b64_json: base64 }] }),
  'a name of its own': () => json({ result: { picture: base64.replace(/.{76}/g, '$&\r\n') } }),
  'an image beside an error': () => json({ error: { code: 'late' }, data: [{ b64_json: base64 }] }),
  'an image beside the reference': () =>
    json({ input: { image: 'data:image/png;base64,AAAA' }, data: [{ b64_json: base64 }] }),
  'an address of a document beside the image': () =>
    json({ url: 'https://provider.test/docs', data: [{ b64_json: base64 }] }),
  'JSON without its content type': () =>
    new Response(JSON.stringify({ data: [{ b64_json: base64 }] })),
  'a completed event': () =>
    stream(
      event(partial.type, partial),
      event('x', { type: 'image_edit.completed', b64_json: base64 }),
    ),
  'an event without a type': () => stream(dataOnly({ b64_json: base64 })),
  'an event of another name': () => stream(event('image.done', { b64_json: base64 })),
  'a whole answer in one event': () => stream(dataOnly({ data: [{ b64_json: base64 }] })),
  'a nested event': () => stream(dataOnly({ type: 'done', response: { image: base64 } })),
  'a bad event before the image': () =>
    stream(event('image', '{"b64_'), 'data: [DONE\n\n', dataOnly({ b64_json: base64 })),
  'an error event before the image': () =>
    stream(event('error', { error: { code: 'hiccup' } }), dataOnly({ b64_json: base64 })),
  'the last event without its empty line, then the end': () =>
    stream(dataOnly({ b64_json: base64 }), 'data: [DONE]\n\n'),
  'events with another content type': () => new Response(dataOnly({ b64_json: base64 })),
}

describe('an answer that holds an image', () => {
  it.each(Object.entries(inBase64).map(([shape, answer]) => ({ shape, answer })))(
    'is read from $shape',
    async ({ answer }) => {
      const found = await read(answer())
      expect(found.kind).toBe('base64')
      const text = found.kind === 'base64' ? found.base64 : ''
      expect(text.replace(/^data:image\/png;base64,|\s/g, '')).toBe(base64)
    },
  )

  it('is read from the bytes of an image', async () => {
    const found = await read(new Response(designPng))
    expect(found).toMatchObject({ kind: 'bytes', bytes: designPng })
  })

  it.each([
    { shape: 'url in data', body: { data: [{ url: address }] }, url: address },
    { shape: 'a list of addresses', body: { images: [address] }, url: address },
    { shape: 'image_url', body: { output: { image_url: address } }, url: address },
    {
      shape: 'a relative address',
      body: { data: [{ url: '/files/a.png' }] },
      url: '/files/a.png',
    },
  ])('is named by $shape', async ({ body, url }) => {
    expect(await read(json(body))).toMatchObject({ kind: 'address', url })
  })

  it('comes with its words and tokens', async () => {
    const body = {
      usage: { total_tokens: 7 },
      data: [{ b64_json: base64, revised_prompt: 'a\nfox' }],
    }
    expect(await read(json(body))).toMatchObject({ revisedPrompt: 'a fox', tokens: 7 })
  })
})

describe('an answer without an image', () => {
  it.each([
    { shape: 'words', answer: () => json({ data: [{ text: 'I cannot draw' }] }) },
    { shape: 'no JSON', answer: () => new Response('<html>') },
    { shape: 'nothing', answer: () => new Response(null) },
    { shape: 'a part of an image', answer: () => stream(dataOnly(partial)) },
  ])('has no image: $shape', async ({ answer }) => {
    await expect(read(answer())).rejects.toThrow(expect.objectContaining({ name: 'NoImageError' }))
  })

  it.each([
    {
      error: { code: 'content_policy_violation', message: 'Blocked' },
      problem: 'moderation-blocked',
    },
    { error: { message: 'Rejected by our safety system' }, problem: 'moderation-blocked' },
    { error: { code: 'insufficient_quota', message: 'No credit' }, problem: 'provider-exhausted' },
    { error: 'Upstream failed', problem: 'provider-unavailable' },
  ])('is the error that it holds: $problem', async ({ error, problem }) => {
    const request = {
      model: 'gpt-image-2',
      prompt: 'a wolf',
      missing: [],
    } as unknown as ImageRequest
    for (const answer of [json({ error }), stream(event('error', { error }))]) {
      const refusal = await read(answer).then(
        () => null,
        (thrown) => readRefusal(thrown, request),
      )
      expect(refusal).toMatchObject({ kind: 'refused', problem })
    }
  })
})
