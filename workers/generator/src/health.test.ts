import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { health } from './health.ts'
import { failureCachedForMs, recordMissingCapability, servedModelsCachedForMs } from './providers/models-store.ts'
import { call, freshTime, provider, refuse } from './testing.ts'

// The provider's list is cached; each test moves the clock past that.
let now = 0
beforeEach(() => {
  now = freshTime()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())

it('answers one line for the worker and each dependency', async () => {
  provider.answer = async () => models({ id: 'dall-e-3' }, { id: 'gpt-image-2.5-flare' })
  const response = await call('/health')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect(await response.text()).toMatch(/^ok generator\nok generator d1 \d+ ms\nok generator r2 \d+ ms\nok generator provider \d+ ms\n$/)
  expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/models'])
})

it('warns of a configured model that is not served or shuts down soon', async () => {
  const soon = new Date(now + 10 * 24 * 60 * 60 * 1000)
  provider.answer = async () => models({ id: 'gpt-image-2.5-flare', shutdown_date: soon.toISOString().slice(0, 10) })
  const response = await call('/health')
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toContain('warn generator model dall-e-3 is not served\n')
  expect(text).toContain(`warn generator model gpt-image-2.5-flare shuts down on ${soon.toISOString().slice(0, 10)}\n`)
})

it('warns of a model that is served and refused to draw', async () => {
  await recordMissingCapability(env, 'dall-e-3', 'images')
  provider.answer = async () => models({ id: 'dall-e-3' }, { id: 'gpt-image-2.5-flare' })
  const text = await (await call('/health')).text()
  expect(text).toContain('warn generator model dall-e-3 is served but refused to draw\n')
  expect(text).not.toContain('model gpt-image-2.5-flare')
})

it('warns of a server with another contract', async () => {
  provider.answer = async () => models({ id: 'dall-e-3' }, { id: 'gpt-image-2.5-flare' })
  for (const [OPENAI_BASE_URL, warns] of [
    ['https://openrouter.ai/api/v1', true],
    ['https://openrouter.ai.example/v1', false],
  ] as const) {
    const text = await (await health.request('/', {}, { ...env, OPENAI_BASE_URL })).text()
    expect(text.includes("warn generator OPENAI_BASE_URL names OpenRouter, whose images API is its own: name a server with OpenAI's")).toBe(
      warns,
    )
  }
})

it('answers 503 when the provider serves none of the models, or does not answer', async () => {
  provider.answer = async () => models({ id: 'another' })
  const without = await call('/health')
  expect([without.status, await without.text()]).toEqual([503, expect.stringContaining('fail generator provider\n')])
  now += 2 * servedModelsCachedForMs
  provider.answer = async () => refuse(401, 'invalid_api_key')
  const refused = await call('/health')
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringMatching(/^fail generator\n(.*\n)*fail generator provider\n$/)])
})

it('asks the provider every half minute at most', async () => {
  provider.answer = async () => models({ id: 'dall-e-3' })
  for (let i = 0; i < 3; i++) await call('/health')
  expect(provider.calls).toHaveLength(1)
})

it('asks it again 5 s after a failure, and not before', async () => {
  provider.answer = async () => refuse(500, 'server_error')
  for (let i = 0; i < 3; i++) expect((await call('/health')).status).toBe(503)
  expect(provider.calls).toHaveLength(1)
  now += failureCachedForMs + 1
  provider.answer = async () => models({ id: 'dall-e-3' })
  expect((await call('/health')).status).toBe(200)
  expect(provider.calls).toHaveLength(2)
})

function models(...data: { id: string; shutdown_date?: string }[]): Response {
  return Response.json({ object: 'list', data })
}
