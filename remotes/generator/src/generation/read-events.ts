/** One server-sent event; a comment, which only says that the line lives, is none. */
export interface ServerEvent {
  id: string | null
  type: string
  data: string
}

/** Reads server-sent events until the stream ends. Throws when nothing at all arrives for `silence` milliseconds. */
export async function* readEvents(body: ReadableStream<Uint8Array>, silence: number): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    while (true) {
      const { done, value } = await beforeSilence(reader.read(), silence)
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      const blocks = buffer.split(/\r?\n\r?\n/)
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseEvent(block: string): ServerEvent | null {
  const event: ServerEvent = { id: null, type: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = line.match(/^(\w+)(?:: ?(.*))?$/) ?? []
    if (field === 'id') event.id = value
    if (field === 'event') event.type = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { ...event, data: data.join('\n') } : null
}

function beforeSilence<Value>(promise: Promise<Value>, silence: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the stream fell silent')), silence)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
