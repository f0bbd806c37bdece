import { expect, it, vi } from 'vitest'
import { designPng, member, provider } from '../testing.ts'
import { commentIntervalMs, encodePartial, mostFollowers, openEventStream } from './event-stream.ts'

interface Event {
  event: string
  id: string
  data: { state?: string; index?: number; image?: string; design?: { id: string } }
}

it('sends states and partial images, and ends with the generation', async () => {
  const { upstream, id } = await startStreaming()
  const reader = readEvents(await follow(id))
  expect(await next(reader)).toMatchObject({
    event: 'state',
    id: '2',
    data: { state: 'calling', design: null },
  })
  upstream.partial(0)
  const image = expect.stringMatching(/^data:image\/png;base64,/)
  expect(await next(reader)).toMatchObject({
    event: 'partial',
    id: '2.1',
    data: { index: 0, image },
  })
  upstream.partial(1)
  expect(await next(reader)).toMatchObject({ event: 'partial', id: '2.2', data: { index: 1 } })
  upstream.complete()
  expect(await next(reader)).toMatchObject({ event: 'state', id: '3', data: { state: 'storing' } })
  expect(await next(reader)).toMatchObject({
    event: 'state',
    id: '4',
    data: { state: 'done', design: { id } },
  })
  expect(await next(reader)).toBeNull()
})

it('resumes after the last event that the page received', async () => {
  const { upstream, id } = await startStreaming()
  const cut = readEvents(await follow(id))
  await next(cut)
  upstream.partial(0)
  expect(await next(cut)).toMatchObject({ id: '2.1' })
  await cut.return(undefined)

  const seen = readEvents(await follow(id, '2.1'))
  upstream.partial(1)
  expect(await next(seen)).toMatchObject({ id: '2.2' })
  const late = readEvents(await follow(id, '2'))
  expect(await next(late)).toMatchObject({ id: '2.2' })
  upstream.complete()
  expect(await next(late)).toMatchObject({ id: '3' })
  expect(await next(late)).toMatchObject({ id: '4', data: { state: 'done' } })
})

it('ends the stream of one page too many after its first state, and disturbs no other', async () => {
  const { upstream, id } = await startStreaming()
  const readers = await Promise.all(
    Array.from({ length: mostFollowers }, async () => readEvents(await follow(id))),
  )
  for (const reader of readers) {
    expect(await next(reader)).toMatchObject({ id: '2', data: { state: 'calling' } })
  }
  const oneMore = readEvents(await follow(id))
  expect([await next(oneMore), await next(oneMore)]).toMatchObject([
    { id: '2', data: { state: 'calling' } },
    null,
  ])
  upstream.complete()
  for (const reader of readers) {
    expect([await next(reader), await next(reader)]).toMatchObject([
      { id: '3' },
      { data: { state: 'done' } },
    ])
  }
})

it('sends the final state of an ended generation once', async () => {
  const { id } = await member.generate()
  const response = await follow(id)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = readEvents(response)
  const last = await next(reader)
  expect(last).toMatchObject({ event: 'state', data: { state: 'done', design: { id } } })
  expect(await next(reader)).toBeNull()
  expect(await next(readEvents(await follow(id, last?.id)))).toBeNull()
})

function follow(id: string, lastEventId?: string): Promise<Response> {
  return member.call(`/generations/${id}/events`, {
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
  })
}

/**
 * A provider that streams images on demand. It polls, because workerd forbids writing to a stream
 * from another request.
 */
function streamOfImages() {
  const waiting: string[] = []
  const body = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while (waiting.length === 0) {
      await scheduler.wait(5)
    }
    const text = waiting.shift() ?? ''
    controller.enqueue(new TextEncoder().encode(text))
  }
  provider.answer = async () =>
    new Response(new ReadableStream({ pull: body }), {
      headers: { 'content-type': 'text/event-stream' },
    })
  const send = (type: string, fields: object) => {
    waiting.push(
      `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: designPng.toBase64(), ...fields })}\n\n`,
    )
  }
  return {
    partial: (index: number) =>
      send('image_generation.partial_image', { partial_image_index: index }),
    complete: () => send('image_generation.completed', {}),
  }
}

async function startStreaming() {
  const upstream = streamOfImages()
  const { id } = await member.start()
  await member.waitFor(id, 'calling')
  return { upstream, id }
}

async function* readEvents(response: Response): AsyncGenerator<Event> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      if (fields.event)
        yield { event: fields.event, id: fields.id ?? '', data: JSON.parse(fields.data ?? 'null') }
    }
  }
}

async function next(reader: AsyncGenerator<Event>): Promise<Event | null> {
  const { value, done } = await reader.next()
  return done ? null : value
}

it('writes a comment every fifteen seconds, so that no proxy closes an idle connection', async () => {
  vi.useFakeTimers()
  const onIdle = vi.fn()
  const stream = openEventStream(null, { onIdle })
  vi.advanceTimersByTime(commentIntervalMs - 1)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(commentIntervalMs + 1)
  stream.close()
  vi.advanceTimersByTime(4 * commentIntervalMs)
  expect(await new Response(stream.body).text()).toBe(
    'retry: 1000\n\n: still there\n\n: still there\n\n',
  )
})

it('keeps one partial image for a page that reads slowly, and sends it the next that comes', async () => {
  const stream = openEventStream(null)
  const image = `data:image/png;base64,${'A'.repeat(100_000)}`
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  const send = (index: number) => stream.sendPartial(encodePartial({ index, image }, 0))
  for (const index of [0, 1, 2]) send(index)
  let text = ''
  while (!text.endsWith('"}\n\n')) text += (await reader.read()).value ?? ''
  expect(text.match(/^id: .*$/gm)).toEqual(['id: 0.1'])
  send(3)
  stream.close()
  expect((await reader.read()).value).toContain('id: 0.4')
})
