import { expect, test } from 'vitest'
import { readEvents, type ServerEvent } from './read-events.ts'

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  for await (const event of readEvents(body, 1000)) events.push(event)
  return events
}

test('reads events across chunks, even where a letter is cut in two', async () => {
  const bytes = new TextEncoder().encode(': hello\n\nretry: 1000\n\nevent: state\nid: 2.1\ndata: {"a":"é"}\n\ndata: b\ndata: c\r\n\r\n')
  const cut = bytes.indexOf(0xc3) + 1
  expect(await readAll(streamOf(bytes.slice(0, cut), bytes.slice(cut)))).toEqual([
    { id: '2.1', type: 'state', data: '{"a":"é"}' },
    { id: null, type: 'message', data: 'b\nc' },
  ])
})

test('an event that the stream did not finish is none', async () => {
  expect(await readAll(streamOf(new TextEncoder().encode('data: half')))).toEqual([])
})

test('a silent stream is given up', async () => {
  const events = readEvents(new ReadableStream(), 10)
  await expect(events.next()).rejects.toThrow('silent')
})
