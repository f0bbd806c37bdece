import type { Design } from '@encre/protocol/design'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { cleanup, configure, render } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { afterAll, afterEach, vi } from 'vitest'

// Also a set-up file (`setupFiles`). A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 })

// Each test starts on an empty page, in a new tab, with real timers and nothing replaced.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

// The files of a project share React and the DOM (`isolate: false`). Each evaluates the sources
// anew, so that it may mock modules.
afterAll(() => {
  vi.resetModules()
})

/** The member of the test shell. */
export const testMember: Member = { id: 'member-1', email: 'louise@example.com', name: 'Louise' }

/** A design of the test member. */
export function makeDesign(id: string, changes: Partial<Design> = {}): Design {
  return {
    id,
    imageUrl: `https://encre.example/api/gallery/images/${id}?o=0&e=0&s=0`,
    prompt: `Create a traditional tattoo design. Subject: ${id}.`,
    subject: id,
    style: 'traditional',
    size: 'medium',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: ['#000000'],
    createdAt: '2026-11-20T10:00:00.000Z',
    userId: testMember.id,
    model: 'gpt-image-2.5-flare',
    origin: 'ai',
    ...changes,
  }
}

/** A `ShellApi` whose functions are spies. `changes` replaces parts of it. */
export function createTestShell(changes: Partial<ShellApi> = {}) {
  return {
    version: 1 as const,
    path: changes.path ?? '/',
    member: changes.member === undefined ? testMember : changes.member,
    getToken: vi.fn(changes.getToken ?? (async () => 'token')),
    navigate: vi.fn(changes.navigate ?? (() => {})),
    signIn: vi.fn(changes.signIn ?? (() => {})),
    refreshMember: vi.fn(changes.refreshMember ?? (async () => {})),
    resumeSession: vi.fn(changes.resumeSession ?? (async () => {})),
    identity: changes.identity ?? {
      atTenant: false,
      signInAgain: vi.fn(() => {}),
      getIdToken: vi.fn(async () => null),
    },
    notify: vi.fn(changes.notify ?? (() => {})),
    notifications: changes.notifications ?? 0,
    takePrefetched: vi.fn(changes.takePrefetched ?? (() => null)),
    setTitle: vi.fn(changes.setTitle ?? (() => {})),
    announce: vi.fn(changes.announce ?? (() => {})),
    report: vi.fn(changes.report ?? (() => {})),
  }
}

/**
 * Renders a remote in a shell that keeps the address, as the real one does: `navigate` changes
 * `path`, and `refreshMember` gives the member the name `renamedTo`. Returns the shell with its
 * spies.
 */
export function openRemote(
  Remote: ComponentType<{ shell: ShellApi }>,
  changes: Partial<ShellApi> = {},
  renamedTo = testMember.name,
) {
  const shell = createTestShell(changes)
  function Shell() {
    const [path, setPath] = useState(shell.path)
    const [member, setMember] = useState(shell.member)
    const [api] = useState(() => ({
      navigate: (to: string) => {
        shell.navigate(to)
        setPath(to)
      },
      refreshMember: async () => {
        await shell.refreshMember()
        setMember((before) => before && { ...before, name: renamedTo })
      },
    }))
    return <Remote shell={{ ...shell, ...api, path, member }} />
  }
  render(<Shell />)
  return shell
}

type Reply = () => Response | Promise<Response>

/**
 * Answers requests as a worker would: `{ 'GET /api/gallery/designs': () => Response.json(…) }`.
 * Other requests fail as they do without a network. Returns the list of the requests that were
 * sent, without those that only `background` answers.
 */
export function stubRequests(
  replies: Record<string, Reply>,
  background: Record<string, Reply> = {},
) {
  const sent: { call: string; body: unknown }[] = []
  stubFetch(async (url, init) => {
    const call = `${init.method ?? 'GET'} ${url}`
    const quiet = background[call]
    if (quiet && !replies[call]) return quiet()
    sent.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    const reply = replies[call]
    if (!reply) throw new TypeError(`no reply to ${call}`)
    return reply()
  })
  return sent
}

/**
 * Replaces `fetch`, which rejects when its signal is aborted, and makes `XMLHttpRequest` go through
 * it.
 */
export function stubFetch(answer: (url: string, init: RequestInit) => Promise<Response>): void {
  const stub = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { signal } = init
    signal?.throwIfAborted()
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
    return Promise.race([answer(String(input), init), aborted])
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => stub(input, init))
  vi.stubGlobal('XMLHttpRequest', FetchXmlHttpRequest)
}

/** A problem response, as `problem()` of a worker makes it. */
export function problemReply(code: string, status: number): () => Response {
  return () => Response.json({ code, status, title: code, requestId: 'request-7' }, { status })
}

/** What the promise rejects with, or its value. */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error)
}

/** A reply that waits until the test calls `send`. */
export function deferReply() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return { reply: () => promise, send: resolve }
}

/** The parts of `XMLHttpRequest` that `upload` uses, over the stubbed `fetch`. */
class FetchXmlHttpRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  #url = ''
  #method = ''
  #requestHeaders = new Headers()
  #responseHeaders = new Headers()
  #controller = new AbortController()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#requestHeaders.set(name, value)
  }
  getResponseHeader(name: string): string | null {
    return this.#responseHeaders.get(name)
  }
  abort() {
    this.#controller.abort()
  }
  async send(body: Blob) {
    try {
      const { signal } = this.#controller
      const response = await fetch(this.#url, {
        method: this.#method,
        headers: this.#requestHeaders,
        body,
        signal,
      })
      this.status = response.status
      this.#responseHeaders = response.headers
      this.responseText = await response.text()
      this.dispatchEvent(new Event('load'))
    } catch {
      this.dispatchEvent(new Event('error'))
    }
  }
}
