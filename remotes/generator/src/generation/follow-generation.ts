import { Generation, type GenerationState, PartialImage } from '@encre/generator-worker/contract'
import { RequestError } from '@encre/protocol/request'
import * as z from 'zod/mini'
import { getGeneration, openEvents } from '../generator-api.ts'
import { SessionEnded, type WithToken } from '../session.ts'
import { readEvents } from './read-events.ts'

export interface Follower {
  /** Each state but the final one, which is the answer. */
  onState(generation: Generation): void
  /** A data URL. */
  onPartial(image: string): void
  /** False while the worker cannot be reached, true when it can again. */
  onConnection(connected: boolean): void
}

// The worker writes a comment every 15 s.
const silence = 25_000
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Follows a generation to its final state: by its events, resumed after the last one seen, and by asking where a stream does not
 * come through. Waits as long as it takes for a network to return; throws when the generation is gone or the session ended.
 */
export async function followGeneration(id: string, withToken: WithToken, follower: Follower, signal: AbortSignal): Promise<Generation> {
  let lastEventId: string | null = null
  let failures = 0
  while (true) {
    try {
      const events = await withToken((token) => openEvents(token, id, lastEventId, signal))
      for await (const event of readEvents(events, silence)) {
        failures = 0
        follower.onConnection(true)
        lastEventId = event.id ?? lastEventId
        const generation = event.type === 'state' ? parse(Generation, event.data) : null
        if (generation && isFinal(generation.state)) return generation
        if (generation) follower.onState(generation)
        const partial = event.type === 'partial' ? parse(PartialImage, event.data) : null
        if (partial?.image.startsWith('data:image/')) follower.onPartial(partial.image)
      }
    } catch (error) {
      if (isHopeless(error, signal)) throw error
    }
    try {
      const generation = await withToken((token) => getGeneration(token, id, signal))
      if (isFinal(generation.state)) return generation
      follower.onConnection(true)
      follower.onState(generation)
      failures = 0
    } catch (error) {
      if (isHopeless(error, signal)) throw error
      follower.onConnection(false)
      failures += 1
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 0, signal)
  }
}

export function isFinal(state: GenerationState): boolean {
  return state === 'done' || state === 'failed' || state === 'interrupted' || state === 'cancelled'
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function isHopeless(error: unknown, signal: AbortSignal): boolean {
  return (
    signal.aborted || error instanceof SessionEnded || (error instanceof RequestError && (error.status === 404 || error.status === 403))
  )
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, data: string): z.infer<Schema> | null {
  try {
    return z.safeParse(schema, JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
