import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { renewalDelay } from './renewal-delay.ts'
import { authorizeTimeoutSeconds, retryDelayMs, type Session, startSession } from './session.ts'
import { hasSessionCookie } from './session-loader.ts'
import { type FakeTenant, startFakeTenant } from './testing-tenant.ts'

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
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore. With max-age=0 it keeps the cookie until the next millisecond.
  document.cookie = 'auth0.encre-web.is.authenticated=; path=/; max-age=-1'
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

const lea = { id: 'auth0|1', email: 'lea@encre.test', name: 'Léa' }

/** Opens a page. Its session ends with the test, or it would go on renewing tokens. */
function openPage(): Session {
  const session = startSession(settings)
  onTestFinished(() => session.logout({ everywhere: false }))
  return session
}

/** Signs Léa in with a redirect to the tenant and back, and returns the session of the page that she comes back to. */
async function signIn(tenant: FakeTenant) {
  const { redirectWithTicket } = openPage()
  const address = await catchRedirect(() => redirectWithTicket({ email: lea.email, password: 'aiguille' }, '/generator'))
  const answer = { code: tenant.authorize(address), state: address.searchParams.get('state') ?? '' }
  history.replaceState(null, '', `/callback?${new URLSearchParams(answer)}`)
  return openPage()
}

test('the code in the address of /callback signs the member in, once, and leads to where they came from', async () => {
  const tenant = startFakeTenant(settings)
  const session = await signIn(tenant)
  expect(await session.opened).toEqual({ status: 'signed-in', member: lea, returnTo: '/generator' })
  expect(await session.getToken()).toBe('token-1')
  expect(tenant.tokenRequests.map((body) => body.get('grant_type'))).toEqual(['authorization_code'])
  expect((await openPage().opened).status).toBe('signed-out')
})

test('a browser that was signed in asks the tenant for its session', async () => {
  const tenant = startFakeTenant(settings)
  await (await signIn(tenant)).opened
  history.replaceState(null, '', '/gallery')
  expect(hasSessionCookie(settings.clientId)).toBe(true)
  const session = openPage()
  const states: string[] = []
  session.follow(({ status }) => states.push(status))
  expect(await session.opened).toMatchObject({ status: 'signed-in', member: lea })
  expect(states).toEqual(['loading', 'signed-in'])
  expect(await session.getToken()).toBe('token-2')
  expect(await session.getIdToken()).toContain('.')
})

test('a browser whose session at the tenant has ended is signed out', async () => {
  const tenant = startFakeTenant(settings)
  await (await signIn(tenant)).opened
  history.replaceState(null, '', '/gallery')
  tenant.member = null
  expect(await openPage().opened).toEqual({ status: 'signed-out', member: null })
})

test('a member without a name is called by the start of their address', async () => {
  const tenant = startFakeTenant(settings)
  tenant.member = { sub: 'auth0|2', email: 'jean@encre.test', name: ' ' }
  expect((await (await signIn(tenant)).opened).member).toEqual({ id: 'auth0|2', email: 'jean@encre.test', name: 'jean' })
})

describe('while a member is signed in', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Signs in with tokens that are renewed every 20 s. */
  async function openSession() {
    const tenant = startFakeTenant(settings)
    tenant.expiresIn = 320
    const session = await signIn(tenant)
    await session.opened
    const followed = vi.fn()
    session.follow(followed)
    followed.mockClear()
    return { tenant, session, followed }
  }
  const renewalDelayMs = renewalDelay(320)
  /** Waits for the SDK, whose hashes are not made by the clock of the test. */
  const waitForTokens = (tenant: FakeTenant, count: number) => vi.waitFor(() => expect(tenant.tokenRequests).toHaveLength(count))

  test('the token is renewed before it expires, again and again, and the pages notice nothing', async () => {
    const { tenant, session, followed } = await openSession()
    await vi.advanceTimersByTimeAsync(renewalDelayMs - 1)
    expect(tenant.tokenRequests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await waitForTokens(tenant, 2)
    expect(await session.getToken()).toBe('token-2')
    await vi.advanceTimersByTimeAsync(renewalDelayMs)
    await waitForTokens(tenant, 3)
    expect(followed).not.toHaveBeenCalled()
  })

  test('a renewal that the tenant does not answer is tried again, and the member stays signed in', async () => {
    const { tenant, followed } = await openSession()
    tenant.isDown = true
    await vi.advanceTimersByTimeAsync(renewalDelayMs)
    await vi.waitFor(() => expect(document.querySelector('frame')).not.toBeNull())
    await vi.advanceTimersByTimeAsync(authorizeTimeoutSeconds * 1000)
    tenant.isDown = false
    await vi.advanceTimersByTimeAsync(retryDelayMs)
    await waitForTokens(tenant, 2)
    expect(followed).not.toHaveBeenCalled()
  })

  test('a renewal that the tenant refuses signs the member out, and is the last one', async () => {
    const { tenant, followed } = await openSession()
    tenant.member = null
    await vi.advanceTimersByTimeAsync(renewalDelayMs)
    await vi.waitFor(() => expect(followed).toHaveBeenCalledOnce())
    expect(followed.mock.lastCall?.[0]).toMatchObject({ status: 'signed-out', member: null })
    await vi.advanceTimersByTimeAsync(renewalDelayMs - 1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a new name is read from the next token', async () => {
    const { tenant, session, followed } = await openSession()
    tenant.member = { sub: lea.id, email: lea.email, name: 'Léa Martin' }
    void session.refreshMember()
    await vi.waitFor(() => expect(followed).toHaveBeenCalledOnce())
    expect(followed.mock.lastCall?.[0]).toMatchObject({ status: 'signed-in', member: { ...lea, name: 'Léa Martin' } })
  })

  test('a sign-out in another tab ends the session here, without the tenant', async () => {
    const { session, followed } = await openSession()
    await session.logout({ everywhere: false })
    expect(followed.mock.lastCall?.[0]).toEqual({ status: 'signed-out', member: null })
    expect(vi.getTimerCount()).toBe(0)
  })
})
