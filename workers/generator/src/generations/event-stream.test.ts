import { afterEach, expect, it, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

afterEach(() => vi.useRealTimers())

it('writes a comment every fifteen seconds, so that nothing between here and the page closes it', async () => {
  vi.useFakeTimers()
  const onQuiet = vi.fn()
  const stream = openEventStream(null, { onQuiet })
  vi.advanceTimersByTime(14_999)
  expect(onQuiet).not.toHaveBeenCalled()
  vi.advanceTimersByTime(15_001)
  stream.close()
  vi.advanceTimersByTime(60_000)
  expect(await new Response(stream.body).text()).toBe('retry: 1000\n\n: still there\n\n: still there\n\n')
})

it('says once that the page has left', async () => {
  const onClose = vi.fn()
  const stream = openEventStream(null, { onClose })
  await stream.body.cancel()
  stream.close()
  expect(onClose).toHaveBeenCalledOnce()
})
