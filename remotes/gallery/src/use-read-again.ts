import type { QueryState } from '@encre/remote-kit/use-query'
import { useEffect, useEffectEvent } from 'react'

interface Query {
  state: QueryState<unknown>
  retry: () => void
  reload: () => void
}

/** Reads again when the member comes back to the tab or online, and when `count` grows. */
export function useReadAgain(query: Query, count = 0): void {
  const readAgain = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    if (query.state.status === 'failed') query.retry()
    else if (query.state.status === 'loaded') query.reload()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', () => readAgain(), { signal })
    addEventListener('online', () => readAgain(), { signal })
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (count) readAgain()
  }, [count])
}
