import { render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  Auth0Session,
  renewalDelay,
  retryDelayMs,
  type SessionCalls,
  type SessionState,
} from './auth0-session.tsx'
import { clockReason, explainFailure } from './session-failure.ts'
import {
  authorizeTimeoutSeconds,
  longestAnswerMs,
  longestAskMs,
  startSession,
} from './start-session.ts'
import type { TenantSettings } from './tenant.ts'
import { hasSessionCookie } from './tenant.ts'
import { type FakeTenant, startFakeTenant } from './testing-tenant.ts'

const settings: TenantSettings = {
  domain: 'http://localhost:8788',
  clientId: 'encre-web',
  audience: 'api',
  connection: 'members',
  session: 'forms',
}
const lea = { id: 'auth0|1', email: 'lea@encre.test', name: 'Léa' }
const credentials = { email: lea.email, password: 'aiguille' }

/**
 * Opens a page: the look-up starts, then React follows the session. `states` grows with each
 * change.
 */
function openPage(changes: Partial<TenantSettings> = {}) {
  const session = startSession({ ...settings, ...changes })
  const states: SessionState[] = []
  const given: SessionCalls[] = []
  const handleChange = (state: SessionState, calls: SessionCalls) => {
    states.push(state)
    given.push(calls)
  }
  render(<Auth0Session session={session} settings={settings} onChange={handleChange} />)
  const [calls] = given
  if (!calls) throw new Error('the session has no calls')
  return {
    ...session,
    states,
    calls,
    opens: () => vi.waitUntil(() => states.find(({ status }) => status !== 'loading')),
  }
}

/** Waits until the page leaves for the tenant, and returns where it goes. */
async function catchRedirect(leave: () => Promise<void>): Promise<URL> {
  const assign = vi
    .spyOn(location, 'assign')
    .mockClear()
    .mockImplementation(() => {})
  void leave()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
  return new URL(String(assign.mock.calls[0]?.[0]))
}

/**
 * Signs Léa in with a redirect to the tenant and back, and returns the page that she comes back to.
 */
async function signIn(tenant: FakeTenant) {
  const { calls } = openPage()
  const address = await catchRedirect(() => calls.redirectWithTicket(credentials, '/generator'))
  const answer = { code: tenant.authorize(address), state: address.searchParams.get('state') ?? '' }
  history.replaceState(null, '', `/callback?${new URLSearchParams(answer)}`)
  return openPage()
}

/** Leaves a browser that was signed in, at the address of the gallery. */
async function openSignedIn(tenant: FakeTenant) {
  await (await signIn(tenant)).opens()
  history.replaceState(null, '', '/gallery')
}

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore. With max-age=0 it keeps the cookie until the next millisecond.
  document.cookie = 'auth0.encre-web.is.authenticated=; path=/; max-age=-1'
})

test('a new sign-in asks for the password again, and for the time of the sign-in', async () => {
  const { calls } = openPage({ session: 'redirect' })
  const { searchParams } = await catchRedirect(() =>
    calls.redirectToTenant({ returnTo: '/settings', again: true }),
  )
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
})

test('a browser without the cookie is signed out, and the tenant is not asked', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { opens, states } = openPage()
  await opens()
  expect(states.map(({ status }) => status)).toEqual(['loading', 'signed-out'])
  expect(fetched).not.toHaveBeenCalled()
})

test('a site whose address is not secure has no session', () => {
  vi.stubGlobal('crypto', { getRandomValues: () => {} })
  expect(() => startSession(settings)).toThrow(expect.objectContaining({ code: 'unknown' }))
})

test('an answer of the tenant that this browser did not ask for signs nobody in', async () => {
  history.replaceState(null, '', '/callback?code=c&state=of-another-browser')
  expect(await openPage().opens()).toEqual({ status: 'signed-out', member: null })
})

test('the code in the address of /callback signs the member in, once, and leads to where they came from', async () => {
  const tenant = startFakeTenant(settings)
  const page = await signIn(tenant)
  expect(await page.opens()).toEqual({ status: 'signed-in', member: lea, returnTo: '/generator' })
  expect(await page.calls.getToken()).toBe('token-1')
  expect(tenant.tokenRequests.map((body) => body.get('grant_type'))).toEqual(['authorization_code'])
  expect(await openPage().opens()).toMatchObject({ status: 'signed-out' })
})

