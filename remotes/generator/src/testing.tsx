import type { Generation, GeneratorOptions, Parent } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { makeDesign, openRemote, problemReply, stubFetch } from '@encre/remote-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, vi } from 'vitest'
import { closeGenerations } from './generation/use-generations.ts'
import { Remote } from './remote.tsx'

// The DOM of the tests has no canvas: e2e/reference.spec.ts reduces images in a browser. Here a
// file named 'illisible' cannot be decoded.
vi.mock('./steps/reduce-image.ts', async (load) => ({
  ...(await load<typeof import('./steps/reduce-image.ts')>()),
  reduceImage: vi.fn(async (file: File) =>
    file.name.includes('illisible') ? Promise.reject(new Error('not an image')) : file,
  ),
}))

// Also a set-up file: each test starts with a new document.
afterEach(closeGenerations)

/** Reloads the document. The tab's storage stays. */
export function reloadPage(): void {
  cleanup()
  closeGenerations()
}

function encodeEvent(type: 'state' | 'partial', data: unknown, id = '1'): Uint8Array {
  return new TextEncoder().encode(`event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The event streams that the page has opened, the newest last. */
function createEventStreams() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const streamsById = new Map<string, ReadableStreamDefaultController<Uint8Array>>()
  return {
    open(id: string, signal: AbortSignal | null | undefined): Response {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        streams.push(controller)
        streamsById.set(id, controller)
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      }
      return new Response(new ReadableStream({ start }))
    },
    emit: (type: 'state' | 'partial', data: unknown, id = '1') =>
      streams.at(-1)?.enqueue(encodeEvent(type, data, id)),
    emitFor: (generation: Generation) =>
      streamsById.get(generation.id)?.enqueue(encodeEvent('state', generation)),
    emitAll(type: 'state', data: unknown) {
      for (const stream of streams) {
        stream.enqueue(encodeEvent(type, data))
      }
    },
    cut: () => streams.at(-1)?.close(),
  }
}

const defaultOptions: GeneratorOptions = {
  references: true,
  transparent: false,
  partials: true,
  origin: 'drawn',
  quota: { limit: 20, left: 17, resetsAt: '2026-11-21T00:00:00.000Z' },
}

/** Replaces `fetch` by the generator's worker as the page sees it. */
export function stubWorker(
  settings: { options?: Partial<GeneratorOptions>; running?: Generation[] } = {},
) {
  const requests: { method: string; path: string; headers: Headers; body: unknown }[] = []
  const events = createEventStreams()
  /** Idempotency keys in the order in which they came: the first is generation-1. */
  const keys: string[] = []
  const acceptedId = (key: string) =>
    `generation-${(keys.includes(key) ? keys.indexOf(key) : keys.push(key) - 1) + 1}`
  const worker = {
    requests,
    /** Replies to the next request of a call, such as 'POST /api/generator/generations'. */
    replyOnce: new Map<string, () => Response | Promise<Response>>(),
    generations: settings.running ?? [],
    sent: (method: string, path: string) =>
      requests.filter((request) => request.method === method && request.path === path),
    emit: events.emit,
    emitFor: events.emitFor,
    emitAll: events.emitAll,
    cutStream: events.cut,
  }

  async function reply(
    path: string,
    method: string,
    headers: Headers,
    signal: AbortSignal | null | undefined,
  ): Promise<Response> {
    const key = `${method} ${path}`
    const replyOnce = worker.replyOnce.get(key)
    worker.replyOnce.delete(key)
    if (replyOnce) return replyOnce()
    if (headers.get('authorization') !== 'Bearer token') {
      return problemReply('permission-denied', 401)()
    }
    const call = calls[key]
    if (call) return call(headers)
    if (path.endsWith('/events')) return events.open(path.split('/').at(-2) ?? '', signal)
    const id = path.split('/').at(-1) ?? ''
    if (method === 'DELETE') return Response.json(makeGeneration({ id, state: 'cancelled' }))
    return Response.json(makeGeneration({ state: 'calling' }))
  }

  const calls: Record<string, (headers: Headers) => Response> = {
    'GET /api/generator/options': () => Response.json({ ...defaultOptions, ...settings.options }),
    'POST /api/generator/references': () => Response.json({ id: 'reference-1' }, { status: 201 }),
    'GET /api/generator/generations': () => Response.json({ generations: worker.generations }),
    'POST /api/generator/generations': (headers) => {
      const id = acceptedId(headers.get('idempotency-key') ?? '')
      return Response.json(makeGeneration({ id, state: 'queued' }), { status: 202 })
    },
  }

  stubFetch((address, init) => {
    // The id of an upload differs in each test.
    const path = address.replace(/\?id=.*/, '')
    const method = init.method ?? 'GET'
    const headers = new Headers(init.headers)
    requests.push({
      method,
      path,
      headers,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    })
    return reply(path, method, headers, init.signal)
  })
  return worker
}

const request: Generation['request'] = {
  style: 'traditional',
  size: 'medium',
  sizeDetail: null,
  placement: 'arm',
  placementDetail: null,
  colors: ['#000000'],
  description: 'Un loup sous la lune',
  referenceId: null,
}

export function makeGeneration(part: Partial<Generation> = {}): Generation {
  const id = part.id ?? 'generation-1'
  const createdAt = part.createdAt ?? '2026-11-20T10:00:00.000Z'
  const { description, referenceId: _, transparent: __, ...chosen } = part.request ?? request
  const design = makeDesign(id, { ...chosen, subject: description, createdAt, origin: 'drawn' })
  const isDone = part.state === 'done'
  return {
    id,
    state: 'done',
    createdAt,
    request,
    problem: null,
    requestId: 'request-7',
    seed: isDone ? design.imageUrl : null,
    design: isDone ? design : null,
    ...part,
  }
}

/** The design that a variation starts from. */
export const parent: Parent = {
  id: 'design-7',
  number: 12,
  imageUrl: 'https://encre.example/api/gallery/images/design-7?o=0&e=0&s=0',
  subject: 'Une rose fanée',
  style: 'dotwork',
  size: 'custom',
  sizeDetail: '9 cm',
  placement: 'leg',
  placementDetail: null,
  colors: ['#cc0000'],
}

export const generations = '/api/generator/generations'

export const prompt = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Décrivez votre idée' })

export const generate = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Générer' })

export function openGenerator(changes: Partial<ShellApi> = {}) {
  return openRemote(Remote, { path: '/generator', ...changes })
}

/** Opens the line with background and format. */
export async function openOptions(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: /Options$/ }))
  await screen.findByRole('group', { name: /^(Fond|Format)$/ })
}
