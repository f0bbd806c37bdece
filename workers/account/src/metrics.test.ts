import { env, exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { tokenLifetimeMs } from './lifetimes.ts'
import { overdueMs } from './metrics.ts'

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
