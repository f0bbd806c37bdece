import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { call } from './testing.ts'

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
