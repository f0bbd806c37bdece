import { type ApiDocument, fuzz } from '@encre/worker/testing-fuzz'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import { ask, migrate } from '../testing/site.ts'

beforeAll(migrate)

const hourMs = 3_600_000

it('answers every public request with a documented status', { timeout: hourMs }, async () => {
  // A line for each request would fill the memory.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const document = await (await ask('/api/releases/openapi.json')).json<ApiDocument>()
  const counts = await fuzz({
    document,
    runs: inject('fuzzRuns'),
    authorization: { authorization: 'Bearer not.of.the-registry' },
    fetch: ({ url, method, headers, body }) => ask(new URL(url).pathname + new URL(url).search, { method, headers, body }),
  })
  for (const status of [200, 204, 400, 401, 404]) expect(counts.get(status), `answers with ${status}`).toBeGreaterThan(0)
  vi.restoreAllMocks()
})
