import { type Auth0ContextInterface, Auth0Provider, type User, useAuth0 } from '@auth0/auth0-react'
import type { Member } from '@encre/protocol/shell-api'
import { useEffect, useMemo, useState } from 'react'
import type { Session } from './start-session.ts'
import { reachTenant, type TenantError, type TenantSettings } from './tenant.ts'
import { type Credentials, requestTicket } from './tenant-requests.ts'

// Auth0's React package and this file are one chunk. It loads with the SDK, never on a visitor's
// home page.

export const retryDelayMs = 30_000

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in' | 'unknown'
  member: Member | null
  returnTo?: unknown
  failure?: TenantError
}

export type SessionCalls = ReturnType<typeof createCalls>

export interface Auth0SessionProps {
  session: Session
  settings: TenantSettings
  onChange: (state: SessionState, calls: SessionCalls) => void
}

/**
 * Follows the session with Auth0's provider. It stands beside the pages: a provider around them
 * that loads later would mount them anew.
 */
export function Auth0Session({ session, ...props }: Auth0SessionProps) {
  return (
    // start-session.ts has spent the code in the address of /callback.
    <Auth0Provider client={session.client} skipRedirectCallback>
      <SessionObserver session={session} {...props} />
    </Auth0Provider>
  )
}

function SessionObserver({ session, settings, onChange }: Auth0SessionProps) {
  const { opened, explain } = session
  const { isLoading, user, getAccessTokenSilently, getIdTokenClaims, loginWithRedirect, logout } =
    useAuth0()
  const [{ returnTo, failure }, setOpened] = useState<Awaited<Session['opened']>>({})
  // Before the provider's own effect, so that the outcome is known when the loading ends.
  useEffect(() => {
    void opened.then(setOpened)
  }, [opened])

  const calls = useMemo(
    () =>
      createCalls(settings, explain, {
        getAccessTokenSilently,
        getIdTokenClaims,
        loginWithRedirect,
        logout,
      }),
    [settings, explain, getAccessTokenSilently, getIdTokenClaims, loginWithRedirect, logout],
  )
  const member = useMember(user)
  const status = readStatus(isLoading, member, failure)
  useRenewal(status === 'signed-in', getAccessTokenSilently)
  useEffect(
    () => onChange({ status, member, returnTo, ...(failure && { failure }) }, calls),
    [status, member, returnTo, failure, calls, onChange],
  )
  return null
}

function readStatus(
  isLoading: boolean,
  member: Member | null,
  failure: TenantError | undefined,
): SessionState['status'] {
  if (isLoading) return 'loading'
  if (member) return 'signed-in'
  return failure ? 'unknown' : 'signed-out'
}

/**
 * The SDK makes a new user with each token. The pages get a new member only if one of the fields
 * has changed.
 */
function useMember({ sub: id, email = '', name }: User = {}): Member | null {
  const shownName = name?.trim() || email.split('@')[0] || ''
  return useMemo(() => (id ? { id, email, name: shownName } : null), [id, email, shownName])
}

type Auth0 = Pick<
  Auth0ContextInterface,
  'getAccessTokenSilently' | 'getIdTokenClaims' | 'loginWithRedirect' | 'logout'
>

/**
 * Renews the token before it expires. An ended session becomes 'signed-out', which stops the
 * renewal; any other failure is retried.
 */
function useRenewal(
  isSignedIn: boolean,
  getAccessTokenSilently: Auth0['getAccessTokenSilently'],
): void {
  useEffect(() => {
    if (!isSignedIn) return
    let isOver = false
    let renewal: ReturnType<typeof setTimeout> | undefined
    const renewAfter = async (requested: Promise<{ expires_in: number } | undefined>) => {
      const token = await requested.catch(() => undefined)
      if (!isOver)
        renewal = setTimeout(renew, token ? renewalDelay(token.expires_in) : retryDelayMs)
    }
    const renew = () =>
      void renewAfter(getAccessTokenSilently({ cacheMode: 'off', detailedResponse: true }))
    void renewAfter(getAccessTokenSilently({ detailedResponse: true }))
    return () => {
      isOver = true
      clearTimeout(renewal)
    }
  }, [isSignedIn, getAccessTokenSilently])
}

