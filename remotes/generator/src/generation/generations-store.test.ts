import { requestTimeoutMs } from '@encre/remote-kit/request'
import { createTestShell, problemReply } from '@encre/remote-kit/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultChoices, toRequest } from '../choices.ts'
import { makeGeneration, stubWorker } from '../testing.tsx'
import { reconnectDelaysMs, streamIdleTimeoutMs } from './follow-generation.ts'
import { createGenerationsStore, resendDelaysMs } from './generations-store.ts'

const generations = '/api/generator/generations'
const one = `${generations}/generation-1`
const request = toRequest({ ...defaultChoices, description: 'Un loup' }, { offersTransparent: false })
const noResponse = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets every pending promise settle. */
const settle = () => vi.advanceTimersByTimeAsync(0)

async function openStore(shell = createTestShell({ path: '/generator' })) {
  const store = createGenerationsStore(shell)
  const leave = store.open()
  await settle()
  return { store, shell, leave }
}

test('tells its listeners about each change, and nothing after they unsubscribe', async () => {
  const worker = stubWorker()
  const { store } = await openStore()
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  void store.generate(request, null)
  expect(store.getSnapshot().phase).toBe('sending')
  await settle()
  expect(store.getSnapshot().phase).toBe('running')
  expect(store.getSnapshot()).toBe(store.getSnapshot())
  unsubscribe()
  listener.mockClear()
  worker.emit('state', makeGeneration({ state: 'done' }))
  await settle()
  expect(store.getSnapshot()).toMatchObject({ phase: 'idle', pending: null, freshId: 'generation-1' })
  expect(listener).not.toHaveBeenCalled()
})

test('one generation at a time: a second click while one is pending sends nothing', async () => {
  const worker = stubWorker()
  const { store } = await openStore()
  void store.generate(request, null)
  void store.generate(request, null)
  await settle()
  expect(worker.sent('POST', generations)).toHaveLength(1)
})

test('a request without a response is sent again with the same key', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, noResponse)
  const { store } = await openStore()
  void store.generate(request, null)
  await vi.advanceTimersByTimeAsync(resendDelaysMs[0])
  const keys = worker.sent('POST', generations).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  expect(store.getSnapshot().phase).toBe('running')
})

test('a frozen connection that heals: the request is sent again after its timeout', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, () => new Promise(() => {}))
  const { store } = await openStore()
  void store.generate(request, null)
  await vi.advanceTimersByTimeAsync(requestTimeoutMs + resendDelaysMs[0])
  expect(worker.sent('POST', generations)).toHaveLength(2)
  expect(store.getSnapshot().phase).toBe('running')
})

test('without any response it fails, and the next click has the same key', async () => {
  const worker = stubWorker()
  const { store } = await openStore()
  vi.stubGlobal('fetch', noResponse)
  void store.generate(request, null)
  await vi.advanceTimersByTimeAsync(resendDelaysMs.reduce((sum: number, delay) => sum + delay, 0))
  expect(store.getSnapshot()).toMatchObject({ phase: 'idle', stop: { kind: 'failed', code: 'unavailable' } })
  expect(worker.sent('POST', generations)).toEqual([])
})

test('a stream that breaks is polled, then resumed after its last event', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'queued' })] })
  const { store } = await openStore()
  worker.emit('state', makeGeneration({ state: 'calling' }), '2.1')
  await settle()
  worker.cutStream()
  await vi.advanceTimersByTimeAsync(reconnectDelaysMs[0])
  expect(worker.sent('GET', one)).toHaveLength(1)
  const streams = worker.sent('GET', `${one}/events`)
  expect(streams.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2.1'])
  worker.emit('state', makeGeneration({ state: 'done' }), '3')
  await settle()
  expect(store.getSnapshot().results).toHaveLength(1)
})

test.each([
  ['whose headers do not come', () => new Promise<Response>(() => {}), requestTimeoutMs],
  ['without a byte', () => new Response(new ReadableStream()), streamIdleTimeoutMs],
])('an event stream %s is given up for polling', async (_, reply, timeoutMs) => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  worker.replyOnce.set(`GET ${one}/events`, reply)
  worker.replyOnce.set(`GET ${one}`, () => Response.json(makeGeneration({ state: 'done' })))
  const { store } = await openStore()
  await vi.advanceTimersByTimeAsync(timeoutMs)
  expect(store.getSnapshot()).toMatchObject({ phase: 'idle', freshId: 'generation-1' })
})

test('says when the worker cannot be reached, and when it can again', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  worker.replyOnce.set(`GET ${one}/events`, noResponse)
  worker.replyOnce.set(`GET ${one}`, noResponse)
  const { store } = await openStore()
  expect(store.getSnapshot().pending?.connected).toBe(false)
  await vi.advanceTimersByTimeAsync(reconnectDelaysMs[1])
  worker.emit('state', makeGeneration({ state: 'calling' }))
  await settle()
  expect(store.getSnapshot().pending?.connected).toBe(true)
})

test('a refused cancel goes on following', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const { store, shell } = await openStore()
  worker.replyOnce.set(`DELETE ${one}`, problemReply('internal', 500))
  void store.cancel()
  expect(store.getSnapshot().phase).toBe('cancelling')
  await settle()
  expect(store.getSnapshot().phase).toBe('running')
  expect(shell.announce).toHaveBeenCalledWith("L'annulation n'a pas abouti.")
})

test('a session that ends after the page was left takes nobody to sign-in', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  let isOver = false
  const shell = createTestShell({ getToken: async () => (isOver ? Promise.reject(new Error('login_required')) : 'token') })
  const { store, leave } = await openStore(shell)
  leave()
  isOver = true
  worker.cutStream()
  await settle()
  expect(store.getSnapshot()).toMatchObject({ phase: 'idle', stop: null })
  expect(shell.signIn).not.toHaveBeenCalled()
})

test('a closed store sends nothing any more', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const { store } = await openStore()
  store.close()
  const sent = worker.requests.length
  await vi.advanceTimersByTimeAsync(streamIdleTimeoutMs * 2)
  expect(worker.requests).toHaveLength(sent)
})
