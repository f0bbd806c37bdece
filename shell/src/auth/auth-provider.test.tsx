import { stubTabFiles } from '@encre/protocol/testing-tab-files'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthProvider, useAuth } from './auth-provider.tsx'
import type { Auth0SessionProps, SessionCalls, SessionState } from './auth0-session.tsx'

const settings = {
  domain: 'http://localhost:8788',
  clientId: 'encre-web',
  audience: 'a',
  connection: 'c',
  session: 'forms',
} as const
const member = { id: 'auth0|1', email: 'lea@example.com', name: 'Léa' }

const sdk = vi.hoisted(() => ({
  imports: 0,
  failure: null as Error | null,
  publish: (_: SessionState) => {},
  signOut: vi.fn((onLeave: () => Promise<void>) => onLeave()),
  dropSession: vi.fn(async () => {}),
  redirectToTenant: vi.fn(async () => {}),
}))
vi.mock('./session-loader.ts', async (original) => ({
  ...(await original<typeof import('./session-loader.ts')>()),
  importSession: async () => {
    sdk.imports += 1
    if (sdk.failure) throw sdk.failure
  },
}))
vi.mock('./auth0-session.tsx', () => ({
  Auth0Session({ onChange }: Auth0SessionProps) {
    useEffect(() => {
      const calls: Partial<SessionCalls> = {
        signOut: sdk.signOut,
        dropSession: sdk.dropSession,
        redirectToTenant: sdk.redirectToTenant,
      }
      sdk.publish = (state) => onChange(state, calls as SessionCalls)
      sdk.publish({ status: 'loading', member: null })
    }, [onChange])
    return null
  },
}))

function Who() {
  const auth = useAuth()
  return (
    <>
      <p>{`${auth.status} ${auth.member?.name ?? 'nobody'}`}</p>
      <output>{auth.hasSignedOut ? 'signed out' : auth.returnTo}</output>
      <button type="button" onClick={() => auth.signOut()}>
        sign out
      </button>
      <button type="button" onClick={() => auth.dropSession()}>
        drop session
      </button>
      <button type="button" onClick={() => auth.identity.signInAgain('/settings?delete-account')}>
        sign in again{auth.identity.atTenant && ' at the tenant'}
      </button>
    </>
  )
}

async function open(
  path: string,
  { announcesSession = false, session = settings.session as 'forms' | 'redirect' } = {},
) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <AuthProvider settings={{ ...settings, session }} announcesSession={announcesSession}>
        <Who />
      </AuthProvider>
    </MemoryRouter>,
  )
  const first = screen.getByRole('paragraph').textContent
  await act(() => vi.dynamicImportSettled())
  return first
}

const who = () => screen.getByRole('paragraph').textContent
const status = () => screen.getByRole('status').textContent
const keepCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore.
  document.cookie = 'auth0.encre-web.is.authenticated=true'
}

beforeEach(() => {
  sdk.imports = 0
  sdk.failure = null
  vi.clearAllMocks()
})
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore. With max-age=0, it keeps the cookie until the next millisecond.
  document.cookie = 'auth0.encre-web.is.authenticated=; max-age=-1'
})

test('a visitor without the cookie is signed out at once, and the SDK is not loaded for the home page', async () => {
  expect(await open('/')).toBe('signed-out nobody')
  expect(sdk.imports).toBe(0)
})

test.each(['/sign-in', '/sign-up', '/forgot-password', '/callback'])(
  'the SDK is loaded at once for %s',
  async (path) => {
    await open(path)
    expect(sdk.imports).toBe(1)
  },
)

test('in a page that announces a session the status is loading until the SDK has looked', async () => {
  expect(await open('/', { announcesSession: true })).toBe('loading nobody')
  act(() => sdk.publish({ status: 'signed-in', member }))
  expect(who()).toBe('signed-in Léa')
})

