import { askIntervalMs, repeatDelayMs } from '@encre/protocol/writer'
import { requestTimeoutMs } from '@encre/remote-kit/request'
import { createTestShell, problemReply } from '@encre/remote-kit/testing'
import { describe, expect, test, vi } from 'vitest'
import { generations, makeGeneration, stubWorker } from '../testing.tsx'
import { reconnectDelaysMs } from './follow-generation.ts'
import { MemberGenerations } from './member-generations.ts'
import { streamIdleTimeoutMs } from './read-events.ts'
import {
  keyOf,
  noResponse,
  one,
  openPage,
  phaseOf,
  request,
  running,
  sentKeys,
  settle,
} from './testing-generations.ts'

test('one generation at a time: a second click while one is pending sends nothing', async () => {
  const worker = stubWorker()
  const { store } = await openPage()
  void store.generate(request, null)
  void store.generate(request, null)
  await settle()
  expect(worker.sent('POST', generations)).toHaveLength(1)
})

test.each([
  { name: 'no response', reply: noResponse },
  { name: 'a proxy', reply: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) },
])('a request that gets $name is sent again with the same key', async ({ reply }) => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, reply)
  const { store } = await openPage()
  void store.generate(request, null)
  await vi.advanceTimersByTimeAsync(repeatDelayMs)
  const keys = sentKeys(worker)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  expect(store.getSnapshot().pending).toMatchObject([{ phase: 'running', connected: true }])
})

test('without any response it says so, and is sent again until there is one', async () => {
  const worker = stubWorker()
  const { store } = await openPage()
  const answer = fetch
  vi.stubGlobal('fetch', noResponse)
  void store.generate(request, null)
  const key = keyOf(store)
  await vi.advanceTimersByTimeAsync(repeatDelayMs + 10 * askIntervalMs)
  expect(store.getSnapshot()).toMatchObject({
    pending: [{ phase: 'sending', connected: false }],
    stop: null,
  })
  vi.stubGlobal('fetch', answer)
  await vi.advanceTimersByTimeAsync(askIntervalMs + repeatDelayMs)
  expect(sentKeys(worker)).toEqual([key])
  expect(phaseOf(store)).toBe('running')
})

describe('without a network', () => {
  const isOnline = () => vi.spyOn(navigator, 'onLine', 'get')

  test('nothing leaves, until the network is there', async () => {
    const worker = stubWorker()
    const { store } = await openPage()
    isOnline().mockReturnValue(false)
    void store.generate(request, new File(['bytes'], 'modele.png', { type: 'image/png' }), 2)
    await vi.advanceTimersByTimeAsync(60_000)
    const waiting = { phase: 'waiting', connected: false }
    expect(store.getSnapshot().pending).toMatchObject([waiting, waiting])
    expect(worker.requests.filter(({ method }) => method === 'POST')).toEqual([])
    isOnline().mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await settle()
    const running = { phase: 'running', connected: true }
    expect(store.getSnapshot().pending).toMatchObject([running, running])
    expect(new Set(sentKeys(worker)).size).toBe(2)
  })

  test('a request is taken back without a request', async () => {
    const worker = stubWorker()
    const { store } = await openPage()
    isOnline().mockReturnValue(false)
    void store.generate(request, null)
    void store.cancel(keyOf(store))
    isOnline().mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
    expect(worker.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

test('a click after a refusal is a new request, with a key of its own', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, problemReply('resource-exhausted', 429))
  const { store } = await openPage()
  void store.generate(request, null)
  await settle()
  void store.generate(request, null)
  await settle()
  const keys = sentKeys(worker)
  expect(new Set(keys).size).toBe(2)
})

test('a stream that breaks is polled, then resumed after its last event', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'queued' })] })
  const { store } = await openPage()
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
  {
    name: 'whose headers do not come',
    reply: () => new Promise<Response>(() => {}),
    timeoutMs: requestTimeoutMs,
  },
  {
    name: 'without a byte',
    reply: () => new Response(new ReadableStream()),
    timeoutMs: streamIdleTimeoutMs,
  },
])('an event stream $name is given up for polling', async ({ reply, timeoutMs }) => {
  const worker = stubWorker({ running })
  worker.replyOnce.set(`GET ${one}/events`, reply)
  worker.replyOnce.set(`GET ${one}`, () => Response.json(makeGeneration({ state: 'done' })))
  const { store } = await openPage()
  await vi.advanceTimersByTimeAsync(timeoutMs)
  expect(store.getSnapshot()).toMatchObject({ pending: [], freshId: 'generation-1' })
})