test('a browser that was signed in asks the tenant for its session, once', async () => {
  const tenant = startFakeTenant(settings)
  await openSignedIn(tenant)
  expect(hasSessionCookie(settings.clientId)).toBe(true)
  const { opened, opens, states, calls } = openPage()
  expect(await opened).toEqual({})
  expect(await opens()).toMatchObject({ status: 'signed-in', member: lea })
  expect(states.map(({ status }) => status)).toEqual(['loading', 'signed-in'])
  expect(await calls.getToken()).toBe('token-2')
  expect(await calls.getIdToken()).toContain('.')
  expect(tenant.tokenRequests).toHaveLength(2)
})

/** Lets the tenant send its tokens only after `send`. */
function holdTokens() {
  const answer = vi.mocked(fetch).getMockImplementation()
  const { promise, resolve: send } = Promise.withResolvers<void>()
  vi.mocked(fetch).mockImplementation(async (url, options) => {
    if (String(url).endsWith('/oauth/token')) await promise
    return answer?.(url, options) ?? Response.error()
  })
  return { send }
}

/** The 100 ms never pass, so that a test sees what else ends the wait for the question. */
function waitForever() {
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) =>
    setTimeout(work, ms === longestAskMs ? 0x7fffffff : ms),
  )
}

test('the tenant is asked once its hidden frame is in the page', async () => {
  const tenant = startFakeTenant(settings)
  await openSignedIn(tenant)
  tenant.refusesFrames = true
  waitForever()
  const { asked, opened } = startSession(settings)
  await asked
  const frame = document.querySelector(`body > [src^="${settings.domain}"]`)
  const address = new URL(frame?.getAttribute('src') ?? '')
  const response = { code: tenant.authorize(address), state: address.searchParams.get('state') }
  const data = { type: 'authorization_response', response }
  dispatchEvent(new MessageEvent('message', { origin: settings.domain, data }))
  expect(await opened).toEqual({})
})

test('a page waits 100 ms at most until the tenant is asked, and 1 s until it answers', async () => {
  const tenant = startFakeTenant(settings)
  await openSignedIn(tenant)
  vi.useFakeTimers()
  // The SDK makes the question with a hash, or waits for another tab that asks.
  const hash = Promise.withResolvers<ArrayBuffer>()
  vi.spyOn(crypto.subtle, 'digest').mockReturnValueOnce(hash.promise)
  const { asked, answered, opened } = startSession(settings)
  const over: string[] = []
  void asked.then(() => over.push('asked'))
  void answered.then(() => over.push('answered'))
  await vi.advanceTimersByTimeAsync(longestAskMs - 1)
  expect(over).toEqual([])
  await vi.advanceTimersByTimeAsync(longestAnswerMs - longestAskMs)
  expect(over).toEqual(['asked'])
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toEqual(['asked', 'answered'])
  hash.resolve(new ArrayBuffer(32))
  await vi.waitFor(() => expect(tenant.tokenRequests).toHaveLength(2))
  await opened
})

test('the tenant has answered before it sends the token', async () => {
  const tenant = startFakeTenant(settings)
  await openSignedIn(tenant)
  const { send } = holdTokens()
  const { answered, opened } = startSession(settings)
  await answered
  expect(await Promise.race([opened, 'no token'])).toBe('no token')
  send()
  expect(await opened).toEqual({})
})

test('a page that comes back from the tenant asks nothing, and waits for the token alone', async () => {
  const tenant = startFakeTenant(settings)
  const { send } = holdTokens()
  waitForever()
  const { asked, opened } = await signIn(tenant)
  await asked
  expect(await Promise.race([opened, 'no token'])).toBe('no token')
  send()
  expect(await opened).toEqual({ returnTo: '/generator' })
})

