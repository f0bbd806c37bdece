import { Auth0Client } from '@auth0/auth0-spa-js'
import { explainFailure, isSessionEnded } from './session-failure.ts'
import {
  hasSessionCookie,
  sessionCookieDays,
  type TenantError,
  type TenantSettings,
  tenantOrigin,
} from './tenant.ts'

// Auth0's SDK and this file are one chunk, because a visitor's home page does not need it. It
// contains no React: the SDK asks the tenant for a member's session while the page's other scripts
// are still on their way.

/** Seconds after which the SDK gives up on the tenant's answer in the hidden frame. */
export const authorizeTimeoutSeconds = 15

export interface Session {
  /** Its `checkSession` waits for the look-up that has started already. */
  client: Auth0Client
  /** Resolves once the tenant has answered, or could not. Never rejects. */
  opened: Promise<Opened>
  explain(error: unknown): Promise<TenantError>
}

interface Opened {
  returnTo?: unknown
  failure?: TenantError
}

/** Starts to look up the session. Throws where the address of the site is not secure. */
export function startSession(settings: TenantSettings): Session {
  const client = createClient(settings)
  const explain = (error: unknown) => explainFailure(settings, error)
  const opened = lookUp(client, settings.clientId).catch(async (error): Promise<Opened> => {
    return isSessionEnded(error) ? {} : { failure: await explain(error) }
  })
  // Auth0Provider calls this when React has started. A second look-up would cost two more requests.
  client.checkSession = async () => {
    await opened
  }
  return { client, opened, explain }
}

function createClient(settings: TenantSettings): Auth0Client {
  const redirect = settings.session === 'redirect'
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
}

/**
 * On /callback, exchanges the code in the address for a session. Elsewhere, asks the tenant for the
 * session of this browser.
 */
async function lookUp(client: Auth0Client, clientId: string): Promise<Opened> {
  if (location.pathname !== '/callback' || !new URLSearchParams(location.search).has('state')) {
    // The SDK's own `checkSession` hides why it failed.
    if (hasSessionCookie(clientId)) await client.getTokenSilently()
    return {}
  }
  const { appState } = await client.handleRedirectCallback<{ returnTo?: unknown }>()
  return { returnTo: appState?.returnTo }
}