const renewBeforeExpirySeconds = 300
/**
 * A token that would be renewed sooner than this is renewed half-way instead: a short one would be
 * renewed all the time.
 */
const minimumEarlyDelaySeconds = 10
const minimumDelaySeconds = 1
/** The longest delay of a browser's timer; a longer one fires at once. */
const maximumTimerMs = 2 ** 31 - 1

/**
 * Milliseconds until the renewal of a token that is valid for `expiresIn` seconds: 300 s before it
 * expires, or half-way if it is short.
 */
export function renewalDelay(expiresIn: number): number {
  const early = expiresIn - renewBeforeExpirySeconds
  const seconds =
    early >= minimumEarlyDelaySeconds ? early : Math.max(expiresIn / 2, minimumDelaySeconds)
  return Math.min(seconds * 1000, maximumTimerMs)
}

function createCalls(
  settings: TenantSettings,
  explain: Session['explain'],
  { getAccessTokenSilently, getIdTokenClaims, loginWithRedirect, logout }: Auth0,
) {
  const leave: Auth0['loginWithRedirect'] = (options) =>
    loginWithRedirect(options).catch(async (error: unknown) => {
      throw await explain(error)
    })
  return {
    redirectWithTicket: async (credentials: Credentials, returnTo?: string) => {
      const ticket = await requestTicket(settings, credentials)
      await leave(spendTicket(ticket, returnTo))
    },
    redirectToTenant: ({
      returnTo,
      signUp,
      again,
    }: {
      returnTo?: string | undefined
      signUp?: boolean
      again?: boolean
    }) =>
      leave({
        ...(returnTo !== undefined && { appState: { returnTo } }),
        // With `max_age` the ID token says when the member signed in.
        authorizationParams: {
          ...(signUp && { screen_hint: 'signup' }),
          ...(again && { prompt: 'login', max_age: 0 }),
        },
      }),
    /**
     * Leaves for the tenant, which ends its session. Calls `onLeave` before. Throws `TenantError`
     * if the tenant does not answer.
     */
    signOut: async (onLeave: () => Promise<void>) => {
      await reachTenant(settings)
      await onLeave()
      await logout({ logoutParams: { returnTo: `${location.origin}/` } })
    },
    dropSession: () => logout({ openUrl: false }),
    getToken: async () => {
      const token = await getAccessTokenSilently()
      if (!token) throw new Error('the session has ended')
      return token
    },
    getIdToken: async () => (await getIdTokenClaims())?.__raw ?? null,
    refreshMember: async () => {
      await getAccessTokenSilently({ cacheMode: 'off' })
    },
    resumeSession: async (password: string) => {
      const { email = '' } = (await getIdTokenClaims()) ?? {}
      const credentials = { email, password }
      try {
        const { authorizationParams } = spendTicket(await requestTicket(settings, credentials))
        await getAccessTokenSilently({ cacheMode: 'off', authorizationParams })
      } catch {
        // The browser may refuse the hidden frame its cookie. A ticket works once, so the redirect
        // needs a new one.
        const returnTo = location.pathname + location.search
        await loginWithRedirect(spendTicket(await requestTicket(settings, credentials), returnTo))
      }
    },
  }
}

/**
 * The SDK does not document `login_ticket`; `authorizationParams` passes any key on, which
 * `auth0-session.test.tsx` checks.
 */
function spendTicket(ticket: string, returnTo?: string) {
  return {
    ...(returnTo !== undefined && { appState: { returnTo } }),
    authorizationParams: { login_ticket: ticket },
  }
}
