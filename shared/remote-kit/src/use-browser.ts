import { useSyncExternalStore } from 'react'

const events = ['resize', 'online', 'offline']

const listeners = new Set<() => void>()

/** One for all, so that React shows what they say in one step. */
function handleEvent() {
  for (const listener of listeners) {
    listener()
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  for (const event of events) {
    addEventListener(event, handleEvent)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const event of events) {
      removeEventListener(event, handleEvent)
    }
  }
}

/** What is true of the window or the network now. False where the build renders a skeleton. */
export function useBrowser(read: () => boolean): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}

/** For `useBrowser`. */
export const isOffline = () => !navigator.onLine
