import type { PageManifest } from '@encre/protocol/page-manifest'
import { beforeEach, expect, test, vi } from 'vitest'
import { importSession } from './auth/session-loader.ts'
import { loadRemote } from './federation/load-remote.ts'
import { openPage } from './open-page.ts'

vi.mock('./auth/session-loader.ts', async (original) => ({
  ...(await original<typeof import('./auth/session-loader.ts')>()),
  importSession: vi.fn(async () => {}),
}))
vi.mock('./federation/load-remote.ts', () => ({ loadRemote: vi.fn(async () => {}) }))

const noVersion = { version: 'v1', base: '', entry: '', global: 'gallery_v1', scripts: [], styles: [], integrity: {} }
const route = { access: 'member' as const, lang: 'fr' as const, title: '' }
const manifest: PageManifest = {
  id: 'c1',
  remotes: [
    { name: 'gallery', routes: [{ ...route, path: '/gallery' }], current: noVersion, previous: null },
    { name: 'links', routes: [{ ...route, path: '/links', access: 'public' }], current: noVersion, previous: null },
  ],
  auth: { domain: 'tenant.test', clientId: 'encre-web', audience: 'a', connection: 'c', session: 'forms' },
}

/** Opens a page as the worker answers it. Returns whether it announces a session, its path, and what starts to load. */
function open(path: string, html: string) {
  history.replaceState(null, '', path)
  document.body.innerHTML = html
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const announcesSession = openPage(root, manifest)
  return {
    announcesSession,
    path: location.pathname,
    session: vi.mocked(importSession).mock.calls.length > 0,
    remotes: vi.mocked(loadRemote).mock.calls.map(([remote]) => remote.name),
  }
}

beforeEach(() => vi.clearAllMocks())

test("a member's page starts to load the session and the remote", () => {
  const html = '<div id="root" data-session="announced"><main></main></div>'
  expect(open('/gallery', html)).toEqual({ announcesSession: true, path: '/gallery', session: true, remotes: ['gallery'] })
})

test("a visitor's request for a member's page becomes the sign-in page, and loads no remote", () => {
  const html = '<div id="root" data-path="/sign-in"><main></main></div>'
  expect(open('/gallery?style=dotwork', html)).toEqual({ announcesSession: false, path: '/sign-in', session: false, remotes: [] })
})

test("a visitor's public page of a remote loads that remote only", () => {
  expect(open('/links', '<div id="root"><main></main></div>')).toMatchObject({
    announcesSession: false,
    session: false,
    remotes: ['links'],
  })
})

test('a page that was not prerendered reads the cookie itself', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore.
  document.cookie = 'auth0.encre-web.is.authenticated=true'
  expect(open('/gallery', '<div id="root"></div>')).toMatchObject({ announcesSession: true, remotes: ['gallery'] })
  // biome-ignore lint/suspicious/noDocumentCookie: as above. With max-age=0, happy-dom keeps the cookie until the next millisecond.
  document.cookie = 'auth0.encre-web.is.authenticated=; max-age=-1'
  expect(open('/callback', '<div id="root"></div>').announcesSession).toBe(true)
  expect(open('/', '<div id="root"></div>').announcesSession).toBe(false)
})
