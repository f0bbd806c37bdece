import type { Dashboard, User } from '@encre/account-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, vi } from 'vitest'
import { Remote } from './remote.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

export const user: User = { id: 'member-1', email: 'louise@example.com', name: 'Louise', createdAt: '2026-03-15T10:00:00.000Z' }

export function design(id: string, changes: Partial<Dashboard['recent'][number]> = {}): Dashboard['recent'][number] {
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
    userId: 'member-1',
    model: 'gpt-image-2.5-flare',
    origin: 'ai',
    ...changes,
  }
}

export function problem(code: string, status: number) {
  return () => Response.json({ code, status, title: code, requestId: 'request-1' }, { status })
}

type Answer = () => Response | Promise<Response>

/** Answers the page's calls as the worker would: `{ 'GET /api/account/me': () => Response.json(...) }`. */
export function answer(answers: Record<string, Answer>) {
  const calls: { call: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const call = `${init?.method ?? 'GET'} ${url}`
    calls.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
    const found = answers[call]
    if (!found) throw new TypeError(`no answer to ${call}`)
    return found()
  })
  return calls
}

/** An answer that the test gives when it wants to. */
export function later() {
  let finish: (response: Response) => void = () => {}
  const promise = new Promise<Response>((resolve) => {
    finish = resolve
  })
  return { answer: () => promise, finish: (response: Response) => finish(response) }
}

/** The remote inside a shell whose `refreshMember` reads the name that `renamed` says. */
export function open(path: string, changes: Partial<ShellApi> = {}, renamed = 'Louise') {
  const spies = {
    navigate: vi.fn(),
    signIn: vi.fn(),
    setTitle: vi.fn(),
    announce: vi.fn(),
    report: vi.fn(),
    refreshMember: vi.fn(),
    resumeSession: vi.fn(async () => {}),
  }
  function Shell() {
    const [member, setMember] = useState<Member>({ id: 'member-1', email: 'louise@example.com', name: 'Louise' })
    const shell: ShellApi = {
      version: 1,
      path,
      member,
      getToken: async () => 'token',
      ...spies,
      refreshMember: async () => {
        spies.refreshMember()
        setMember({ ...member, name: renamed })
      },
      ...changes,
    }
    return <Remote shell={shell} />
  }
  render(<Shell />)
  return spies
}
