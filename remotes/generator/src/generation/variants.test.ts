import { createTestShell, deferReply, problemReply } from '@encre/remote-kit/testing'
import { expect, test, vi } from 'vitest'
import { generations, makeGeneration, stubWorker } from '../testing.tsx'
import { noAnswer, openPage, request, sentKeys, settle } from './testing-generations.ts'

test('four variants have a key each; one that is refused leaves the others as they are', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(`POST ${generations}`, problemReply('resource-exhausted', 429))
  const { store } = await openPage()
  void store.generate(request, null, 4)
  await settle()
  const keys = sentKeys(worker)
  expect(new Set(keys).size).toBe(4)
  const { slots, pending, stop } = store.getSnapshot()
  expect(slots.map(({ end }) => end)).toEqual([stop, null, null, null])
  expect(stop).toMatchObject({ kind: 'failed', code: 'resource-exhausted', counted: false })
  expect(pending.map(({ phase }) => phase)).toEqual(['running', 'running', 'running'])

  for (const id of ['generation-1', 'generation-2', 'generation-3']) {
    worker.emitFor(makeGeneration({ id, state: 'done' }))
  }
  await settle()
  expect(store.getSnapshot().pending).toEqual([])
  expect(store.getSnapshot().results).toHaveLength(3)
})

test('three variants upload their reference once, for those that are not cancelled meanwhile', async () => {
  const worker = stubWorker()
  const { reply, send } = deferReply()
  worker.replyOnce.set('POST /api/generator/references', reply)
  const { store } = await openPage()
  const file = new File(['bytes'], 'modele.png', { type: 'image/png' })
  void store.generate(request, file, 3)
  await vi.waitFor(() => expect(worker.sent('POST', '/api/generator/references')).toHaveLength(1))
  const [first] = store.getSnapshot().slots
  await store.cancel(first?.key ?? '')
  send(Response.json({ id: 'reference-1' }, { status: 201 }))
  await settle()
  const sent = worker.sent('POST', generations)
  const withReference = { ...request, referenceId: 'reference-1' }
  expect(sent.map(({ body }) => body)).toEqual([withReference, withReference])
  expect(worker.sent('POST', '/api/generator/references')).toHaveLength(1)
})

test('the upload of a reference stops when the last of its variants is cancelled, and the worker has nothing to cancel', async () => {
  const worker = stubWorker()
  worker.replyOnce.set('POST /api/generator/references', noAnswer)
  const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
  const { store } = await openPage()
  void store.generate(request, new File(['bytes'], 'modele.png', { type: 'image/png' }), 2)
  await vi.waitFor(() => expect(worker.sent('POST', '/api/generator/references')).toHaveLength(1))
  const [first, second] = store.getSnapshot().slots
  await store.cancel(first?.key ?? '')
  expect(abort).not.toHaveBeenCalled()
  await store.cancel(second?.key ?? '')
  expect(abort).toHaveBeenCalledOnce()
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
  expect(worker.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('the shell notifies once of four variants that end while the page is left', async () => {
  const worker = stubWorker()
  const shell = { ...createTestShell({ path: '/generator' }), notify: vi.fn() }
  const { store, leave } = await openPage(shell)
  void store.generate(request, null, 4)
  await settle()
  leave()
  for (const id of [1, 2, 3]) {
    worker.emitFor(makeGeneration({ id: `generation-${id}`, state: 'done' }))
  }
  await settle()
  expect(shell.notify).not.toHaveBeenCalled()
  worker.emitFor(makeGeneration({ id: 'generation-4', state: 'failed', problem: 'no-image' }))
  await settle()
  expect(shell.notify.mock.calls).toEqual([
    ['3 de vos 4 designs « Un loup sous la lune » sont prêts.', '/generator'],
  ])
})
