import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { health } from './health.ts'
import {
  failureCachedForMs,
  recordMissingCapability,
  servedModelsCachedForMs,
} from './providers/models-store.ts'
import { call, clock, provider, refuse, stopClock } from './testing.ts'

const both = [{ id: 'dall-e-3' }, { id: 'gpt-image-2.5-flare' }]
beforeEach(async () => {
  await stopClock()
  provider.answer = async () => models(...both)
})

const read = async (expected = 200) => {
  const response = await call('/health/deep')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    expected,
    expect.stringContaining('text/plain'),
  ])
  return response.text()
}

it('answers one line for the worker and each dependency', async () => {
  expect(await read()).toMatch(
    /^ok generator\nok generator d1 \d+ ms\nok generator r2 \d+ ms\nok generator images \d+ ms\ninfo generator images are decoded by the Images service\nok generator contract \d+ ms\nok generator provider \d+ ms\n(info generator model \S+ is served, with all parameters, as far as is known\n){2}$/,
  )
  expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/models'])
})

it('warns of a configured model that is not served or shuts down soon', async () => {
  const soon = new Date(clock.now + 10 * 24 * 60 * 60 * 1000)
  provider.answer = async () =>
    models({ id: 'gpt-image-2.5-flare', shutdown_date: soon.toISOString().slice(0, 10) })
  const text = await read()
  expect(text).toContain('warn generator model dall-e-3 is not served\n')
  expect(text).toContain(
    `warn generator model gpt-image-2.5-flare shuts down on ${soon.toISOString().slice(0, 10)}\n`,
  )
})

it('says what was learned of each model', async () => {
  await recordMissingCapability(env, 'gpt-image-2.5-flare', 'mask')
  expect(await read()).toContain(
    'info generator model gpt-image-2.5-flare is served, without mask\n',
  )
})

it('warns of a server with another contract', async () => {
  const warning =
    "warn generator OPENAI_BASE_URL names OpenRouter, whose images API is its own: name a server with OpenAI's"
  const ask = async (host: string) =>
    (await health.request('/deep', {}, { ...env, OPENAI_BASE_URL: `https://${host}/v1` })).text()
  expect(await ask('openrouter.ai/api')).toContain(warning)
  expect(await ask('openrouter.ai.example')).not.toContain(warning)
})

it.each([
  { list: 'that the key may not read', answer: async () => refuse(403, '') },
  { list: 'that does not exist', answer: async () => refuse(404, '') },
  {
    list: 'that is slow',
    answer: async () => {
      throw new DOMException('slow', 'AbortError')
    },
  },
])('warns of a list of models $list, and stays healthy', async ({ answer }) => {
  provider.answer = answer
  expect(await read()).toMatch(/\nwarn generator the provider (was too slow|does not list)/)
})

it('answers 503 when the provider serves none of the models, or does not answer', async () => {
  provider.answer = async () => models({ id: 'another' }, { id: 'gpt-image-1' })
  expect(await read(503)).toContain(
    'fail generator the provider serves none of dall-e-3, gpt-image-2.5-flare; it has gpt-image-1. Set IMAGE_MODELS\n',
  )
  clock.now += 2 * servedModelsCachedForMs
  provider.answer = async () => refuse(401, 'invalid_api_key')
  expect(await read(503)).toMatch(/^fail generator\n(.*\n)*fail generator provider\n$/)
})

it('asks it again 5 s after a failure, and not before', async () => {
  provider.answer = async () => refuse(500, 'server_error')
  for (let i = 0; i < 3; i++) {
    await read(503)
  }
  expect(provider.calls).toHaveLength(1)
  clock.now += failureCachedForMs + 1
  provider.answer = async () => models(...both)
  await read()
  expect(provider.calls).toHaveLength(2)
})

it('asks it again when the clock was set back', async () => {
  provider.answer = async () => refuse(500, 'server_error')
  await read(503)
  clock.now -= 60_000
  provider.answer = async () => models(...both)
  await read()
})

function models(...data: { id: string; shutdown_date?: string }[]): Response {
  return Response.json({ object: 'list', data })
}
