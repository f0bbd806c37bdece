import { followGeneration, Generation, PartialImage } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { withTimeout } from '@encre/protocol/timeout'
import { callForStream } from '@encre/remote-kit/call'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import * as z from 'zod/mini'
import { type FollowEvent, isFinal } from './generations-state.ts'

/**
 * Milliseconds without a byte after which an event stream is given up. The worker sends a comment
 * every 15 s.
 */
export const streamIdleTimeoutMs = 25_000

/** What a request needs that may outlive its page. The end of a session moves an open page only. */
export interface Page {
  shell: ShellApi
  inBackground: boolean
}

export interface Position {
  lastEventId: string | null
  failures: number
}

/** A generation that is followed, and to whom its events are told. */
export interface Followed {
  id: string
  position: Position
  page: () => Page
  tell: (event: FollowEvent) => void
  signal: AbortSignal
}

export async function followEvents({
  id,
  position,
  page,
  tell,
  signal,
}: Followed): Promise<Generation | null> {
  const { shell, inBackground } = page()
  // By `fetch`, because an `EventSource` sends no token.
  const events = await callForStream(shell, followGeneration, {
    params: { id },
    headers: {
      accept: 'text/event-stream',
      ...(position.lastEventId && { 'last-event-id': position.lastEventId }),
    },
    signal,
    inBackground,
  })
  for await (const { event, id: eventId, data } of readEvents(events)) {
    position.failures = 0
    tell({ type: 'connection', connected: true })
    position.lastEventId = eventId ?? position.lastEventId
    const generation = event === 'state' ? parse(Generation, data) : null
    if (generation && isFinal(generation)) return generation
    if (generation) tell({ type: 'progressed', generation })
    const partial = event === 'partial' ? parse(PartialImage, data) : null
    if (partial?.image.startsWith('data:image/')) tell({ type: 'partial', image: partial.image })
  }
  return null
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, data: string): z.infer<Schema> | null {
  try {
    return z.safeParse(schema, JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}

/**
 * Reads server-sent events until the stream ends. Throws when no byte arrives for `streamIdleTimeoutMs`.
 * Comments count as bytes.
 */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => received.push(event) })
  try {
    while (true) {
      const { done, value } = await withTimeout(
        reader.read(),
        streamIdleTimeoutMs,
        'the event stream',
      )
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* received
      received = []
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
