// A set-up file, to name before the one that unmounts: what a page adds to the window or the
// document is gone when the page is.
import { afterEach, expect } from 'vitest'

interface Listening {
  type: string
  listener: unknown
  /** Where it was added, in our sources. */
  place: string
}

let listening: Listening[] = []

function forget(type: string, listener: unknown): void {
  listening = listening.filter((each) => each.type !== type || each.listener !== listener)
}

for (const target of [window, document]) {
  const { addEventListener, removeEventListener } = target
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    const place = findPlace()
    const { signal, once } = typeof options === 'object' ? options : {}
    if (place && !once && !signal?.aborted) listening.push({ type, listener, place })
    signal?.addEventListener('abort', () => forget(type, listener))
    addEventListener.call(target, type, listener, options)
  }
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ) => {
    forget(type, listener)
    removeEventListener.call(target, type, listener, options)
  }
}

afterEach(() => {
  const left = listening.map(({ type, place }) => `${type}, added by ${place}`)
  listening = []
  expect(left).toEqual([])
})

/** These listen from a page's start to its end. */
const forGood = ['/report-error.ts', '/health-reports.ts']

/** The line of our sources that called. Null for a library: React and user-event stay for good. */
function findPlace(): string | null {
  // After the message, this function and the replaced one.
  const caller = new Error().stack?.split('\n')[3] ?? ''
  const isOurs = caller.includes('/src/') && !caller.includes('node_modules')
  return isOurs && !forGood.some((file) => caller.includes(file)) ? caller.trim() : null
}
