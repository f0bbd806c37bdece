import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { undoPeriodMs } from './lifetimes.ts'
import { overdueMs } from './metrics.ts'
import { call, newDesign, saveDesign } from './testing.ts'

const read = async () => {
  const answer = await call('https://encre.test/api/gallery/metrics', { headers: { authorization: 'Bearer a-token-for-tests-only' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

it('counts deleted designs that the sweep left, and no others', async () => {
  expect(await read()).toEqual(['encre_deleted_designs_overdue 0', 'encre_image_removals_pending 0'])
  const design = await saveDesign(newDesign('metrics'))
  const deleteAt = (age: number) =>
    env.DB.prepare('update designs set deleted_at = ? where id = ?')
      .bind(new Date(Date.now() - age).toISOString(), design.id)
      .run()
  await deleteAt(undoPeriodMs + overdueMs - 60_000)
  expect(await read()).toContain('encre_deleted_designs_overdue 0')
  await deleteAt(undoPeriodMs + overdueMs + 60_000)
  expect(await read()).toContain('encre_deleted_designs_overdue 1')
})

it('answers nobody without the token', async () => {
  expect((await call('https://encre.test/api/gallery/metrics')).status).toBe(401)
})
