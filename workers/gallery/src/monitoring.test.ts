import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { undoPeriodMs } from './lifetimes.ts'
import { overdueMs } from './metrics.ts'
import { call, newDesign, readMetrics, saveDesign } from './testing.ts'

it('has one line of health for the worker and each dependency', async () => {
  const read = async () => {
    const answer = await call('/api/gallery/health')
    return [answer.status, await answer.text()]
  }
  expect(await read()).toEqual([
    200,
    expect.stringMatching(/^ok gallery\nok gallery d1 \d+ ms\nok gallery r2 \d+ ms\n$/),
  ])
  vi.spyOn(env.IMAGES, 'head').mockRejectedValue(new Error('R2 is unavailable'))
  expect(await read()).toEqual([
    503,
    expect.stringMatching(/^fail gallery\nok gallery d1 \d+ ms\nfail gallery r2\n$/),
  ])
})

it('counts deleted designs that the sweep left, and no others', async () => {
  expect(await readMetrics()).toEqual([
    'encre_deleted_designs_overdue 0',
    'encre_image_removals_pending 0',
    'encre_image_sweep_stopped 0',
    expect.stringMatching(/^encre_database_bytes \d{5,}$/),
  ])
  const design = await saveDesign(newDesign('metrics'))
  const update = env.DB.prepare('update designs set deleted_at = ? where id = ?')
  for (const { ms, count } of [
    { ms: -60_000, count: 0 },
    { ms: 60_000, count: 1 },
  ]) {
    await update
      .bind(new Date(Date.now() - undoPeriodMs - overdueMs - ms).toISOString(), design.id)
      .run()
    expect(await readMetrics()).toContain(`encre_deleted_designs_overdue ${count}`)
  }
})
