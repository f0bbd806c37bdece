import type { Generation, PartialImage } from '../contract.ts'

// The worker's half of the progress of a generation, for `generation-run.ts`. The page reads it in
// `remotes/generator/src/generation/read-events.ts`, and connects again in `follow-generation.ts`
// there.

export const commentIntervalMs = 15_000
/** More than this waits for a page that reads slowly: states and comments are far less. */
const unreadBytes = 65_536

/**
 * A page that follows a generation. Event ids are `version` or `version.partial`, so that a
 * reconnected page misses and repeats nothing.
 */
export type Follower = ReturnType<typeof openEventStream>

/** The event of a partial image. Encoded once for all pages: nothing else of a run is as large. */
export interface PartialEvent {
  /** Of the state that the image belongs to. */
  version: number
  /** Of the partial images of this state, with this one. */
  count: number
  bytes: Uint8Array
}

export function encodePartial(partial: PartialImage, version: number): PartialEvent {
  const count = partial.index + 1
  return { version, count, bytes: encodeEvent('partial', `${version}.${count}`, partial) }
}

const encoder = new TextEncoder()

function encodeEvent(event: string, id: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}

/**
 * `onClose` is called once, whichever side closes the stream; `onIdle` with each comment that keeps
 * the connection open.
 */
export function openEventStream(
  lastEventId: string | null,
  { onClose = () => {}, onIdle = () => {} } = {},
) {
  let [version, partialCount] = parseEventId(lastEventId)
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const timer = setInterval(() => {
    write(encoder.encode(': still there\n\n'))
    onIdle()
  }, commentIntervalMs)
  const body = new ReadableStream<Uint8Array>(
    {
      start: (opened) => {
        controller = opened
        write(encoder.encode('retry: 1000\n\n'))
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: unreadBytes }),
  )

  function write(bytes: Uint8Array) {
    controller?.enqueue(bytes)
  }
  function end() {
    if (!controller) return
    controller = null
    clearInterval(timer)
    onClose()
  }

  return {
    body,
    sendState(generation: Generation, stateVersion: number) {
      if (stateVersion <= version) return
      version = stateVersion
      partialCount = 0
      write(encodeEvent('state', `${version}`, generation))
    },
    /** A page that has not read the image before this one gets the next: memory holds one. */
    sendPartial(event: PartialEvent) {
      if (event.version !== version || event.count <= partialCount) return
      if ((controller?.desiredSize ?? 0) <= 0) return
      partialCount = event.count
      write(event.bytes)
    },
    close() {
      const open = controller
      end()
      open?.close()
    },
  }
}

function parseEventId(id: string | null): [version: number, partials: number] {
  const [, version = '0', partials = '0'] = id?.match(/^(\d{1,9})(?:\.(\d{1,9}))?$/) ?? []
  return [Number(version), Number(partials)]
}

export function eventStreamResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}

/**
 * More pages than a member opens. The object has 128 MB of memory for the images that slow pages
 * have not read yet.
 */
export const mostFollowers = 8
