import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { recordMissingCapability } from '../providers/models-store.ts'
import { callAs, newMember, postGeneration, provider, readGeneration, refuse, startGeneration, waitForEnd } from '../testing.ts'
import { dayOf } from './limits.ts'

beforeEach(() => recordMissingCapability(env, 'dall-e-3', 'model'))

it('accepts exactly five of a member’s twelve concurrent requests a day', async () => {
  const member = newMember()
  const responses = await Promise.all(Array.from({ length: 12 }, () => postGeneration(member)))
  const accepted = responses.filter(({ status }) => status === 202)
  const refused = responses.filter(({ status }) => status !== 202)
  expect(accepted).toHaveLength(5)
  for (const response of refused) {
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ code: 'resource-exhausted' })
  }
  for (const response of accepted) await waitForEnd(member, (await readGeneration(response)).id)
  expect(await quotaOf(member)).toMatchObject({ limit: 5, left: 0 })
  expect(provider.calls).toHaveLength(5)
})

it('still answers a known idempotency key when nothing is left', async () => {
  const member = newMember()
  const key = crypto.randomUUID()
  const { id } = await readGeneration(await postGeneration(member, undefined, key))
  for (let more = 0; more < 4; more++) await startGeneration(member)
  expect((await postGeneration(member)).status).toBe(429)
  expect(await readGeneration(await postGeneration(member, undefined, key))).toMatchObject({ id })
})

it('returns the place when the provider failed', async () => {
  const member = newMember()
  provider.answer = async () => refuse(500, 'server_error')
  await waitForEnd(member, (await startGeneration(member)).id)
  expect(await quotaOf(member)).toMatchObject({ left: 5 })
})

it('starts ten times the quota at most, however many are cancelled before a call', async () => {
  const member = newMember()
  const startWithdrawn = async () => {
    const key = crypto.randomUUID()
    await callAs(member, `/generations/by-key/${key}`, { method: 'DELETE' })
    return (await postGeneration(member, undefined, key)).status
  }
  const statuses = await Promise.all(Array.from({ length: 52 }, startWithdrawn))
  expect(statuses.toSorted()).toEqual([...Array(50).fill(200), 429, 429])
  const refused = await postGeneration(member)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'resource-exhausted' }])
  expect(await quotaOf(member)).toMatchObject({ left: 5 })
})

it('stops the whole site at its own limit', async () => {
  const day = dayOf(new Date().toISOString())
  const used = await env.DB.prepare(`select used from site_usage where day = ?`).bind(day).first<number>('used')
  await env.DB.prepare(`update site_usage set used = 199 where day = ?`).bind(day).run()
  const [last, late] = [newMember(), newMember()]
  expect(await quotaOf(last)).toMatchObject({ limit: 5, left: 1 })
  const { id } = await startGeneration(last)
  expect((await postGeneration(late)).status).toBe(429)
  expect(await quotaOf(late)).toMatchObject({ left: 0 })
  await waitForEnd(last, id)
  await env.DB.prepare(`update site_usage set used = ? where day = ?`).bind(used, day).run()
})

it('resets at midnight in UTC', async () => {
  const { resetsAt } = await quotaOf(newMember())
  expect(resetsAt).toMatch(/T00:00:00\.000Z$/)
  expect(Date.parse(resetsAt) - Date.now()).toBeGreaterThan(0)
  expect(Date.parse(resetsAt) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000)
})

async function quotaOf(member: string): Promise<{ limit: number; left: number; resetsAt: string }> {
  const { quota } = await (await callAs(member, '/options')).json<{ quota: { limit: number; left: number; resetsAt: string } }>()
  return quota
}
