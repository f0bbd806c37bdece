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

export const isNarrow = () => matchMedia('(max-width: 60rem)').matches
export const isOffline = () => !navigator.onLine
