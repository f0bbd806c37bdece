import './testing.ts'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { tokenLifetimeMs } from './lifetimes.ts'
import { overdueMs } from './metrics.ts'

describe('health', () => {
  const readHealth = () => exports.default.fetch('https://encre.test/api/account/health/deep')

  it('answers one line for the worker and each dependency', async () => {
    const answer = await readHealth()
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/^ok account\nok account d1 \d+ ms\nok account tenant \d+ ms\n$/)
  })

  it.each([
    ['does not answer', () => Promise.reject(new Error('Network connection lost.'))],
    ['has no keys', async () => new Response('not found', { status: 404 })],
  ])('answers 503 when the tenant %s', async (_, tenantAnswer) => {
    vi.mocked(fetch).mockImplementation(tenantAnswer)
    const answer = await readHealth()
    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(/^fail account\nok account d1 \d+ ms\nfail account tenant\n$/)
  })
})

describe('metrics', () => {
  const ask = (headers: Record<string, string> = {}) => exports.default.fetch('https://encre.test/api/account/metrics', { headers })

  it('counts erasures that the sweep should have ended', async () => {
    const record = (member: string, age: number) =>
      env.DB.prepare('insert into erasures (member_id, erased_at) values (?, ?)')
        .bind(member, new Date(Date.now() - age).toISOString())
        .run()
    await record('recent', 60_000)
    await record('late', tokenLifetimeMs + overdueMs + 60_000)
    const text = await (await ask({ authorization: 'Bearer a-token-for-tests-only' })).text()
    expect(text).toContain('\nencre_erasures_pending 2\n')
    expect(text).toContain('\nencre_erasures_overdue 1\n')
    expect((await ask()).status).toBe(401)
  })
})
