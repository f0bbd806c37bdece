import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openStream, request, requestTimeoutMs } from './request.ts'
import { RequestError } from './request-error.ts'
import { failureOf, problemReply, stubFetch } from './testing.tsx'

const Thing = z.object({ name: z.string() })
const never = () => new Promise<Response>(() => {})

test('parses the response and drops unknown fields', async () => {
  stubFetch(async () => Response.json({ name: 'loup', added: 'later' }))
  expect(await request('/api/things', Thing)).toEqual({ name: 'loup' })
})

test('sends the token, the body as JSON and the id of the page manifest', async () => {
  let sent: RequestInit = {}
  stubFetch(async (_, init) => {
    sent = init
    return new Response(null, { status: 204 })
  })
  document.documentElement.dataset.composition = '5d02836769cb'
  await request('/api/things', z.void(), { method: 'POST', token: 't', body: { name: 'loup' } })
  delete document.documentElement.dataset.composition
  expect(sent.body).toBe('{"name":"loup"}')
  expect(Object.fromEntries(new Headers(sent.headers))).toEqual({
    accept: 'application/json',
    authorization: 'Bearer t',
    'content-type': 'application/json',
    'x-composition-id': '5d02836769cb',
  })
})

test('uses the answer that the shell has requested already, and requests it itself when that failed', async () => {
  stubFetch(async () => Response.json({ name: 'requested' }))
  const requestWith = (answer: Promise<Response> | null) =>
    request('/api/things', Thing, { shell: { takePrefetched: () => answer } })
  const prefetched = Promise.resolve(Response.json({ name: 'prefetched' }))
  const failed = Promise.reject(new TypeError('Failed to fetch'))
  expect(await requestWith(prefetched)).toEqual({ name: 'prefetched' })
  expect(await requestWith(failed)).toEqual({ name: 'requested' })
  expect(await requestWith(null)).toEqual({ name: 'requested' })
})

test.each([
  {
    name: 'a problem',
    reply: problemReply('not-found', 404),
    expected: { code: 'not-found', status: 404, requestId: 'request-7' },
  },
  {
    name: 'a page of a proxy',
    reply: () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    expected: { code: 'internal', status: 502, requestId: null },
  },
  {
    name: 'a response that breaks the contract',
    reply: () => Response.json({}),
    expected: { code: 'internal', status: 200 },
  },
  {
    name: 'no network',
    reply: () => Promise.reject(new TypeError('Failed to fetch')),
    expected: { code: 'unavailable', status: 0, requestId: null },
  },
])('fails on $name', async ({ reply, expected }) => {
  stubFetch(async () => reply())
  const failure = await failureOf(request('/api/things', Thing))
  expect(failure).toBeInstanceOf(RequestError)
  expect(failure).toMatchObject(expected)
})

async function stopInTheMiddle(_: string, { signal }: RequestInit): Promise<Response> {
  const start = (controller: ReadableStreamDefaultController) =>
    signal?.addEventListener('abort', () => controller.error(signal.reason))
  return new Response(new ReadableStream({ start }))
}

test.each([
  { name: 'no response comes', answer: never, expected: { cause: { name: 'TimeoutError' } } },
  { name: 'the body stops in the middle', answer: stopInTheMiddle, expected: {} },
])('gives up in time when $name', async ({ answer, expected }) => {
  vi.useFakeTimers()
  stubFetch(answer)
  const failure = failureOf(request('/api/things', Thing))
  await vi.advanceTimersByTimeAsync(requestTimeoutMs)
  expect(await failure).toMatchObject({ code: 'unavailable', status: 0, ...expected })
})

test('the timeout of a stream covers its headers only, and an abort ends it', async () => {
  vi.useFakeTimers()
  stubFetch(never)
  const failure = failureOf(openStream('/api/events', {}))
  await vi.advanceTimersByTimeAsync(requestTimeoutMs)
  expect(await failure).toMatchObject({ code: 'unavailable' })

  let fetchSignal: AbortSignal | null | undefined
  stubFetch(async (_, { signal }) => {
    fetchSignal = signal
    return new Response(new ReadableStream())
  })
  const controller = new AbortController()
  await openStream('/api/events', { signal: controller.signal })
  await vi.advanceTimersByTimeAsync(requestTimeoutMs * 2)
  expect(fetchSignal?.aborted).toBe(false)
  controller.abort()
  expect(fetchSignal?.aborted).toBe(true)
})

test('a refused stream fails with the code of the worker', async () => {
  stubFetch(async () => problemReply('permission-denied', 401)())
  expect(await failureOf(openStream('/api/events', {}))).toMatchObject({
    code: 'permission-denied',
    status: 401,
  })
})
