import { env, exports } from 'cloudflare:workers'
import { tokenLifetimeMs } from '@encre/worker/moment'
import { expect, it, vi } from 'vitest'
import { overdueMs } from './metrics.ts'
import { tenantKeys } from './testing.ts'

it.each([
  {
    does: 'answers',
    tenantAnswer: tenantKeys.fetch,
    status: 200,
    lines: /^ok account\nok account d1 \d+ ms\nok account tenant \d+ ms\n$/,
  },
  {
    does: 'has no keys',
    tenantAnswer: async () => new Response('', { status: 404 }),
    status: 503,
    lines: /^fail account\nok account d1 \d+ ms\nfail account tenant\n$/,
  },
])(
  'has one line of health for the worker and each dependency when the tenant $does',
  async ({ tenantAnswer, status, lines }) => {
    vi.mocked(fetch).mockImplementation(tenantAnswer)
    const answer = await exports.default.fetch('https://encre.test/api/account/health/deep')
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(lines)])
  },
)

it('counts erasures that the sweep should have ended', async () => {
  const insert = env.DB.prepare('insert into erasures (member_id, erased_at) values (?, ?)')
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
  await env.DB.batch([
    insert.bind('recent', ago(60_000)),
    insert.bind('late', ago(tokenLifetimeMs + overdueMs + 60_000)),
  ])
  const headers = { authorization: 'Bearer a-token-for-tests-only' }
  const text = await (
    await exports.default.fetch('https://encre.test/api/account/metrics', { headers })
  ).text()
  expect(text).toContain('\nencre_erasures_pending 2\n')
  expect(text).toContain('\nencre_erasures_overdue 1\n')
})
