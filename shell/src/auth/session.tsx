import { Auth0Provider, useAuth0 } from '@auth0/auth0-react'
import type { Member } from '@encre/protocol/shell-api'
import { useEffect, useEffectEvent } from 'react'
import { renewalDelay } from './renewal-delay.ts'
import { sessionCookieDays } from './session-cookie.ts'
import { type Credentials, requestTicket, type TenantSettings, tenantOrigin } from './tenant.ts'

// Only this file imports Auth0's SDK. It is a chunk of its own, because a visitor's home page does not need it.

const retryDelayMs = 30_000

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in'
  member: Member | null
}

export interface SessionActions {
  redirectWithTicket(credentials: Credentials, returnTo?: string): Promise<void>
  redirectToTenant(options: { returnTo?: string | undefined; signUp?: boolean; again?: boolean }): Promise<void>
  logout(options: { everywhere: boolean }): Promise<void>
  getToken(): Promise<string>
  getIdToken(): Promise<string | null>
  refreshMember(): Promise<void>
  resumeSession(credentials: Credentials, returnTo: string): Promise<void>
}

interface SessionProps {
  settings: TenantSettings
  onReady: (actions: SessionActions) => void
  onChange: (state: SessionState) => void
  onReturn: (returnTo: unknown) => void
}

export function Session({ settings, onReturn, ...bridge }: SessionProps) {
  const redirect = settings.session === 'redirect'
  return (
    <Auth0Provider
      domain={tenantOrigin(settings)}
      clientId={settings.clientId}
      authorizationParams={{ redirect_uri: `${location.origin}/callback`, audience: settings.audience, scope: 'openid profile email' }}
      cacheLocation="memory"
      useRefreshTokens={redirect}
      useRefreshTokensFallback={redirect}
      skipRedirectCallback={location.pathname !== '/callback'}
      onRedirectCallback={(appState) => onReturn(appState?.returnTo)}
      legacySameSiteCookie={false}
      authorizeTimeoutInSeconds={15}
      sessionCheckExpiryDays={sessionCookieDays}
    >
      <Bridge settings={settings} {...bridge} />
    </Auth0Provider>
  )
}

/** Passes the SDK's state and calls to the shell's own context. */
function Bridge({ settings, onReady, onChange }: Omit<SessionProps, 'onReturn'>) {
  const { isLoading, user, loginWithRedirect, logout, getAccessTokenSilently, getIdTokenClaims } = useAuth0()
  const id = user?.sub
  const email = user?.email ?? ''
  const name = user?.name?.trim() || email.split('@')[0] || ''
  const publish = useEffectEvent(onChange)
  const hand = useEffectEvent(onReady)

  useEffect(() => {
    publish({
      status: isLoading ? 'loading' : id ? 'signed-in' : 'signed-out',
      member: id ? { id, email, name } : null,
    })
  }, [isLoading, id, email, name])

  useEffect(() => {
    hand({
      redirectWithTicket: async (credentials, returnTo) => {
        const ticket = await requestTicket(settings, credentials)
        await loginWithRedirect(spendTicket(ticket, returnTo))
      },
      redirectToTenant: ({ returnTo, signUp, again }) =>
        loginWithRedirect({
          appState: { returnTo },
          // With `max_age` the ID token says when the member signed in.
          authorizationParams: { ...(signUp && { screen_hint: 'signup' }), ...(again && { prompt: 'login', max_age: 0 }) },
        }),
      logout: ({ everywhere }) => logout(everywhere ? { logoutParams: { returnTo: `${location.origin}/` } } : { openUrl: false }),
      getToken: async () => {
        const token = await getAccessTokenSilently()
        if (!token) throw new Error('the session has ended')
        return token
      },
      getIdToken: async () => (await getIdTokenClaims())?.__raw ?? null,
      refreshMember: async () => {
        await getAccessTokenSilently({ cacheMode: 'off' })
      },
      resumeSession: async (credentials, returnTo) => {
        try {
          const { authorizationParams } = spendTicket(await requestTicket(settings, credentials))
          await getAccessTokenSilently({ cacheMode: 'off', authorizationParams })
        } catch {
          // The browser may refuse the hidden frame its cookie. A ticket works once, so the redirect needs a new one.
          await loginWithRedirect(spendTicket(await requestTicket(settings, credentials), returnTo))
        }
      },
    })
  }, [settings, loginWithRedirect, logout, getAccessTokenSilently, getIdTokenClaims])

  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const renewIn = (delay: number) => {
      if (!stopped) timer = setTimeout(renew, delay)
    }
    // An ended session becomes 'signed-out', which stops the renewal. Any other failure is retried.
    const renewAfter = (asked: Promise<{ expires_in: number } | undefined>) =>
      asked.then(
        (token) => renewIn(token ? renewalDelay(token.expires_in) : retryDelayMs),
        () => renewIn(retryDelayMs),
      )
    const renew = () => renewAfter(getAccessTokenSilently({ cacheMode: 'off', detailedResponse: true }))
    renewAfter(getAccessTokenSilently({ detailedResponse: true }))
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [id, getAccessTokenSilently])

  return null
}

/**
 * The options with which /authorize accepts the ticket of /co/authenticate. The SDK does not document `login_ticket`;
 * `authorizationParams` passes any key on, and `session.test.tsx` checks that it still does.
 */
export function spendTicket(ticket: string, returnTo?: string) {
  return { appState: { returnTo }, authorizationParams: { login_ticket: ticket } }
}
