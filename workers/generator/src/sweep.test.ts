import { env, exports } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { retryCapabilityAfterMs } from './providers/models-store.ts'
import { freshTime, provider, refuse } from './testing.ts'

// The provider's list is cached; each test moves the clock past that.
let now = 0
beforeEach(() => {
  now = freshTime()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

async function recordMissingUntil(retryAt: string): Promise<void> {
  const insert = "insert into missing_capabilities (base_url, model, capability, retry_at) values (?, 'dall-e-3', 'model', ?)"
  await env.DB.prepare(insert).bind(env.OPENAI_BASE_URL, retryAt).run()
}

function readRetryAt(): Promise<string | null> {
  return env.DB.prepare('select retry_at from missing_capabilities').first<string>('retry_at')
}

it('asks the provider for a missing model shortly before members would', async () => {
  provider.answer = async () => Response.json({ data: [{ id: 'gpt-image-2.5-flare' }] })
  await recordMissingUntil(inMinutes(5))
  expect(await exports.default.sweep()).toMatchObject({ models: 1 })
  expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/models'])
  expect(Date.parse((await readRetryAt()) ?? '') - now).toBe(retryCapabilityAfterMs)
})

it('does not ask long before that', async () => {
  await recordMissingUntil(inMinutes(60))
  expect(await exports.default.sweep()).toMatchObject({ models: 0 })
  expect(provider.calls).toEqual([])
})

it('offers a model again that the provider lists again', async () => {
  provider.answer = async () => Response.json({ data: [{ id: 'dall-e-3' }] })
  await recordMissingUntil(inMinutes(5))
  await exports.default.sweep()
  expect(await readRetryAt()).toBeNull()
})

it('changes nothing when the provider does not answer', async () => {
  provider.answer = async () => refuse(404, 'not_found')
  await recordMissingUntil(inMinutes(5))
  await exports.default.sweep()
  expect(await readRetryAt()).toBe(inMinutes(5))
})
