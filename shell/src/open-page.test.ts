import { beforeEach, describe, expect, test, vi } from 'vitest'
import { importSession } from './auth/session-loader.ts'
import { startPrefetch } from './federation/prefetch.ts'
import { longestPaintWaitMs, longestSdkWaitMs, openPage, waitForPaint } from './open-page.ts'
import { galleryAndLinks as manifest } from './testing-manifest.ts'

vi.mock('./auth/session-loader.ts', async (original) => ({
  ...(await original<typeof import('./auth/session-loader.ts')>()),
  importSession: vi.fn(async () => ({
    opened: Promise.resolve(),
    client: { getTokenSilently: async () => 'token-1' },
  })),
}))
vi.mock('./federation/prefetch.ts', () => ({ startPrefetch: vi.fn() }))

const membersPage = '<div id="root" data-session="announced"><main></main></div>'

function open(path: string, html: string) {
  history.replaceState(null, '', path)
  document.body.innerHTML = html
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  return openPage(root, manifest)
}

/** Whether a promise has resolved by the next task. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 0, 'later'))
  return (await Promise.race([promise.then(() => 'resolved'), later])) === 'resolved'
}

beforeEach(() => vi.clearAllMocks())

test("a member's page loads the SDK before the app, and loads the app when the SDK fails", async () => {
  const file = Promise.withResolvers<never>()
  vi.mocked(importSession).mockReturnValueOnce(file.promise)
  const { announcesSession, ready } = open('/gallery', membersPage)
  expect(announcesSession).toBe(true)
  expect(importSession).toHaveBeenCalledOnce()
  expect(await isResolved(ready)).toBe(false)
  file.reject(new Error('the file did not load'))
  expect(await isResolved(ready)).toBe(true)
})

test("a remote's files come once the SDK has arrived, so that it has the network for itself", async () => {
  const file = Promise.withResolvers<never>()
  vi.mocked(importSession).mockReturnValueOnce(file.promise)
  const { ready } = open('/gallery', `<link rel="later" href="/entry.js">${membersPage}`)
  const link = document.querySelector('link')
  await isResolved(ready)
  expect(link?.rel).toBe('later')
  file.reject(new Error('the file did not load'))
  await isResolved(ready)
  expect(link?.rel).toBe('preload')
})

test('a skeleton says at once what the tab stores a text for', () => {
  const html = membersPage.replace('<main>', '<main><span hidden data-while="running">...</span>')
  open('/generator', html)
  expect(document.querySelector('span')?.hidden).toBe(true)
  sessionStorage.setItem('running', 'generation-1')
  open('/generator', html)
  expect(document.querySelector('span')?.hidden).toBe(false)
  sessionStorage.clear()
})

test('the app does not wait longer than 3 s for an SDK that never arrives', async () => {
  vi.useFakeTimers()
  vi.mocked(importSession).mockReturnValueOnce(new Promise(() => {}))
  const loads = vi.fn()
  void open('/gallery', membersPage).ready.then(loads)
  await vi.advanceTimersByTimeAsync(longestSdkWaitMs - 1)
  expect(loads).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(loads).toHaveBeenCalledOnce()
})

test("the first token fetches what the member's page declares, unless the member has left it", async () => {
  open('/gallery', membersPage)
  await vi.waitFor(() => expect(startPrefetch).toHaveBeenCalledOnce())
  expect(vi.mocked(startPrefetch).mock.calls[0]?.[0]).toMatchObject({ path: '/gallery' })
  const { ready } = open('/gallery', membersPage)
  history.replaceState(null, '', '/links')
  await ready
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(startPrefetch).toHaveBeenCalledOnce()
})

test("a visitor's request for a member's page becomes the sign-in page, without a session", async () => {
  const { announcesSession, ready } = open(
    '/gallery?style=dotwork',
    '<div id="root" data-path="/sign-in"><main></main></div>',
  )
  expect(announcesSession).toBe(false)
  expect(location.pathname).toBe('/sign-in')
  expect(importSession).not.toHaveBeenCalled()
  expect(await isResolved(ready)).toBe(true)
})

test('a page that was not prerendered reads the cookie itself, and its app waits for nothing', async () => {
  vi.mocked(importSession).mockReturnValueOnce(new Promise(() => {}))
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore.
  document.cookie = 'auth0.encre-web.is.authenticated=true'
  const { announcesSession, ready } = open('/gallery', '<div id="root"></div>')
  expect(announcesSession).toBe(true)
  expect(await isResolved(ready)).toBe(true)
  // biome-ignore lint/suspicious/noDocumentCookie: as above. With max-age=0, happy-dom keeps the cookie until the next millisecond.
  document.cookie = 'auth0.encre-web.is.authenticated=; max-age=-1'
  expect(open('/callback', '<div id="root"></div>').announcesSession).toBe(true)
  expect(open('/', '<div id="root"></div>').announcesSession).toBe(false)
})

describe('the first paint', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] })
  })

  test('waits for the task after the next frame', async () => {
    const painted = vi.fn()
    const waited = waitForPaint().then(painted)
    await vi.advanceTimersToNextFrame()
    expect(painted).not.toHaveBeenCalled()
    await waited
    expect(vi.getTimerCount()).toBe(1)
  })

  test('in the background, where no frame comes, waits 100 ms', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const painted = vi.fn()
    void waitForPaint().then(painted)
    await vi.advanceTimersByTimeAsync(longestPaintWaitMs - 1)
    expect(painted).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(painted).toHaveBeenCalled()
  })
})
