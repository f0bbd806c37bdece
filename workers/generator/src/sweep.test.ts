import { env, exports } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { provider, refuse } from './testing.ts'

// The provider's list is kept for half a minute; each test is a minute later.
let now = Date.now()
beforeEach(() => {
  now += 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

async function rememberUntil(askAgainAt: string): Promise<void> {
  const insert = 'insert into missing_models (base_url, model, ask_again_at) values (?, ?, ?)'
  await env.DB.prepare(insert).bind(env.OPENAI_BASE_URL, 'dall-e-3', askAgainAt).run()
}

function askAgainAt(): Promise<string | null> {
  return env.DB.prepare('select ask_again_at from missing_models').first<string>('ask_again_at')
}

it('asks for a missing model before a member has to', async () => {
  provider.answer = async () => Response.json({ data: [{ id: 'gpt-image-2.5-flare' }] })
  await rememberUntil(inMinutes(5))
  expect(await exports.default.sweep()).toMatchObject({ models: 1 })
  expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/models'])
  expect(Date.parse((await askAgainAt()) ?? '') - now).toBeGreaterThan(23 * 60 * 60_000)
})

it('does not ask while the answer is fresh', async () => {
  await rememberUntil(inMinutes(60))
  expect(await exports.default.sweep()).toMatchObject({ models: 0 })
  expect(provider.calls).toEqual([])
})

it('lets a model that came back be used', async () => {
  provider.answer = async () => Response.json({ data: [{ id: 'dall-e-3' }] })
  await rememberUntil(inMinutes(5))
  await exports.default.sweep()
  expect(await askAgainAt()).toBeNull()
})

it('leaves it as it is where the provider lists nothing', async () => {
  provider.answer = async () => refuse(404, 'not_found')
  await rememberUntil(inMinutes(5))
  await exports.default.sweep()
  expect(await askAgainAt()).toBe(inMinutes(5))
})
