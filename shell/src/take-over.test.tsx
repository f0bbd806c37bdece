import { stubTabFiles } from '@encre/protocol/testing-tab-files'
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadRemote } from './federation/load-remote.ts'
import { takeOver } from './take-over.tsx'
import { galleryAndLinks as manifest } from './testing-manifest.ts'
import { samplePage } from './vitals/sample-page.ts'

vi.mock('./federation/load-remote.ts', () => ({ loadRemote: vi.fn(async () => {}) }))
vi.mock('./vitals/sample-page.ts', () => ({ samplePage: vi.fn() }))
vi.mock('./app.tsx', () => ({ App: () => <main>the page</main> }))

beforeEach(() => vi.clearAllMocks())

test.each([
  { path: '/gallery', announcesSession: true, remotes: [] },
  { path: '/links', announcesSession: true, remotes: ['links'] },
  { path: '/links', announcesSession: false, remotes: ['links'] },
  { path: '/about', announcesSession: true, remotes: [] },
])(
  'on $path, with a session: $announcesSession, it loads $remotes',
  ({ path, announcesSession, remotes }) => {
    history.replaceState(null, '', path)
    const root = document.createElement('div')
    act(() => takeOver(root, manifest, announcesSession))
    expect(vi.mocked(loadRemote).mock.calls.map(([{ name }]) => name)).toEqual(remotes)
    expect(root.textContent).toBe('the page')
  },
)

test('the page may measure its web vitals', () => {
  act(() => takeOver(document.createElement('div'), manifest, false))
  expect(vi.mocked(samplePage).mock.calls).toEqual([[manifest]])
})

test('a drawing of a tab that was closed leaves the device', async () => {
  const { names } = stubTabFiles()
  await caches.open('encre.drawing.loup')
  act(() => takeOver(document.createElement('div'), manifest, false))
  await vi.waitFor(() => expect(names()).toEqual([]))
})
