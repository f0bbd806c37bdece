import { repeatDelayMs } from '@encre/protocol/writer'
import { requestTimeoutMs } from '@encre/remote-kit/request'
import { problemReply } from '@encre/remote-kit/testing'
import { expect, test, vi } from 'vitest'
import { generations, makeGeneration, stubWorker } from '../testing.tsx'
import {
  keyOf,
  noAnswer,
  noResponse,
  one,
  openPage,
  phaseOf,
  request,
  running,
  settle,
} from './testing-generations.ts'

test('a refused cancel goes on following', async () => {
  const worker = stubWorker({ running })
  const { store, shell } = await openPage()
  worker.replyOnce.set(`DELETE ${one}`, problemReply('resource-exhausted', 429))
  void store.cancel('generation-1')
  expect(phaseOf(store)).toBe('cancelling')
  await settle()
  expect(phaseOf(store)).toBe('running')
  expect(shell.announce).toHaveBeenCalledWith('L’annulation n’a pas abouti.')
})

test.each([
  { name: 'not received', reply: () => new Response(null, { status: 204 }) },
  { name: 'received', reply: () => Response.json(makeGeneration({ state: 'cancelled' })) },
])(
  'a request without an answer that the worker has $name is cancelled by its key, and the next one has a new key',
  async ({ reply }) => {
    const worker = stubWorker()
    worker.replyOnce.set(`POST ${generations}`, noAnswer)
    const { store, shell } = await openPage()
    void store.generate(request, null)
    await settle()
    const key = keyOf(store)
    worker.replyOnce.set(`DELETE ${generations}/by-key/${key}`, reply)
    void store.cancel(key)
    expect(phaseOf(store)).toBe('withdrawing')
    await settle()
    expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
    expect(shell.announce).toHaveBeenCalledWith('La génération a été annulée.')
    await vi.advanceTimersByTimeAsync(requestTimeoutMs + repeatDelayMs)
    expect(worker.sent('POST', generations)).toHaveLength(1)
    void store.generate(request, null)
    expect(keyOf(store)).not.toBe(key)
  },
)

test('a cancel without a response is sent again', async () => {
  const worker = stubWorker({ running })
  const { store } = await openPage()
  worker.replyOnce.set(`DELETE ${one}`, noResponse)
  void store.cancel('generation-1')
  await vi.advanceTimersByTimeAsync(repeatDelayMs)
  expect(store.getSnapshot()).toMatchObject({ pending: [], stop: { kind: 'cancelled' } })
})