test('a browser whose session at the tenant has ended is signed out', async () => {
  const tenant = startFakeTenant(settings)
  await openSignedIn(tenant)
  tenant.member = null
  expect(await openPage().opens()).toMatchObject({ status: 'signed-out', member: null })
})

describe('where the tenant is on another site and the browser sends its frame no cookie', () => {
  const redirect = { session: 'redirect' } as const

  /** Opens the gallery after a reload, and returns where the page leaves for. */
  async function reload(tenant: FakeTenant) {
    await openSignedIn(tenant)
    history.replaceState(null, '', '/gallery?style=dotwork')
    const { member } = tenant
    tenant.member = null
    const address = await catchRedirect(async () => void startSession({ ...settings, ...redirect }))
    tenant.member = member
    expect([address.pathname, address.searchParams.get('prompt')]).toEqual(['/authorize', 'none'])
    return address
  }
  const comeBack = (address: URL, answer: Record<string, string>) => {
    const state = address.searchParams.get('state') ?? ''
    history.replaceState(null, '', `/callback?${new URLSearchParams({ ...answer, state })}`)
    return openPage(redirect).opens()
  }

  test('the page itself asks it, and the member stays signed in where they were', async () => {
    const tenant = startFakeTenant(settings)
    const address = await reload(tenant)
    expect(await comeBack(address, { code: tenant.authorize(address) })).toEqual({
      status: 'signed-in',
      member: lea,
      returnTo: '/gallery?style=dotwork',
    })
  })

  test('a visitor comes back to where they were, and no later page asks', async () => {
    const address = await reload(startFakeTenant(settings))
    expect(await comeBack(address, { error: 'login_required' })).toEqual({
      status: 'signed-out',
      member: null,
      returnTo: '/gallery?style=dotwork',
    })
    expect(hasSessionCookie(settings.clientId)).toBe(false)
  })
})

describe('a session that cannot be looked up is unknown, and the cause is found', () => {
  const later = Date.now() + 3 * 365 * 86_400_000
  const faults: [string, (tenant: FakeTenant) => void][] = [
    ['clock', () => vi.spyOn(Date, 'now').mockReturnValue(later)],
    ['storage-refused', () => refuseStorage('SecurityError')],
    ['storage-full', () => refuseStorage('QuotaExceededError')],
    ['network', (tenant) => Object.assign(tenant, { isDown: true })],
    ['frames-refused', (tenant) => Object.assign(tenant, { refusesFrames: true })],
  ]
  const refuseStorage = (name: string) =>
    vi.stubGlobal('sessionStorage', {
      setItem() {
        throw new DOMException('refused', name)
      },
    })

  test.each(faults)('%s', async (code, breakIt) => {
    const tenant = startFakeTenant(settings)
    await openSignedIn(tenant)
    breakIt(tenant)
    const error = Object.assign(new Error('Timeout'), { error: 'timeout' })
    expect(await explainFailure(settings, error)).toMatchObject({ name: 'TenantError', code })
  })

  test.each([
    { ahead: -3 * 365.25 * 86_400_000, words: 'retarde de 3 ans' },
    { ahead: -86_000_000, words: 'retarde de 1 jour' },
    { ahead: 7_300_000, words: 'avance de 2 heures' },
  ])('a clock that is $ahead ms ahead $words', ({ ahead, words }) => {
    expect(clockReason(ahead).replaceAll('\u00a0', ' ')).toBe(
      `L'horloge de votre appareil ${words}. Réglez-la, puis réessayez.`,
    )
  })

  test('the page hears it', async () => {
    await openSignedIn(startFakeTenant(settings))
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await openPage().opens()).toMatchObject({
      status: 'unknown',
      member: null,
      failure: { code: 'network' },
    })
  })
})

test('a member without a name is called by the start of their address', async () => {
  const tenant = startFakeTenant(settings)
  tenant.member = { sub: 'auth0|2', email: 'jean@encre.test', name: ' ' }
  const { member } = await (await signIn(tenant)).opens()
  expect(member).toEqual({ id: 'auth0|2', email: 'jean@encre.test', name: 'jean' })
})

