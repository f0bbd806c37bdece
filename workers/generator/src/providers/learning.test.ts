import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { APIError } from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { answerLikeOpenAi, member, provider, refuse } from '../testing.ts'
import { createClient } from './call-provider.ts'
import { type ImageRequest, parameters } from './provider.ts'
import { readRefusal } from './read-refusal.ts'

const model = 'gpt-image-2.5-flare'

it.each([1, 2])(
  'draws for a server that refuses all parameters, the last first, %d at a time',
  async (atOnce) => {
    provider.answer = async (body, request) => {
      const sent = parameters.filter((name) => name in body)
      const refused = sent.slice(-atOnce).map((name) => `'${name}'`)
      if (refused.length === 0) return answerLikeOpenAi(body, request)
      return refuse(400, 'invalid_request', `Unsupported parameters: ${refused.join(', ')}.`)
    }
    expect(await member.generate({ transparent: true })).toMatchObject({
      state: 'done',
      transparent: false,
    })
    expect(provider.calls.length).toBeLessThanOrEqual(10)
    expect(Object.keys(provider.calls.at(-1)?.body ?? {}).sort()).toEqual(['model', 'prompt'])
    const attempts = await env.DB.prepare('select calls from owner_usage where owner_key = ?')
      .bind(await ownerKey(member.id))
      .first('calls')
    expect([await member.quotaUsed(), attempts]).toEqual([1, 1])
    expect(await member.options()).toMatchObject({
      transparent: false,
      sizes: false,
      partials: false,
    })
  },
)

it('gives up after ten calls, of which one is an attempt of the member', async () => {
  let calls = 0
  // It forgets what it refused before.
  provider.answer = async (body) => {
    calls++
    await env.DB.prepare('delete from missing_capabilities where model = ?').bind(model).run()
    return refuse(
      400,
      'unknown_parameter',
      `Unknown parameter: '${parameters.find((name) => name in body)}'.`,
    )
  }
  const { problem } = await member.generate()
  expect([problem, calls, await member.quotaUsed()]).toEqual(['provider-misconfigured', 10, 0])
})

describe('a refusal', () => {
  const request: ImageRequest = {
    model,
    prompt:
      'Create a dotwork tattoo design. Subject: style: size, background. Use black ink. Tattoo size: small (5 cm).',
    ownerKey: 'owner',
    reference: null,
    isRetouch: false,
    mask: null,
    size: '1024x1024',
    transparent: true,
    missing: [],
  }
  const read = (
    message: string,
    { status = 400, ...fields }: { status?: number; param?: string; code?: string } = {},
  ) =>
    readRefusal(
      APIError.generate(status, { error: { message, ...fields } }, undefined, new Headers()),
      request,
    )

  it.each([
    { message: 'Invalid value', fields: { param: 'output_format' }, name: 'output_format' },
    { message: 'n=1 is not supported for this model', fields: {}, name: 'n' },
    {
      message: "Invalid value: '1024x1024'. Supported values are: '256x256' and '512x512'.",
      fields: {},
      name: 'size',
    },
    { message: `${model} does not take partial_images`, fields: {}, name: 'stream' },
  ])('that says "$message" names $name', ({ message, fields, name }) => {
    expect(read(message, fields)).toEqual({ kind: 'parameters-refused', missing: [name] })
  })

  const moderated = {
    kind: 'refused',
    problem: 'moderation-blocked',
    billedTo: 'member',
    reason: expect.any(String),
  }
  const forbidden = {
    kind: 'key-refused',
    reason: expect.stringContaining('is the organisation verified?'),
  }
  const words = {
    kind: 'refused',
    problem: 'words-refused',
    billedTo: 'nobody',
    reason: expect.any(String),
  }

  it.each([
    { message: 'size, background', fields: { code: 'moderation_blocked' }, answer: moderated },
    {
      message: `We cannot draw "${request.prompt.slice(0, 60)}…"`,
      fields: {},
      answer: words,
    },
    {
      message: 'The prompt size exceeds the limit',
      fields: { param: 'prompt' },
      answer: words,
    },
    { message: "Unknown parameter: 'style'.", fields: {}, answer: words },
    { message: 'We do not draw in this style, of whatever size.', fields: {}, answer: words },
    {
      message: 'Your organization must be verified to use the model.',
      fields: { status: 403 },
      answer: forbidden,
    },
  ])('that says "$message" names none', ({ message, fields, answer }) => {
    expect(read(message, fields)).toEqual(answer)
  })
})

it('sends the key that the worker has at the moment, so that a rotated key is used by the next call', async () => {
  const sent: Headers[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push(new Request(input, init).headers)
    return Response.json({ object: 'list', data: [] })
  })
  for (const apiKey of ['old', 'new']) {
    await createClient({ apiKey, baseUrl: 'https://provider.test/v1' }, 1000).models.list()
  }
  expect(sent.map((headers) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
  // A gateway between neither repeats a call nor answers an earlier one.
  for (const headers of sent) {
    expect([headers.get('cf-aig-max-attempts'), headers.get('cf-aig-skip-cache')]).toEqual([
      '1',
      'true',
    ])
  }
})
