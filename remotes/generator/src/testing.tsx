import type { Generation, GeneratorOptions } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { cleanup, configure, render } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { Remote } from './remote.tsx'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5_000 })

// A set-up file too: each test starts on an empty page, in a new tab.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** What a reload does to the page; the tab's storage stays. */
export const leavePage = cleanup

export interface Call {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** The generator's worker as the page sees it, answering through the test's own `fetch`. */
export function startWorker(settings: { options?: Partial<GeneratorOptions>; running?: Generation[] } = {}) {
  const calls: Call[] = []
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const worker = {
    calls,
    /** Answers one coming request to this path in another way. */
    answerOnce: new Map<string, () => Promise<Response>>(),
    generations: settings.running ?? [],
    sent: (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path),
    emit(type: 'state' | 'partial', data: unknown, id = '1') {
      streams.at(-1)?.enqueue(new TextEncoder().encode(`event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`))
    },
    cutStream: () => streams.at(-1)?.close(),
  }

  async function answer(path: string, method: string, headers: Headers, signal: AbortSignal | null | undefined): Promise<Response> {
    const key = `${method} ${path}`
    const special = worker.answerOnce.get(key)
    worker.answerOnce.delete(key)
    if (special) return special()
    if (headers.get('authorization') !== 'Bearer token') return problemResponse(401, 'permission-denied')
    if (path === '/api/generator/options') {
      return Response.json({
        references: true,
        transparent: false,
        partials: true,
        origin: 'drawn',
        quota: { limit: 20, left: 17, resetsAt: '2026-11-21T00:00:00.000Z' },
        ...settings.options,
      })
    }
    if (path === '/api/generator/references') return Response.json({ id: 'reference-1' }, { status: 201 })
    if (path === '/api/generator/generations' && method === 'GET') return Response.json({ generations: worker.generations })
    if (path === '/api/generator/generations') return Response.json(makeGeneration({ state: 'queued' }), { status: 202 })
    if (path.endsWith('/events')) {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        streams.push(controller)
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      }
      return new Response(new ReadableStream({ start }))
    }
    if (method === 'DELETE') return Response.json(makeGeneration({ state: 'cancelled' }))
    return Response.json(makeGeneration({ state: 'calling' }))
  }

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const [path, method, headers] = [String(input), init.method ?? 'GET', new Headers(init.headers)]
    calls.push({ method, path, headers, body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body })
    init.signal?.throwIfAborted()
    return answer(path, method, headers, init.signal)
  })
  return worker
}

export function problemResponse(status: number, code: string): Response {
  return Response.json({ code, status, title: code, requestId: 'request-7' }, { status })
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
  const isDone = part.state === 'done'
  const imageUrl = `https://encre.example/api/gallery/images/${id}?o=a&e=1&s=b`
  return {
    id,
    state: 'done',
    createdAt,
    request,
    problem: null,
    requestId: 'request-7',
    seed: isDone ? imageUrl : null,
    design: isDone
      ? {
          id,
          imageUrl,
          prompt: `Create a traditional tattoo design. Subject: ${description}.`,
          subject: description,
          ...chosen,
          createdAt,
          userId: 'member-1',
          model: 'gpt-image-2.5-flare',
          origin: 'drawn',
        }
      : null,
    ...part,
  }
}

export function openGenerator(part: Partial<ShellApi> = {}): ShellApi {
  const shell: ShellApi = {
    version: 1,
    path: '/generator',
    navigate: vi.fn(),
    member: { id: 'member-1', email: 'lea@encre.example', name: 'Léa' },
    getToken: async () => 'token',
    signIn: vi.fn(),
    refreshMember: async () => {},
    resumeSession: async () => {},
    setTitle: vi.fn(),
    announce: vi.fn(),
    report: vi.fn(),
    ...part,
  }
  render(<Remote shell={shell} />)
  return shell
}
