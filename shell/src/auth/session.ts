import { Auth0Client, type GetTokenSilentlyOptions } from '@auth0/auth0-spa-js'
import type { Member } from '@encre/protocol/shell-api'
import { renewalDelay } from './renewal-delay.ts'
import { sessionCookieDays } from './session-cookie.ts'
import { type Credentials, requestTicket, type TenantSettings, tenantOrigin } from './tenant.ts'

// Only this file imports Auth0's SDK. It is a chunk of its own, because a visitor's home page does not need it. It contains no React: the
// SDK asks the tenant for a member's session while the page's other scripts are still on their way.

/** Milliseconds until a renewal that failed is tried again. */
export const retryDelayMs = 30_000
/** Seconds after which the SDK gives up on the tenant's answer in the hidden frame. */
export const authorizeTimeoutSeconds = 15

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in'
  member: Member | null
  /** What the page passed as `returnTo` before it left for the tenant. Undefined if it did not come from there. */
  returnTo?: unknown
}

/** The session of this browser at the tenant. */
export interface Session {
  /** Resolves to the state once the tenant has answered, or could not. Never rejects. */
  opened: Promise<SessionState>
  /** Calls `onChange` with the current state and with each later one, until the returned function is called. */
  follow(onChange: (state: SessionState) => void): () => void
  redirectWithTicket(credentials: Credentials, returnTo?: string): Promise<void>
  redirectToTenant(options: { returnTo?: string | undefined; signUp?: boolean; again?: boolean }): Promise<void>
  logout(options: { everywhere: boolean }): Promise<void>
  getToken(): Promise<string>
  getIdToken(): Promise<string | null>
  refreshMember(): Promise<void>
  resumeSession(credentials: Credentials, returnTo: string): Promise<void>
}

const signedOut: SessionState = { status: 'signed-out', member: null }

/** Starts to look up the session. Throws where the address of the site is not secure. */
export function startSession(settings: TenantSettings): Session {
  const client = createClient(settings)
  const listeners = new Set<(state: SessionState) => void>()
  let state: SessionState = { status: 'loading', member: null }
  let renewal: ReturnType<typeof setTimeout> | undefined

  function publish(next: SessionState) {
    const before = state
    state = next
    for (const listener of listeners) listener(state)
    if (next.status !== 'signed-in') clearTimeout(renewal)
    else if (before.status !== 'signed-in') void renewAfter(requestToken({}))
  }

  async function open(): Promise<SessionState> {
    try {
      await readMember(await lookUp(client))
    } catch {
      publish(signedOut)
    }
    return state
  }

  /** Follows the SDK, which forgets the member when the session has ended. */
  async function readMember(returnTo = state.returnTo) {
    const { sub: id, email = '', name } = (await client.getUser()) ?? {}
    const member = id ? { id, email, name: name?.trim() || email.split('@')[0] || '' } : null
    const isKnown = state.status !== 'loading' && JSON.stringify(member) === JSON.stringify(state.member)
    if (!isKnown) publish({ status: member ? 'signed-in' : 'signed-out', member, returnTo })
  }

  async function requestToken(options: GetTokenSilentlyOptions) {
    try {
      return await client.getTokenSilently({ ...options, detailedResponse: true })
    } finally {
      await readMember()
    }
  }

  /** Renews the token before it expires. An ended session becomes 'signed-out', which stops the renewal; any other failure is retried. */
  async function renewAfter(requested: ReturnType<typeof requestToken>): Promise<void> {
    const token = await requested.catch(() => undefined)
    if (state.status !== 'signed-in') return
    clearTimeout(renewal)
    renewal = setTimeout(() => void renewAfter(requestToken({ cacheMode: 'off' })), token ? renewalDelay(token.expires_in) : retryDelayMs)
  }

  return {
    opened: open(),
    follow(onChange) {
      listeners.add(onChange)
      onChange(state)
      return () => listeners.delete(onChange)
    },
    redirectWithTicket: async (credentials, returnTo) => {
      const ticket = await requestTicket(settings, credentials)
      await client.loginWithRedirect(spendTicket(ticket, returnTo))
    },
    redirectToTenant: ({ returnTo, signUp, again }) =>
      client.loginWithRedirect({
        appState: { returnTo },
        // With `max_age` the ID token says when the member signed in.
        authorizationParams: { ...(signUp && { screen_hint: 'signup' }), ...(again && { prompt: 'login', max_age: 0 }) },
      }),
    logout: async ({ everywhere }) => {
      await client.logout(everywhere ? { logoutParams: { returnTo: `${location.origin}/` } } : { openUrl: false })
      if (!everywhere) publish(signedOut)
    },
    getToken: async () => {
      const token = await requestToken({})
      if (!token) throw new Error('the session has ended')
      return token.access_token
    },
    getIdToken: async () => (await client.getIdTokenClaims())?.__raw ?? null,
    refreshMember: async () => {
      await requestToken({ cacheMode: 'off' })
    },
    resumeSession: async (credentials, returnTo) => {
      try {
        const { authorizationParams } = spendTicket(await requestTicket(settings, credentials))
        await requestToken({ cacheMode: 'off', authorizationParams })
      } catch {
        // The browser may refuse the hidden frame its cookie. A ticket works once, so the redirect needs a new one.
        await client.loginWithRedirect(spendTicket(await requestTicket(settings, credentials), returnTo))
      }
    },
  }
}

function createClient(settings: TenantSettings): Auth0Client {
  const redirect = settings.session === 'redirect'
  return new Auth0Client({
    domain: tenantOrigin(settings),
    clientId: settings.clientId,
    authorizationParams: { redirect_uri: `${location.origin}/callback`, audience: settings.audience, scope: 'openid profile email' },
    cacheLocation: 'memory',
    useRefreshTokens: redirect,
    useRefreshTokensFallback: redirect,
    legacySameSiteCookie: false,
    authorizeTimeoutInSeconds: authorizeTimeoutSeconds,
    sessionCheckExpiryDays: sessionCookieDays,
  })
}

/**
 * On /callback, exchanges the code in the address for a session, and returns the `returnTo` that the page left with. Elsewhere, asks the tenant
 * for the session of this browser.
 */
async function lookUp(client: Auth0Client): Promise<unknown> {
  if (location.pathname !== '/callback' || !new URLSearchParams(location.search).has('state')) {
    await client.checkSession()
    return undefined
  }
  const { appState } = await client.handleRedirectCallback<{ returnTo?: unknown }>()
  return appState?.returnTo
}

/**
 * The options with which /authorize accepts the ticket of /co/authenticate. The SDK does not document `login_ticket`;
 * `authorizationParams` passes any key on, and `session.test.ts` checks that it still does.
 */
function spendTicket(ticket: string, returnTo?: string) {
  return { appState: { returnTo }, authorizationParams: { login_ticket: ticket } }
}