test('a token is renewed five minutes before it expires, and one of about five minutes half-way', () => {
  expect([86_400, 3600, 320].map(renewalDelay)).toEqual([86_100_000, 3_300_000, 20_000])
  expect([305, 120, 10].map(renewalDelay)).toEqual([152_500, 60_000, 5000])
  // It never loops and never overflows the timer.
  expect([0, -5, 60 * 86_400].map(renewalDelay)).toEqual([1000, 1000, 2 ** 31 - 1])
})

/** Signs in with tokens that are renewed every 20 s. `states` gets what comes afterwards. */
async function openSession() {
  vi.useFakeTimers()
  const tenant = startFakeTenant(settings)
  tenant.expiresIn = 320
  const { opens, states, calls } = await signIn(tenant)
  await opens()
  states.length = 0
  return { tenant, states, calls }
}
const renewalDelayMs = renewalDelay(320)
/** Waits for the SDK, whose hashes are not made by the clock of the test. */
const waitForTokens = (tenant: FakeTenant, count: number) =>
  vi.waitFor(() => expect(tenant.tokenRequests).toHaveLength(count))

test('while a member is signed in, the token is renewed before it expires, again and again, and the pages notice nothing', async () => {
  const { tenant, states, calls } = await openSession()
  await vi.advanceTimersByTimeAsync(renewalDelayMs - 1)
  expect(tenant.tokenRequests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await waitForTokens(tenant, 2)
  expect(await calls.getToken()).toBe('token-2')
  await vi.advanceTimersByTimeAsync(renewalDelayMs)
  await waitForTokens(tenant, 3)
  expect(states).toEqual([])
})

test('while a member is signed in, a renewal that the tenant does not answer is tried again, and the member stays signed in', async () => {
  const { tenant, states } = await openSession()
  tenant.isDown = true
  await vi.advanceTimersByTimeAsync(renewalDelayMs)
  await vi.waitFor(() => expect(document.querySelector('frame')).not.toBeNull())
  await vi.advanceTimersByTimeAsync(authorizeTimeoutSeconds * 1000)
  tenant.isDown = false
  await vi.advanceTimersByTimeAsync(retryDelayMs)
  await waitForTokens(tenant, 2)
  expect(states).toEqual([])
})

test('while a member is signed in, a renewal that the tenant refuses signs the member out, and is the last one', async () => {
  const { tenant, states } = await openSession()
  tenant.member = null
  await vi.advanceTimersByTimeAsync(renewalDelayMs)
  await vi.waitFor(() => expect(states).toMatchObject([{ status: 'signed-out', member: null }]))
  await vi.advanceTimersByTimeAsync(renewalDelayMs - 1)
  expect(vi.getTimerCount()).toBe(0)
})

test('while a member is signed in, a new name is read from the next token', async () => {
  const { tenant, states, calls } = await openSession()
  tenant.member = { sub: lea.id, email: lea.email, name: 'Léa Martin' }
  void calls.refreshMember()
  await vi.waitFor(() =>
    expect(states).toMatchObject([{ status: 'signed-in', member: { ...lea, name: 'Léa Martin' } }]),
  )
})

test('while a member is signed in, a sign-out leaves for the tenant only if it answers', async () => {
  const { tenant, states, calls } = await openSession()
  const handleLeave = vi.fn()
  tenant.isDown = true
  await expect(calls.signOut(handleLeave)).rejects.toMatchObject({
    name: 'TenantError',
    code: 'network',
  })
  expect(handleLeave).not.toHaveBeenCalled()
  tenant.isDown = false
  const { pathname, searchParams } = await catchRedirect(() => calls.signOut(handleLeave))
  expect([pathname, searchParams.get('returnTo')]).toEqual(['/v2/logout', `${location.origin}/`])
  expect(handleLeave).toHaveBeenCalledOnce()
  expect(states).toEqual([])
})

test('while a member is signed in, a sign-out in another tab ends the session here, without the tenant', async () => {
  const { states, calls } = await openSession()
  await calls.dropSession()
  await vi.waitFor(() => expect(states).toMatchObject([{ status: 'signed-out', member: null }]))
  expect(vi.getTimerCount()).toBe(0)
})
