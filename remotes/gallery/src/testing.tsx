import type { Design, DesignPage } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, vi } from 'vitest'
import { Remote } from './remote.tsx'

afterEach(cleanup)

export function design(id: string, changes: Partial<Design> = {}): Design {
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

export function page(designs: Design[], next: string | null = null): DesignPage {
  return { designs, next }
}

export function problem(code: string, status: number) {
  return () => Response.json({ code, status, title: code, requestId: 'request-1' }, { status })
}

type Answer = () => Response | Promise<Response>

/** Answers the page's calls as the worker would: `{ 'GET /api/gallery/designs': () => Response.json(...) }`. */
export function answer(answers: Record<string, Answer>) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const call = `${init?.method ?? 'GET'} ${url}`
    calls.push(call)
    const found = answers[call]
    if (!found) throw new TypeError(`no answer to ${call}`)
    return found()
  })
  return calls
}

/** The remote inside a shell that keeps the address, as the real one does. */
export function openGallery(path = '/gallery', changes: Partial<ShellApi> = {}) {
  const spies = {
    navigate: vi.fn<(to: string) => void>(),
    signIn: vi.fn(),
    setTitle: vi.fn(),
    announce: vi.fn(),
    report: vi.fn(),
  }
  function Shell() {
    const [address, setAddress] = useState(path)
    const shell: ShellApi = {
      version: 1,
      path: address,
      member: { id: 'member-1', email: 'louise@example.com', name: 'Louise' },
      getToken: async () => 'token',
      refreshMember: async () => {},
      resumeSession: async () => {},
      ...spies,
      ...changes,
      navigate: (to) => {
        spies.navigate(to)
        setAddress(to)
      },
    }
    return <Remote shell={shell} />
  }
  render(<Shell />)
  return spies
}
