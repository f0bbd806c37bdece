import { useEffect, useEffectEvent } from 'react'

/** The delay before the first retry; each further delay is twice the one before, up to `maximumRetryDelayMs`. */
export const firstRetryDelayMs = 2000
export const maximumRetryDelayMs = 30_000

/** While `failed`, calls `retry` after growing delays, and at once when the browser is online again or the tab becomes visible. */
export function useRecovery(failed: boolean, retry: () => Promise<void>): void {
  const handleRetry = useEffectEvent(retry)
  useEffect(() => {
    if (!failed) return
    const listening = new AbortController()
    const { signal } = listening
    let delay = firstRetryDelayMs
    let timer: ReturnType<typeof setTimeout>
    let isRetrying = false

    const retryNow = async () => {
      if (isRetrying || document.visibilityState === 'hidden') return
      isRetrying = true
      clearTimeout(timer)
      await handleRetry()
      isRetrying = false
      if (!signal.aborted) scheduleRetry()
    }
    const scheduleRetry = () => {
      timer = setTimeout(retryNow, delay)
      delay = Math.min(delay * 2, maximumRetryDelayMs)
    }
    scheduleRetry()
    addEventListener('online', retryNow, { signal })
    document.addEventListener('visibilitychange', retryNow, { signal })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [failed])
}
