import { exports } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import './testing.ts'

const readHealth = () => exports.default.fetch('https://encre.test/api/account/health')

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