test("a visitor's page from before the sign-in is theirs while the SDK looks, then the member's", async () => {
  keepCookie()
  expect(await open('/')).toBe('signed-out nobody')
  expect(who()).toBe('signed-out nobody')
  act(() => sdk.publish({ status: 'signed-in', member }))
  expect(who()).toBe('signed-in Léa')
})

test.each([
  { page: 'a page that announces a session', announcesSession: true, found: 'unknown nobody' },
  { page: 'a page of a browser with the cookie', hasCookie: true, found: 'unknown nobody' },
  { page: "a visitor's page", found: 'signed-out nobody' },
])('the session of $page is $found when the SDK does not load', async (browser) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  sdk.failure = new Error('ChunkLoadError')
  if (browser.hasCookie) keepCookie()
  await open('/sign-in', browser)
  expect(who()).toBe(browser.found)
})

test.each([
  { returnTo: '/gallery', opened: '/gallery' },
  { returnTo: '//evil.example', opened: '/dashboard' },
  { returnTo: undefined, opened: '/dashboard' },
])('the tenant sends a member to $opened when it gives $returnTo back', async (given) => {
  await open('/callback')
  const { returnTo } = given
  act(() => sdk.publish({ status: 'signed-in', member, ...(returnTo && { returnTo }) }))
  expect(status()).toBe(given.opened)
})

test('signing out deletes drafts and files, tells the other tabs and leaves', async () => {
  const { names } = stubTabFiles()
  await caches.open('encre.drawing.loup')
  await caches.open('assets')
  sessionStorage.setItem('draft', 'un loup')
  const other = new BroadcastChannel('encre-session')
  const heard = new Promise((resolve) =>
    other.addEventListener('message', (event) => resolve(event.data)),
  )
  await open('/sign-in')
  await userEvent.click(screen.getByRole('button', { name: 'sign out' }))
  expect(sdk.signOut).toHaveBeenCalledOnce()
  await sdk.signOut.mock.results[0]?.value
  expect(sessionStorage.length).toBe(0)
  expect(names()).toEqual(['assets'])
  expect(await heard).toBe('signed-out')
  other.close()
})

test('dropping the session signs this tab out at once and keeps drafts', async () => {
  await open('/sign-in')
  act(() => sdk.publish({ status: 'signed-in', member }))
  sessionStorage.setItem('draft', 'Un loup sous la lune')
  await userEvent.click(screen.getByRole('button', { name: 'drop session' }))
  expect(who()).toBe('signed-out nobody')
  expect(sdk.dropSession).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('draft')).toBe('Un loup sous la lune')
})

/** Another tab of the site says that the member signed out. */
async function signOutElsewhere() {
  sessionStorage.setItem('draft', 'un loup')
  const other = new BroadcastChannel('encre-session')
  other.postMessage('signed-out')
  await waitFor(() => expect(status()).toBe('signed out'))
  other.close()
}

test('a sign-out in another tab signs this one out, deletes its drafts and stays on the page', async () => {
  await open('/sign-in')
  await signOutElsewhere()
  await waitFor(() => expect(sdk.dropSession).toHaveBeenCalledOnce())
  expect(sessionStorage.length).toBe(0)
})

test('a sign-out in another tab loads no SDK in the page of a visitor', async () => {
  await open('/')
  await signOutElsewhere()
  await act(() => vi.dynamicImportSettled())
  expect(sdk.imports).toBe(0)
})

test('the back button leads to the home page in place of a page from before the sign-out', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const goBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await open('/sign-in')
  goBack()
  expect(replace).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'sign out' }))
  goBack()
  expect(replace).toHaveBeenCalledWith('/')
})

test.each([
  { session: 'forms', name: 'sign in again' },
  { session: 'redirect', name: 'sign in again at the tenant' },
] as const)(
  'with session $session, a member can $name and comes back to the page',
  async ({ session, name }) => {
    await open('/', { session })
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(sdk.redirectToTenant).toHaveBeenCalledOnce())
    expect(sdk.redirectToTenant).toHaveBeenCalledWith({
      returnTo: '/settings?delete-account',
      again: true,
    })
  },
)