test('says when the worker cannot be reached, and when it can again', async () => {
  const worker = stubWorker({ running })
  worker.replyOnce.set(`GET ${one}/events`, noResponse)
  worker.replyOnce.set(`GET ${one}`, noResponse)
  const { store } = await openPage()
  expect(store.getSnapshot().pending[0]?.connected).toBe(false)
  await vi.advanceTimersByTimeAsync(reconnectDelaysMs[1])
  worker.emit('state', makeGeneration({ state: 'calling' }))
  await settle()
  expect(store.getSnapshot().pending[0]?.connected).toBe(true)
})

test('a session that ends after the page was left takes nobody to sign-in', async () => {
  const worker = stubWorker({ running })
  let isOver = false
  const shell = createTestShell({
    getToken: async () => (isOver ? Promise.reject(new Error('login_required')) : 'token'),
  })
  const { store, leave } = await openPage(shell)
  leave()
  isOver = true
  worker.cutStream()
  await settle()
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: null })
  expect(shell.signIn).not.toHaveBeenCalled()
})

test('a generation that the list shows before its request is answered is shown once', async () => {
  const worker = stubWorker()
  const { promise, resolve } = Promise.withResolvers<Response>()
  worker.replyOnce.set(`POST ${generations}`, () => promise)
  const { store } = await openPage()
  void store.generate(request, null)
  await settle()
  worker.generations = running
  await openPage()
  expect(store.getSnapshot().pending).toHaveLength(2)
  resolve(Response.json(makeGeneration({ state: 'calling' })))
  await settle()
  expect(store.getSnapshot().pending).toMatchObject([
    { phase: 'running', generation: { id: 'generation-1' } },
  ])
})

test.each([
  { state: 'done', text: 'Votre design « Un loup sous la lune » est prêt.' },
  { state: 'failed', text: 'Votre design « Un loup sous la lune » n’a pas pu être créé.' },
] as const)(
  'after the page was left, the shell notifies of one that is $state',
  async ({ state, text }) => {
    const worker = stubWorker({ running })
    const shell = { ...createTestShell(), notify: vi.fn() }
    const { leave } = await openPage(shell)
    leave()
    worker.emit('state', makeGeneration({ state }))
    await settle()
    expect(shell.notify.mock.calls).toEqual([[text, '/generator']])
    expect(shell.announce).not.toHaveBeenCalled()
  },
)

test('a generation is notified of once, although two versions of this remote follow it', async () => {
  const worker = stubWorker({ running })
  const shell = { ...createTestShell(), notify: vi.fn() }
  const versions = [1, 2].map(() => new MemberGenerations('member-1', shell))
  for (const version of versions) {
    version.receiveList(running)
  }
  await settle()
  worker.emitAll('state', makeGeneration({ state: 'done' }))
  await settle()
  for (const version of versions) {
    expect(version.getSnapshot().results).toHaveLength(1)
  }
  expect(shell.notify).toHaveBeenCalledOnce()
})

test('without quota, the options are read again when it resets', async () => {
  const resetsAt = new Date(Date.now() + 3_600_000).toISOString()
  const worker = stubWorker({ options: { quota: { limit: 20, left: 0, resetsAt } } })
  await openPage()
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(worker.sent('GET', '/api/generator/options')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  await settle()
  expect(worker.sent('GET', '/api/generator/options')).toHaveLength(2)
})

test('after the quota has reset, the options are read until they are there, and when a device wakes up', async () => {
  const resetsAt = new Date(Date.now() + 3_600_000).toISOString()
  const worker = stubWorker({ options: { quota: { limit: 20, left: 3, resetsAt } } })
  const { store } = await openPage()
  const read = () => worker.sent('GET', '/api/generator/options').length
  worker.replyOnce.set('GET /api/generator/options', noResponse)
  await vi.advanceTimersByTimeAsync(3_601_000)
  await settle()
  expect(read()).toBe(2)
  expect(store.getSnapshot().options?.quota.left).toBe(3)
  await vi.advanceTimersByTimeAsync(30_000)
  await settle()
  expect(read()).toBe(3)
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(read()).toBe(4)
})
