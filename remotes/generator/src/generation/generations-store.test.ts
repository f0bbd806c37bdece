import { requestTimeoutMs } from '@encre/remote-kit/request'
import { createTestShell, deferReply, problemReply } from '@encre/remote-kit/testing'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defaultChoices, toRequest } from '../choices.ts'
import { makeGeneration, stubWorker } from '../testing.tsx'
import { reconnectDelaysMs, streamIdleTimeoutMs } from './follow-generation.ts'
import { createGenerationsStore, type GenerationsStore } from './generations-store.ts'
import { resendDelaysMs } from './send-generation.ts'

const generations = '/api/generator/generations'
const one = `${generations}/generation-1`
const request = toRequest({ ...defaultChoices, description: 'Un loup' }, { offersTransparent: false })
const noAnswer = () => new Promise<Response>(() => {})
const noResponse = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

// The first load of a chunk takes real time, which fake timers do not wait for.
beforeAll(async () => void (await Promise.all([import('./read-events.ts'), import('./reference-uploads.ts')])))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // A store that goes on would send requests into the next test.
  for (const store of opened.splice(0)) store.close()
  vi.useRealTimers()
})

const opened: GenerationsStore[] = []

/** Lets every pending promise settle, and the import of a chunk, which takes real time. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

const phaseOf = (store: GenerationsStore) => store.getSnapshot().pending[0]?.phase
const keyOf = (store: GenerationsStore) => store.getSnapshot().pending[0]?.key ?? ''

async function openStore(shell = createTestShell({ path: '/generator' })) {
  const store = createGenerationsStore(shell)
  opened.push(store)
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
  expect(phaseOf(store)).toBe('sending')
  await settle()
  expect(phaseOf(store)).toBe('running')
  expect(store.getSnapshot()).toBe(store.getSnapshot())
  unsubscribe()
  listener.mockClear()
  worker.emit('state', makeGeneration({ state: 'done' }))
  await settle()
  expect(store.getSnapshot()).toMatchObject({ pending: [], freshId: 'generation-1' })
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
  expect(phaseOf(store)).toBe('running')
})

test('a frozen connection that heals: the request is sent again after its timeout', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, () => new Promise(() => {}))
  const { store } = await openStore()
  void store.generate(request, null)
  await vi.advanceTimersByTimeAsync(requestTimeoutMs + resendDelaysMs[0])
  expect(worker.sent('POST', generations)).toHaveLength(2)
  expect(phaseOf(store)).toBe('running')
})

test('without any response it fails, and the next click has the same key', async () => {
  const worker = stubWorker()
  const { store } = await openStore()
  const answer = fetch
  vi.stubGlobal('fetch', noResponse)
  void store.generate(request, null)
  const key = keyOf(store)
  await vi.advanceTimersByTimeAsync(resendDelaysMs.reduce((sum: number, delay) => sum + delay, 0))
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'failed', code: 'unavailable' } })
  vi.stubGlobal('fetch', answer)
  void store.generate(request, null)
  await settle()
  expect(worker.sent('POST', generations).map(({ headers }) => headers.get('idempotency-key'))).toEqual([key])
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
  expect(store.getSnapshot()).toMatchObject({ pending: [], freshId: 'generation-1' })
})

test('says when the worker cannot be reached, and when it can again', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  worker.replyOnce.set(`GET ${one}/events`, noResponse)
  worker.replyOnce.set(`GET ${one}`, noResponse)
  const { store } = await openStore()
  expect(store.getSnapshot().pending[0]?.connected).toBe(false)
  await vi.advanceTimersByTimeAsync(reconnectDelaysMs[1])
  worker.emit('state', makeGeneration({ state: 'calling' }))
  await settle()
  expect(store.getSnapshot().pending[0]?.connected).toBe(true)
})

test('a refused cancel goes on following', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const { store, shell } = await openStore()
  worker.replyOnce.set(`DELETE ${one}`, problemReply('internal', 500))
  void store.cancel('generation-1')
  expect(phaseOf(store)).toBe('cancelling')
  await settle()
  expect(phaseOf(store)).toBe('running')
  expect(shell.announce).toHaveBeenCalledWith('L’annulation n’a pas abouti.')
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
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: null })
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

test('a request that is sent again says so', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, noResponse)
  const { store } = await openStore()
  void store.generate(request, null)
  await settle()
  expect(store.getSnapshot().pending).toMatchObject([{ phase: 'sending', connected: false }])
  await vi.advanceTimersByTimeAsync(resendDelaysMs[0])
  expect(store.getSnapshot().pending).toMatchObject([{ phase: 'running', connected: true }])
})

test('a request that the worker has not answered is cancelled by its key, and the next one has a new key', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, noAnswer)
  const { store, shell } = await openStore()
  void store.generate(request, null)
  await settle()
  const key = keyOf(store)
  worker.replyOnce.set(`DELETE ${generations}/by-key/${key}`, () => new Response(null, { status: 204 }))
  void store.cancel(key)
  expect(phaseOf(store)).toBe('withdrawing')
  await settle()
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
  expect(shell.announce).toHaveBeenCalledWith('La génération a été annulée.')
  await vi.advanceTimersByTimeAsync(requestTimeoutMs + resendDelaysMs[0])
  expect(worker.sent('POST', generations)).toHaveLength(1)
  void store.generate(request, null)
  expect(keyOf(store)).not.toBe(key)
})

test('a request that arrived although its response did not is cancelled by its key', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, noAnswer)
  const { store } = await openStore()
  void store.generate(request, null)
  await settle()
  const call = `DELETE ${generations}/by-key/${keyOf(store)}`
  worker.replyOnce.set(call, () => Response.json(makeGeneration({ state: 'cancelled' })))
  await store.cancel(keyOf(store))
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
})

test('while a reference is uploaded, nothing needs to be cancelled at the worker', async () => {
  const worker = stubWorker()
  worker.replyOnce.set('POST /api/generator/references', noAnswer)
  const { store } = await openStore()
  void store.generate(request, new File(['bytes'], 'loup.png', { type: 'image/png' }))
  await settle()
  await store.cancel(keyOf(store))
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
  expect(worker.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('a cancel without a response is sent again', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const { store } = await openStore()
  worker.replyOnce.set(`DELETE ${one}`, noResponse)
  void store.cancel('generation-1')
  await vi.advanceTimersByTimeAsync(resendDelaysMs[0])
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
})

test('two running generations are both followed to their end', async () => {
  const [first, second] = [
    makeGeneration({ id: 'generation-1', state: 'calling' }),
    makeGeneration({ id: 'generation-2', state: 'queued' }),
  ]
  const worker = stubWorker({ running: [first, second] })
  const { store } = await openStore()
  await settle()
  expect(
    store
      .getSnapshot()
      .pending.map(({ key }) => key)
      .sort(),
  ).toEqual(['generation-1', 'generation-2'])
  for (const generation of [first, second]) {
    worker.replyOnce.set(`GET ${generations}/${generation.id}`, () => Response.json(makeGeneration({ ...generation, state: 'failed' })))
  }
  worker.cutStreams()
  await settle()
  expect(store.getSnapshot().pending).toEqual([])
})

test('a generation that the list shows before its request is answered is shown once', async () => {
  const worker = stubWorker()
  const { promise, resolve } = Promise.withResolvers<Response>()
  worker.replyOnce.set(`POST ${generations}`, () => promise)
  const { store } = await openStore()
  void store.generate(request, null)
  await settle()
  worker.generations = [makeGeneration({ state: 'calling' })]
  store.open()
  await settle()
  expect(store.getSnapshot().pending).toHaveLength(2)
  resolve(Response.json(makeGeneration({ state: 'calling' })))
  await settle()
  expect(store.getSnapshot().pending).toMatchObject([{ phase: 'running', generation: { id: 'generation-1' } }])
})

test.each([
  ['done', 'Votre design « Un loup sous la lune » est prêt.'],
  ['failed', 'Votre design « Un loup sous la lune » n’a pas pu être créé.'],
  ['interrupted', 'Votre design « Un loup sous la lune » n’a pas pu être créé.'],
] as const)('after the page was left, the shell notifies of one that is %s', async (state, text) => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const shell = { ...createTestShell(), notify: vi.fn() }
  const { leave } = await openStore(shell)
  leave()
  worker.emit('state', makeGeneration({ state }))
  await settle()
  expect(shell.notify.mock.calls).toEqual([[text, '/generator']])
})

test('a generation is notified of once, although two versions of this remote follow it', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const shell = { ...createTestShell(), notify: vi.fn() }
  const versions = [await openStore(shell), await openStore(shell)]
  for (const { leave } of versions) leave()
  worker.emitAll('state', makeGeneration({ state: 'done' }))
  await settle()
  for (const { store } of versions) expect(store.getSnapshot().results).toHaveLength(1)
  expect(shell.notify).toHaveBeenCalledOnce()
})

test('a shell without notifications is left silent', async () => {
  const worker = stubWorker({ running: [makeGeneration({ state: 'calling' })] })
  const { store, shell, leave } = await openStore()
  leave()
  worker.emit('state', makeGeneration({ state: 'done' }))
  await settle()
  expect(store.getSnapshot().results).toHaveLength(1)
  expect(shell.report).not.toHaveBeenCalled()
})

test('without quota, the options are read again when it resets', async () => {
  const resetsAt = new Date(Date.now() + 3_600_000).toISOString()
  const worker = stubWorker({ options: { quota: { limit: 20, left: 0, resetsAt } } })
  await openStore()
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(worker.sent('GET', '/api/generator/options')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(worker.sent('GET', '/api/generator/options')).toHaveLength(2)
})

test('four variants have a key each; one that is refused leaves the others as they are', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, problemReply('resource-exhausted', 429))
  const { store } = await openStore()
  void store.generate(request, null, 4)
  await settle()
  const keys = worker.sent('POST', generations).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(4)
  const { slots, pending, stop } = store.getSnapshot()
  expect(slots.map(({ end }) => end)).toEqual([stop, null, null, null])
  expect(stop).toMatchObject({ kind: 'failed', code: 'resource-exhausted', counted: false })
  expect(pending.map(({ phase }) => phase)).toEqual(['running', 'running', 'running'])

  for (const id of ['generation-1', 'generation-2', 'generation-3']) worker.emitFor(makeGeneration({ id, state: 'done' }))
  await settle()
  expect(store.getSnapshot().pending).toEqual([])
  expect(store.getSnapshot().results).toHaveLength(3)
})

test('a second click sends the unanswered variants again with their keys, before new ones', async () => {
  const worker = stubWorker()
  const { store } = await openStore()
  worker.replyOnce.set(`POST ${generations}`, problemReply('internal', 500))
  void store.generate(request, null, 2)
  await settle()
  worker.emitFor(makeGeneration({ id: 'generation-1', state: 'done' }))
  await settle()
  void store.generate(request, null, 2)
  await settle()
  const keys = worker.sent('POST', generations).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(4)
  expect(keys[2]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

test('three variants upload their reference once, for those that are not cancelled meanwhile', async () => {
  const worker = stubWorker()
  const { reply, send } = deferReply()
  worker.replyOnce.set('POST /api/generator/references', reply)
  const { store } = await openStore()
  const file = new File(['bytes'], 'modele.png', { type: 'image/png' })
  void store.generate(request, file, 3)
  await vi.waitFor(() => expect(worker.sent('POST', '/api/generator/references')).toHaveLength(1))
  const [first] = store.getSnapshot().slots
  await store.cancel(first?.key ?? '')
  send(Response.json({ id: 'reference-1' }, { status: 201 }))
  await settle()
  const sent = worker.sent('POST', generations)
  expect(sent.map(({ body }) => body)).toEqual([
    { ...request, referenceId: 'reference-1' },
    { ...request, referenceId: 'reference-1' },
  ])
  expect(worker.sent('POST', '/api/generator/references')).toHaveLength(1)
})

test('the upload of a reference stops when the last of its variants is cancelled', async () => {
  const worker = stubWorker()
  worker.replyOnce.set('POST /api/generator/references', noAnswer)
  const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
  const { store } = await openStore()
  void store.generate(request, new File(['bytes'], 'modele.png', { type: 'image/png' }), 2)
  await vi.waitFor(() => expect(worker.sent('POST', '/api/generator/references')).toHaveLength(1))
  const [first, second] = store.getSnapshot().slots
  await store.cancel(first?.key ?? '')
  expect(abort).not.toHaveBeenCalled()
  await store.cancel(second?.key ?? '')
  expect(abort).toHaveBeenCalledOnce()
  abort.mockRestore()
})

test('the shell notifies once of four variants that end while the page is left', async () => {
  const worker = stubWorker()
  const shell = { ...createTestShell({ path: '/generator' }), notify: vi.fn() }
  const { store, leave } = await openStore(shell)
  void store.generate(request, null, 4)
  await settle()
  leave()
  for (const id of [1, 2, 3]) worker.emitFor(makeGeneration({ id: `generation-${id}`, state: 'done' }))
  await settle()
  expect(shell.notify).not.toHaveBeenCalled()
  worker.emitFor(makeGeneration({ id: 'generation-4', state: 'failed', problem: 'no-image' }))
  await settle()
  expect(shell.notify.mock.calls).toEqual([['3 de vos 4 designs « Un loup sous la lune » sont prêts.', '/generator']])
})
