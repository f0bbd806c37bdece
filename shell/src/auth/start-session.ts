import { Auth0Client } from '@auth0/auth0-spa-js'
import { explainFailure, isSessionEnded } from './session-failure.ts'
import {
  hasSessionCookie,
  sessionCookieDays,
  TenantError,
  type TenantSettings,
  tenantOrigin,
} from './tenant.ts'

// Auth0's SDK and this file are one chunk, because a visitor's home page does not need it. It
// contains no React: the SDK asks the tenant for a member's session while the page's other scripts
// are still on their way.

/** Seconds after which the SDK gives up on the tenant's answer in the hidden frame. */
export const authorizeTimeoutSeconds = 15

/** Milliseconds. The SDK asks for one tab after the other, and React must not wait for all. */
export const longestAskMs = 100

/** Milliseconds. The thread has nothing else to do while a slow tenant answers. */
export const longestAnswerMs = 1000

export interface Session {
  /** Its `checkSession` waits for the look-up that has started already. */
  client: Auth0Client
  /** Resolves once the tenant has been asked or is not, and after 100 ms. Never rejects. */
  asked: Promise<void>
  /**
   * Resolves once the tenant has answered or could not, and after 1 s: the token may still be on its
   * way. Never rejects.
   */
  answered: Promise<void>
  /** Resolves once the token has come, or could not. Never rejects. */
  opened: Promise<Opened>
  explain(error: unknown): Promise<TenantError>
}

interface Opened {
  returnTo?: unknown
  failure?: TenantError
}

/** Starts to look up the session. Throws `TenantError` where the site's address is not secure. */
export function startSession(settings: TenantSettings): Session {
  const client = createClient(settings)
  const explain = (error: unknown) => explainFailure(settings, error)
  const { asked, answered, end } = watchFrame(tenantOrigin(settings))
  if (comesBack()) end()
  const opened = lookUp(client, settings)
    .catch(async (error): Promise<Opened> => {
      return isSessionEnded(error) ? readReturn(error) : { failure: await explain(error) }
    })
    .finally(end)
  // Auth0Provider calls this when React has started. A second look-up would cost two more requests.
  client.checkSession = async () => {
    await opened
  }
  return { client, asked, answered, opened, explain }
}

/**
 * Follows the hidden frame in which the SDK asks the tenant. `end` resolves both, whether the frame
 * has come or not.
 */
function watchFrame(tenant: string) {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const listening = new AbortController()
  const frames = new MutationObserver(() => {
    if (document.querySelector(`body > [src^="${tenant}"]`)) asked.resolve()
  })
  const askTimer = setTimeout(asked.resolve, longestAskMs)
  const answerTimer = setTimeout(answered.resolve, longestAnswerMs)
  const end = () => {
    clearTimeout(askTimer)
    clearTimeout(answerTimer)
    frames.disconnect()
    listening.abort()
    asked.resolve()
    answered.resolve()
  }
  frames.observe(document.body, { childList: true })
  const hear = ({ origin }: MessageEvent) => origin === tenant && end()
  addEventListener('message', hear, { signal: listening.signal })
  return { asked: asked.promise, answered: answered.promise, end }
}

function createClient(settings: TenantSettings): Auth0Client {
  const redirect = settings.session === 'redirect'
  try {
    return new Auth0Client({
      domain: tenantOrigin(settings),
      clientId: settings.clientId,
      authorizationParams: {
        redirect_uri: `${location.origin}/callback`,
        audience: settings.audience,
        scope: 'openid profile email',
      },
      cacheLocation: 'memory',
      useRefreshTokens: redirect,
      useRefreshTokensFallback: redirect,
      legacySameSiteCookie: false,
      authorizeTimeoutInSeconds: authorizeTimeoutSeconds,
      sessionCheckExpiryDays: sessionCookieDays,
    })
  } catch (error) {
    throw new TenantError('unknown', { cause: error })
  }
}

/**
 * On /callback, exchanges the code in the address for a session. Elsewhere, asks the tenant for the
 * session of this browser.
 */
async function lookUp(client: Auth0Client, settings: TenantSettings): Promise<Opened> {
  if (!comesBack()) {
    // The SDK's own `checkSession` hides why it failed.
    if (hasSessionCookie(settings.clientId)) await askSilently(client, settings)
    return {}
  }
  const { appState } = await client.handleRedirectCallback<{ returnTo?: unknown }>()
  return { returnTo: appState?.returnTo }
}

/** Whether the tenant has sent the browser here with its answer in the address. */
function comesBack(): boolean {
  return location.pathname === '/callback' && new URLSearchParams(location.search).has('state')
}

/**
 * Safari and Firefox send a hidden frame no cookie of a tenant on another site, so the tenant knows
 * nobody there. The page itself leaves for it once and comes back at once: the SDK deletes the
 * session's cookie with the frame's answer, and without it no later page asks.
 */
async function askSilently(client: Auth0Client, { session }: TenantSettings): Promise<void> {
  try {
    await client.getTokenSilently()
  } catch (error) {
    if (session !== 'redirect' || !isSignInRequired(error)) throw error
    const returnTo = location.pathname + location.search + location.hash
    await client.loginWithRedirect({
      appState: { returnTo, isSilent: true },
      authorizationParams: { prompt: 'none' },
    })
    // The page leaves.
    await new Promise(() => {})
  }
}

function isSignInRequired(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'login_required'
}

/** A visitor who came back from `askSilently` goes on where they were. */
function readReturn(error: unknown): Opened {
  const state = error instanceof Error && 'appState' in error ? error.appState : null
  if (typeof state !== 'object' || state === null || !('isSilent' in state)) return {}
  return { returnTo: 'returnTo' in state ? state.returnTo : undefined }
}
