import { withTimeout } from '@encre/protocol/timeout'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads server-sent events until the stream ends. Throws when no byte arrives for `idleTimeoutMs`. Comments count as bytes. */
export async function* readEvents(body: ReadableStream<Uint8Array>, idleTimeoutMs: number): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => received.push(event) })
  try {
    while (true) {
      const { done, value } = await withTimeout(reader.read(), idleTimeoutMs, 'the event stream')
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* received
      received = []
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
