import { expect, it } from 'vitest'
import { serve } from '../lib/testing/serve.ts'
import { drawDesign } from './visit-site.ts'

/** A site whose generations end in this way after two readings. */
async function startSite({ left = 20, end = {}, imageStatus = 200 }) {
  const asked: string[] = []
  let reads = 0
  const origin = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url}`)
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (headers.authorization !== 'Bearer token') return answer(401, {})
    if (url.endsWith('/options')) return answer(200, { quota: { limit: 20, left } })
    if (url === '/image') return answer(imageStatus, {})
    if (method === 'DELETE') return response.writeHead(204).end()
    if (method === 'POST') return answer(202, { id: 'g1', state: 'queued' })
    const done = { id: 'g1', state: 'done', design: { id: 'd1', imageUrl: '/image' }, ...end }
    return answer(200, reads++ < 2 ? { id: 'g1', state: 'calling' } : done)
  })
  const said: string[] = []
  const draw = () => drawDesign(origin, 'Bearer token', (sentence) => said.push(sentence), 1)
  return { asked, said, draw }
}

it('draws one design, reads its image and deletes it', async () => {
  const { asked, said, draw } = await startSite({})
  await draw()
  expect(asked.filter((one) => !one.endsWith('/g1'))).toEqual([
    'GET /api/generator/options',
    'POST /api/generator/generations',
    'GET /image',
    'DELETE /api/gallery/designs/d1',
  ])
  expect(said).toEqual([expect.stringContaining('ok a design')])
})

it('draws at most eight a day', async () => {
  const { asked, said, draw } = await startSite({ left: 12 })
  await draw()
  expect([asked, said]).toEqual([['GET /api/generator/options'], ['no design: 8 were made today']])
})

it('names a generation that failed, and deletes a design without an image', async () => {
  const failed = await startSite({ end: { state: 'failed', problem: 'no-image', design: null } })
  await expect(failed.draw()).rejects.toThrow('ended as failed: no-image')
  const broken = await startSite({ imageStatus: 500 })
  await expect(broken.draw()).rejects.toThrow('GET /image answers 500')
  expect(broken.asked.at(-1)).toBe('DELETE /api/gallery/designs/d1')
})
