import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { vi } from 'vitest'

/**
 * Runs `work` with a call that never settles. The timeout of that call elapses at once when every
 * other call has settled, so the test does not wait for it. Only one call may hang at a time.
 */
export async function withHangingCall<Result>(
  work: (hang: () => Promise<never>) => Promise<Result>,
): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hang = () => {
    void elapseTimeout()
    return new Promise<never>(() => {})
  }
  try {
    return await work(hang)
  } finally {
    vi.useRealTimers()
  }
}

async function elapseTimeout(): Promise<void> {
  do await scheduler.wait(1)
  while (vi.getTimerCount() > 1)
  vi.advanceTimersByTime(dependencyTimeoutMs)
}
