import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longestWaitMs, waitForPaint } from './first-paint.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('waits for the task after the next frame', async () => {
  const painted = vi.fn()
  const waited = waitForPaint().then(painted)
  await vi.advanceTimersToNextFrame()
  expect(painted).not.toHaveBeenCalled()
  await waited
  expect(vi.getTimerCount()).toBe(1)
})

test('in the background, where no frame comes, waits 100 ms', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const painted = vi.fn()
  void waitForPaint().then(painted)
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  expect(painted).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(painted).toHaveBeenCalled()
  vi.unstubAllGlobals()
})
