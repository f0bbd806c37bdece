import { exports } from 'cloudflare:workers'
import { type ApiDocument, fuzz } from '@encre/worker/testing-fuzz'
import { expect, inject, it, vi } from 'vitest'
import { tenant } from './testing.ts'

// `npm test -- --long fuzz` sends many more requests.
const hourMs = 3_600_000

it('answers every request with a documented status', { timeout: hourMs }, async () => {
  // A line for each request would fill the memory.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const document = await (await exports.default.fetch('https://encre.test/api/generator/openapi.json')).json<ApiDocument>()
  const counts = await fuzz({
    document,
    runs: inject('fuzzRuns'),
    authorization: await tenant.authorization('auth0|fuzz', { exp: Math.floor(Date.now() / 1000) + 7200 }),
    // Health asks services that are not there.
    fetch: async (request) => (request.url.includes('/health') ? new Response() : exports.default.fetch(request)),
  })
  // The requests are good enough to get past the first check.
  for (const status of [200, 400, 401, 404]) expect(counts.get(status), `answers with ${status}`).toBeGreaterThan(0)
})
