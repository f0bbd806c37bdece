import { expect, test } from 'vitest'
import { ask } from '../testing/site.ts'

interface Echo {
  path: string
  method: string
  requestId: string
  body: string
}

test.each(['generator', 'gallery', 'account'])('a request to %s reaches its worker whole', async (feature) => {
  const response = await ask(`/api/${feature}/things?x=1`, { method: 'POST', body: 'the body' })
  expect(await response.json()).toMatchObject({ path: `/api/${feature}/things`, method: 'POST', body: 'the body' })
})

test('the request id is ours, whatever the visitor sent', async () => {
  const { requestId } = await (await ask('/api/gallery/designs', { headers: { 'x-request-id': 'forged' } })).json<Echo>()
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test("a feature's 404 stays a 404", async () => {
  for (const method of ['GET', 'POST', 'DELETE']) expect((await ask('/api/gallery/designs/missing', { method })).status).toBe(404)
})

test('a worker that breaks is 503 and names the request', async () => {
  const response = await ask('/api/generator/throws')
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(await response.json()).toMatchObject({ code: 'unavailable', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

test('a stream passes as it comes', async () => {
  const response = await ask('/api/generator/generations/stream')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: first\n\n')
  await reader?.cancel()
})
