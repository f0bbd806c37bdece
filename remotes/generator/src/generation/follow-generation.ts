import { type Generation, readGeneration } from '@encre/generator-worker/contract'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { call } from '@encre/remote-kit/call'
import { RequestError } from '@encre/remote-kit/request-error'
import { SessionEndedError } from '@encre/remote-kit/session'
import { type GenerationsState, isFinal } from './generations-state.ts'
import type { Followed } from './read-events.ts'

// Following a generation to its end, over lost connections and reloads. `member-generations.ts`
// calls it, `read-events.ts` reads the stream that the worker's `event-stream.ts` writes.

export const reconnectDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/**
 * Follows a generation to its end: by its event stream, and by polling where a stream does not
 * arrive. Waits for the network for ever.
 */
export async function followGeneration(
  generation: Omit<Followed, 'position'>,
): Promise<Generation> {
  const { signal } = generation
  const position = { lastEventId: null, failures: 0 }
  const followed = { ...generation, position }
  const followStream = async () => {
    // In the chunk of the preview: without it the page polls.
    const { followEvents } = await import(/* webpackChunkName: "later" */ './read-events.ts')
    return followEvents(followed)
  }
  while (true) {
    const streamed = await followStream().catch((error) => {
      if (isPermanent(error, signal)) throw error
      return null
    })
    const ended = streamed ?? (await poll(followed))
    if (ended) return ended
    const delay = Math.min(position.failures, reconnectDelaysMs.length - 1)
    await pause(reconnectDelaysMs[delay] ?? 0, signal)
  }
}

/** Reads the generation once. Null while it runs, or when the network is away. */
async function poll({ id, position, page, tell, signal }: Followed): Promise<Generation | null> {
  try {
    const { shell, inBackground } = page()
    const generation = await call(shell, readGeneration, { params: { id }, signal, inBackground })
    if (isFinal(generation)) return generation
    tell({ type: 'connection', connected: true })
    tell({ type: 'progressed', generation })
    position.failures = 0
  } catch (error) {
    if (isPermanent(error, signal)) throw error
    tell({ type: 'connection', connected: false })
    position.failures += 1
  }
  return null
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    // A generation that is polled for long pauses often: no pause leaves a listener behind.
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', handleAbort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', handleAbort)
  })
}

function isPermanent(error: unknown, signal: AbortSignal): boolean {
  return (
    signal.aborted ||
    error instanceof SessionEndedError ||
    (error instanceof RequestError && [401, 403, 404].includes(error.status))
  )
}

// Saved, so that a failure during a reload can be shown, and notified on another page.
export const followedKey = 'encre.generator.following'

const variantsKey = 'encre.generator.variants'

/** The generations of the last set of variants, in its order. */
export function readVariantIds(): string[] {
  return readIds(variantsKey)
}

export function saveVariantIds(slots: GenerationsState['slots']): void {
  saveIds(variantsKey, slots.length > 1 ? slots.flatMap(({ id }) => id ?? []) : [])
}

export function readFollowedIds(): string[] {
  return readIds(followedKey)
}

export function saveFollowedId(id: string): void {
  saveIds(followedKey, [...readFollowedIds().filter((other) => other !== id), id])
}

/**
 * False the second time: of two versions of this remote on one page, only the first to see the end
 * gets true.
 */
export function deleteFollowedId(id: string): boolean {
  const ids = readFollowedIds()
  if (!ids.includes(id)) return false
  saveIds(
    followedKey,
    ids.filter((other) => other !== id),
  )
  return true
}

function readIds(key: string): string[] {
  return (readTabText(key) ?? '').split(' ').filter(Boolean)
}

function saveIds(key: string, ids: string[]): void {
  saveTabText(key, ids.join(' ') || null)
}
