import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeManifest, makeVersion } from '../testing-manifest.ts'
import { minimumCheckIntervalMs, usePageManifest } from './use-page-manifest.ts'

const loader = vi.hoisted(() => ({ loadRemote: vi.fn(async () => ({})), findLoaded: vi.fn() }))
vi.mock('./load-remote.ts', () => loader)

function createRemote(name: string, version: string): ManifestRemote {
  return { name, routes: [], current: makeVersion(name, version), previous: null }
}

const compose = (id: string, ...remotes: ManifestRemote[]) => ({ ...makeManifest(...remotes), id })
const opened = compose('c1', createRemote('gallery', 'v1'), createRemote('generator', 'v1'))
const released = () => compose('c2', createRemote('gallery', 'v2'), createRemote('generator', 'v1'))
const received = vi.fn()

function openPage() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/gallery']}>{children}</MemoryRouter>
  )
  const { result } = renderHook(() => ({ ...usePageManifest(opened), navigate: useNavigate() }), {
    wrapper,
  })
  return {
    shown: () => result.current.manifest,
    go: (path: string) => act(async () => result.current.navigate(path)),
  }
}

function answer(response: () => Response): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    received(url, new Headers(options?.headers).get('if-none-match'))
    return response()
  })
}

/** The member comes back to the tab after the minimum interval. */
async function comeBack(): Promise<void> {
  await act(async () => {
    vi.advanceTimersByTime(minimumCheckIntervalMs)
    dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(10)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  loader.findLoaded.mockImplementation((remote: ManifestRemote) =>
    remote.current.version === 'v1' ? { version: remote.current } : null,
  )
  answer(() => Response.json(released()))
})
afterEach(() => {
  received.mockReset()
  loader.loadRemote.mockClear()
})

test('a release is fetched in the background and taken with the next navigation to another page', async () => {
  const { shown, go } = openPage()
  await comeBack()
  expect(received).toHaveBeenCalledWith('/api/releases/compositions/current', '"c1"')
  expect(
    loader.loadRemote.mock.calls.map(([remote]: ManifestRemote[]) => remote?.current.global),
  ).toContain('gallery_v2')
  expect(shown()).toBe(opened)
  await go('/gallery?style=dotwork')
  expect(shown()).toBe(opened)
  await go('/dashboard')
  expect(shown().id).toBe('c2')
  // A remote that did not change is the same object, so that React does not render it again.
  expect(shown().remotes[1]).toBe(opened.remotes[1])
})

test('asks once per minimum interval, whatever happens', async () => {
  const { go } = openPage()
  await comeBack()
  dispatchEvent(new Event('focus'))
  await go('/dashboard')
  expect(received).toHaveBeenCalledOnce()
})

test('a version that does not load is not taken, and is loaded again at the next check', async () => {
  const { shown, go } = openPage()
  loader.loadRemote.mockRejectedValueOnce(new Error('gone'))
  await comeBack()
  await go('/dashboard')
  expect(shown()).toBe(opened)
  await comeBack()
  await go('/gallery')
  expect(shown().id).toBe('c2')
})

test.each([
  { name: 'nothing new', response: () => new Response(null, { status: 304 }) },
  { name: 'no answer', response: () => Response.error() },
  {
    name: 'a site that is down',
    response: () => Response.json({ code: 'unavailable' }, { status: 503 }),
  },
  { name: 'garbage', response: () => new Response('<!doctype html>') },
])('$name: the page keeps its manifest', async ({ response }) => {
  const { shown, go } = openPage()
  answer(response)
  await comeBack()
  await go('/dashboard')
  expect(shown()).toBe(opened)
})

test('a page takes no preview that another tab has opened, because its document has no banner', async () => {
  answer(() => Response.json({ ...released(), preview: { remote: 'gallery', version: 'v2' } }))
  const { shown, go } = openPage()
  await comeBack()
  await go('/dashboard')
  expect(shown()).toBe(opened)
  expect(loader.loadRemote).not.toHaveBeenCalled()
})
