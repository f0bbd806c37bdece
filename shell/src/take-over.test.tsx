import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadRemote } from './federation/load-remote.ts'
import { takeOver } from './take-over.tsx'
import { galleryAndLinks as manifest } from './testing-manifest.ts'

vi.mock('./federation/load-remote.ts', () => ({ loadRemote: vi.fn(async () => {}) }))
vi.mock('./app.tsx', () => ({ App: () => <main>the page</main> }))

beforeEach(() => vi.clearAllMocks())

test.each([
  ['/gallery', true, ['gallery']],
  ['/gallery', false, []],
  ['/links', false, ['links']],
  ['/about', true, []],
])('on %s, with a session: %s, it loads %j', (path, announcesSession, remotes) => {
  history.replaceState(null, '', path)
  const root = document.createElement('div')
  act(() => takeOver(root, manifest, announcesSession))
  expect(vi.mocked(loadRemote).mock.calls.map(([{ name }]) => name)).toEqual(remotes)
  expect(root.textContent).toBe('the page')
})
