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
  publish: (_: SessionState) => {},
  signOut: vi.fn(async (onLeave: () => void) => onLeave()),
  dropSession: vi.fn(async () => {}),
  redirectToTenant: vi.fn(async () => {}),
}))
vi.mock('./session-loader.ts', async (original) => ({
  ...(await original<typeof import('./session-loader.ts')>()),
  importSession: async () => {
    sdk.imports += 1
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

beforeEach(() => {
  sdk.imports = 0
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

test('in a page that announces a session the status is loading until the SDK has looked', async () => {
  expect(await open('/', { announcesSession: true })).toBe('loading nobody')
  act(() => sdk.publish({ status: 'signed-in', member }))
  expect(screen.getByRole('paragraph').textContent).toBe('signed-in Léa')
})

test("a visitor's page from before the sign-in becomes the member's when the SDK has looked", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore.
  document.cookie = 'auth0.encre-web.is.authenticated=true'
  expect(await open('/')).toBe('signed-out nobody')
  act(() => sdk.publish({ status: 'signed-in', member }))
  expect(screen.getByRole('paragraph').textContent).toBe('signed-in Léa')
})

test('signing out deletes drafts, tells the other tabs and leaves', async () => {
  sessionStorage.setItem('draft', 'un loup')
  const other = new BroadcastChannel('encre-session')
  const heard = new Promise((resolve) =>
    other.addEventListener('message', (event) => resolve(event.data)),
  )
  await open('/sign-in')
  await userEvent.click(screen.getByRole('button', { name: 'sign out' }))
  expect(sdk.signOut).toHaveBeenCalledOnce()
  expect(sessionStorage.length).toBe(0)
  expect(await heard).toBe('signed-out')
  other.close()
})

test('dropping the session signs this tab out at once and keeps drafts', async () => {
  await open('/sign-in')
  act(() => sdk.publish({ status: 'signed-in', member }))
  sessionStorage.setItem('draft', 'Un loup sous la lune')
  await userEvent.click(screen.getByRole('button', { name: 'drop session' }))
  expect(screen.getByRole('paragraph').textContent).toBe('signed-out nobody')
  expect(sdk.dropSession).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('draft')).toBe('Un loup sous la lune')
})

test('a sign-out in another tab signs this one out without leaving the page', async () => {
  await open('/sign-in')
  const other = new BroadcastChannel('encre-session')
  other.postMessage('signed-out')
  await waitFor(() => expect(sdk.dropSession).toHaveBeenCalledOnce())
  other.close()
})

test.each([
  ['forms', 'sign in again'],
  ['redirect', 'sign in again at the tenant'],
] as const)(
  'with session %s, a member can %s and comes back to the page',
  async (session, name) => {
    await open('/sign-in', { session })
    await userEvent.click(screen.getByRole('button', { name }))
    expect(sdk.redirectToTenant).toHaveBeenCalledWith({
      returnTo: '/settings?delete-account',
      again: true,
    })
  },
)
