import { TimeoutError } from '@encre/protocol/timeout'
import type { EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

function streamOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function readAll(text: string | Uint8Array[]): Promise<EventSourceMessage[]> {
  const chunks = typeof text === 'string' ? [new TextEncoder().encode(text)] : text
  const events: EventSourceMessage[] = []
  for await (const event of readEvents(streamOf(chunks), 1000)) events.push(event)
  return events
}

test('reads events across chunks, even where a character is cut in two', async () => {
  const bytes = new TextEncoder().encode(': hello\n\nretry: 1000\n\nevent: state\nid: 2.1\ndata: {"a":"é"}\n\ndata: b\ndata: c\r\n\r\n')
  const cut = bytes.indexOf(0xc3) + 1
  expect(await readAll([bytes.slice(0, cut), bytes.slice(cut)])).toEqual([
    { id: '2.1', event: 'state', data: '{"a":"é"}' },
    { id: undefined, event: undefined, data: 'b\nc' },
  ])
})

test.each(['\u2028', '\u2029', '\u0085'])('%j is part of the data, not the end of a line', async (separator) => {
  const [event] = await readAll(`event: state\ndata: {"subject":"Un loup${separator}une lune"}\n\n`)
  expect(event?.data).toBe(`{"subject":"Un loup${separator}une lune"}`)
})

test('a stream without a byte is given up', async () => {
  await expect(readEvents(new ReadableStream(), 10).next()).rejects.toThrow(TimeoutError)
})
