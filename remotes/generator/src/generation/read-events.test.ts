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

test('an event that the stream does not finish is ignored', async () => {
  expect(await readAll('data: half')).toEqual([])
})

test('a large event in small chunks takes time in proportion to its size', async () => {
  const durationOf = async (events: number, bytes: number) => {
    const chunk = new TextEncoder().encode('a'.repeat(1024))
    const chunks = [new TextEncoder().encode('data: '), ...Array<Uint8Array>(bytes / 1024).fill(chunk), new TextEncoder().encode('\n\n')]
    const start = performance.now()
    for (let event = 0; event < events; event++) expect((await readAll(chunks))[0]?.data).toHaveLength(bytes)
    return performance.now() - start
  }
  // The same bytes in one event and in sixteen. A busy machine interrupts both for as long, and the shortest of several the least.
  let [one, sixteen] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < 4; attempt++) {
    one = Math.min(one, await durationOf(1, 4 * 1024 * 1024))
    sixteen = Math.min(sixteen, await durationOf(16, 256 * 1024))
  }
  // Both take the same time if linear, one event 16 times as long if quadratic.
  expect(one / sixteen).toBeLessThan(6)
})

test('a stream without a byte is given up', async () => {
  await expect(readEvents(new ReadableStream(), 10).next()).rejects.toThrow(TimeoutError)
})
