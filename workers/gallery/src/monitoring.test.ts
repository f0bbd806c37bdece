import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { undoPeriodMs } from './lifetimes.ts'
import { overdueMs } from './metrics.ts'
import { call, newDesign, saveDesign } from './testing.ts'

describe('health', () => {
  it('answers one line for the worker and each dependency', async () => {
    const answer = await call('/api/gallery/health')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch('text/plain')
    expect(await answer.text()).toMatch(/^ok gallery\nok gallery d1 \d+ ms\nok gallery r2 \d+ ms\n$/)
  })

  it('answers 503 when a dependency fails', async () => {
    vi.spyOn(env.IMAGES, 'head').mockRejectedValue(new Error('R2 is unavailable'))
    const answer = await call('/api/gallery/health')
    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(/^fail gallery\nok gallery d1 \d+ ms\nfail gallery r2\n$/)
  })
})

describe('metrics', () => {
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
})
