import { useSyncExternalStore } from 'react'

const events = ['resize', 'online', 'offline']

function subscribe(listener: () => void) {
  const listening = new AbortController()
  for (const event of events) {
    addEventListener(event, listener, { signal: listening.signal })
  }
  return () => listening.abort()
}

/** What is true of the window or the network now. False where the build renders a skeleton. */
export function useBrowser(read: () => boolean): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}

/** A short window keeps both columns, so that the idea and the picture are in view. */
export const isNarrow = () =>
  matchMedia('(max-width: 39.99rem), (max-width: 60rem) and (min-height: 31.25rem)').matches
export const isOffline = () => !navigator.onLine
