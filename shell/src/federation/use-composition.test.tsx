import type { ManifestRemote, PageManifest } from '@encre/protocol/page-manifest'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useComposition } from './use-composition.ts'

const loader = vi.hoisted(() => ({ loadRemote: vi.fn(async () => ({})), findLoaded: vi.fn() }))
vi.mock('./load-remote.ts', () => loader)
const styles = vi.hoisted(() => ({ removeStylesheets: vi.fn() }))
vi.mock('./stylesheets.ts', () => styles)

function createRemote(name: string, version: string): ManifestRemote {
  const base = `/remotes/${name}/${version}/`
  const current = { version, base, entry: 'e.js', global: `${name}_${version}`, scripts: [], styles: ['remote.css'], integrity: {} }
  return { name, routes: [], current, previous: null }
}

function compose(id: string, ...remotes: ManifestRemote[]): PageManifest {
  return { id, remotes, auth: { domain: '', clientId: '', audience: '', connection: '', session: 'forms' } }
}

const opened = compose('c1', createRemote('gallery', 'v1'), createRemote('generator', 'v1'))
const released = () => compose('c2', createRemote('gallery', 'v2'), createRemote('generator', 'v1'))
let shown: PageManifest
let go: (path: string) => void
const asked = vi.fn()

function Page() {
  const { composition, look } = useComposition(opened)
  const navigate = useNavigate()
  shown = composition
  go = (path) => act(async () => navigate(path))
  return <button type="button" onPointerOver={look} />
}

/** What the site answers from now on. */
function answer(response: () => Response): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    asked(url, new Headers(options?.headers).get('if-none-match'))
    return response()
  })
}

/** The member comes back to the tab, three seconds later. */
async function comeBack(): Promise<void> {
  await act(async () => {
    vi.advanceTimersByTime(3000)
    dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(10)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  loader.findLoaded.mockImplementation((remote: ManifestRemote) => (remote.current.version === 'v1' ? { version: remote.current } : null))
  answer(() => Response.json(released()))
  render(
    <MemoryRouter initialEntries={['/gallery']}>
      <Page />
    </MemoryRouter>,
  )
})
afterEach(() => {
  styles.removeStylesheets.mockReset()
  vi.useRealTimers()
  vi.restoreAllMocks()
  asked.mockReset()
  loader.loadRemote.mockClear()
})

test('a page that has just been opened asks nothing', () => {
  expect(asked).not.toHaveBeenCalled()
})

test('a release is fetched in the background and taken with the next navigation to another page', async () => {
  await comeBack()
  expect(asked).toHaveBeenCalledWith('/api/releases/compositions/current', '"c1"')
  expect(loader.loadRemote.mock.calls.map(([remote]: ManifestRemote[]) => remote?.current.global)).toContain('gallery_v2')
  expect(shown).toBe(opened)
  await go('/gallery?style=dotwork')
  expect(shown).toBe(opened)
  await go('/dashboard')
  expect(shown.id).toBe('c2')
  // What did not change is the very same object, so that nothing of it is shown anew.
  expect(shown.remotes[1]).toBe(opened.remotes[1])
})

test('the styles of a version leave with it', async () => {
  await comeBack()
  expect(styles.removeStylesheets).not.toHaveBeenCalled()
  await go('/dashboard')
  expect(styles.removeStylesheets.mock.calls).toEqual([[opened.remotes[0]?.current]])
})

test('asks at most every two seconds, whatever happens', async () => {
  await comeBack()
  dispatchEvent(new Event('focus'))
  await go('/dashboard')
  expect(asked).toHaveBeenCalledOnce()
})

test('a version that cannot be had is not taken, and looked for again', async () => {
  loader.loadRemote.mockRejectedValueOnce(new Error('gone'))
  await comeBack()
  await go('/dashboard')
  expect(shown).toBe(opened)
  await comeBack()
  await go('/gallery')
  expect(shown.id).toBe('c2')
})

test.each([
  ['nothing new', () => new Response(null, { status: 304 })],
  ['no answer', () => Response.error()],
  ['a site that is down', () => Response.json({ code: 'unavailable' }, { status: 503 })],
  ['garbage', () => new Response('<!doctype html>')],
])('%s: the page goes on as it is', async (_, response) => {
  answer(response)
  await comeBack()
  await go('/dashboard')
  expect(shown).toBe(opened)
  expect(screen.getByRole('button')).toBeDefined()
})
