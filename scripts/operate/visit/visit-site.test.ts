import type { Design } from '@encre/protocol/design'
import { expect, it } from 'vitest'
import type { Generation, GeneratorOptions } from '../../../workers/generator/src/contract.ts'
import { serve } from '../../lib/testing/serve.ts'
import { drawDesign, request } from './visit-site.ts'

const queued: Generation = {
  id: 'g1',
  state: 'queued',
  createdAt: '2026-11-27T00:00:00.000Z',
  request,
  problem: null,
  requestId: 'request',
  design: null,
  seed: null,
}

/** A site whose generations end in this way after two readings. */
async function startSite({
  left = 20,
  end = {},
  imageStatus = 200,
}: {
  left?: number
  end?: Partial<Generation>
  imageStatus?: number
}) {
  const received: string[] = []
  let reads = 0
  const origin = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push(`${method} ${url}`)
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (headers.authorization !== 'Bearer token') return answer(401, {})
    if (url.endsWith('/options')) return answer(200, optionsWith(left))
    if (url === '/image') return answer(imageStatus, {})
    if (method === 'DELETE') return response.writeHead(204).end()
    if (method === 'POST') return answer(202, queued)
    const done = { ...queued, state: 'done', design: designAt(`http://${headers.host}`), ...end }
    return answer(200, reads++ < 2 ? { ...queued, state: 'calling' } : done)
  })
  const said: string[] = []
  const draw = () => drawDesign(origin, 'Bearer token', (sentence) => said.push(sentence), 1)
  return { received, said, draw }
}

function optionsWith(left: number): GeneratorOptions {
  const quota = { limit: 20, left, resetsAt: '2026-11-28T00:00:00.000Z' }
  return { references: true, transparent: true, partials: true, origin: 'ai', quota }
}

function designAt(origin: string): Design {
  return {
    ...request,
    id: 'd1',
    imageUrl: `${origin}/image`,
    prompt: 'Une feuille',
    subject: 'Une feuille',
    createdAt: '2026-11-27T00:00:00.000Z',
    userId: 'member',
    model: 'm',
    origin: 'ai',
  }
}

it('draws one design, reads its image and deletes it', async () => {
  const { received, said, draw } = await startSite({})
  await draw()
  expect(received.filter((one) => !one.endsWith('/g1'))).toEqual([
    'GET /api/generator/options',
    'POST /api/generator/generations',
    'GET /image',
    'DELETE /api/gallery/designs/d1',
  ])
  expect(said).toEqual([expect.stringContaining('ok a design')])
})

it('draws at most eight a day', async () => {
  const { received, said, draw } = await startSite({ left: 12 })
  await draw()
  expect([received, said]).toEqual([
    ['GET /api/generator/options'],
    ['no design: 8 were made today'],
  ])
})

it('names a generation that failed, and deletes a design without an image', async () => {
  const failed = await startSite({ end: { state: 'failed', problem: 'no-image', design: null } })
  await expect(failed.draw()).rejects.toThrow('ended as failed: no-image')
  const broken = await startSite({ imageStatus: 500 })
  await expect(broken.draw()).rejects.toThrow('GET /image answers 500')
  expect(broken.received.at(-1)).toBe('DELETE /api/gallery/designs/d1')
})
