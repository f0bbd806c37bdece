import { afterEach, expect, it, vi } from 'vitest'
import { commentIntervalMs, openEventStream } from './event-stream.ts'

afterEach(() => vi.useRealTimers())

it('writes a comment every fifteen seconds, so that no proxy closes an idle connection', async () => {
  vi.useFakeTimers()
  const onIdle = vi.fn()
  const stream = openEventStream(null, { onIdle })
  vi.advanceTimersByTime(commentIntervalMs - 1)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(commentIntervalMs + 1)
  stream.close()
  vi.advanceTimersByTime(4 * commentIntervalMs)
  expect(await new Response(stream.body).text()).toBe('retry: 1000\n\n: still there\n\n: still there\n\n')
})

it('reports once that the page has disconnected', async () => {
  const onClose = vi.fn()
  const stream = openEventStream(null, { onClose })
  await stream.body.cancel()
  stream.close()
  expect(onClose).toHaveBeenCalledOnce()
})
