import { afterEach, expect, test, vi } from 'vitest'
import { startSession } from './session.ts'

const settings = {
  domain: 'http://localhost:8788',
  clientId: 'encre-web',
  audience: 'api',
  connection: 'members',
  session: 'forms',
} as const

/** Waits until the page leaves for the tenant, and returns where it goes. */
async function catchRedirect(leave: () => Promise<void>): Promise<URL> {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  void leave()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
  return new URL(String(assign.mock.calls[0]?.[0]))
}

afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

test('the SDK sends the ticket to /authorize, with PKCE and nothing about the member', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ login_ticket: 'ticket-1' }))
  const { redirectWithTicket } = startSession(settings)
  const url = await catchRedirect(() => redirectWithTicket({ email: 'lea@encre.test', password: 'aiguille' }, '/generator'))
  expect(url.origin).toBe('http://localhost:8788')
  expect(url.pathname).toBe('/authorize')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    login_ticket: 'ticket-1',
    client_id: 'encre-web',
    audience: 'api',
    redirect_uri: `${location.origin}/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
  })
  expect(url.searchParams.get('code_challenge')).toHaveLength(43)
  expect(url.href).not.toContain('generator')
})

test('a new sign-in asks for the password again, and for the time of the sign-in', async () => {
  const { redirectToTenant } = startSession({ ...settings, session: 'redirect' })
  const { searchParams } = await catchRedirect(() => redirectToTenant({ returnTo: '/settings', again: true }))
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
})

test('a browser without the cookie is signed out, and the tenant is not asked', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const session = startSession(settings)
  const states: string[] = []
  session.follow(({ status }) => states.push(status))
  expect(await session.opened).toEqual({ status: 'signed-out', member: null })
  expect(states).toEqual(['loading', 'signed-out'])
  expect(fetched).not.toHaveBeenCalled()
})

test('an answer of the tenant that this browser did not ask for signs nobody in', async () => {
  history.replaceState(null, '', '/callback?code=c&state=of-another-browser')
  expect(await startSession(settings).opened).toEqual({ status: 'signed-out', member: null })
})

test('a listener that stops following hears nothing more', async () => {
  const session = startSession(settings)
  const heard = vi.fn()
  session.follow(heard)()
  await session.opened
  expect(heard).toHaveBeenCalledOnce()
})
