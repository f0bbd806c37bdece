import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads server-sent events until the stream ends. Throws when no byte arrives for `idleTimeoutMs`. Comments count as bytes. */
export async function* readEvents(body: ReadableStream<Uint8Array>, idleTimeoutMs: number): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => received.push(event) })
  try {
    while (true) {
      const { done, value } = await withIdleTimeout(reader.read(), idleTimeoutMs)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* received
      received = []
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function withIdleTimeout<Value>(promise: Promise<Value>, idleTimeoutMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the stream was idle for ${idleTimeoutMs} ms`)), idleTimeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
