import { readIdea, readReturnTo } from '@encre/protocol/links'
import type { Member } from '@encre/protocol/shell-api'
import { isSitePath } from '@encre/protocol/site-path'
import { clearTab } from '@encre/protocol/tab-files'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { useHydrated } from '../page-head.tsx'
import { reportError } from '../report-error.ts'
import type { SessionCalls, SessionState } from './auth0-session.tsx'
import { importSession, requireChunk } from './session-loader.ts'
import { hasSessionCookie, TenantError, type TenantSettings } from './tenant.ts'
import { type Credentials, createAccount, sendPasswordReset } from './tenant-requests.ts'

// The member and their session, for every page: `useAuth`. Where a sign-in leads, and what a
// sign-out does in all tabs. `start-session.ts` looks the session up, `auth0-session.tsx` renews it.

export interface Auth extends ReturnType<typeof createCalls> {
  status: SessionState['status']
  member: Member | null
  failure?: TenantError | undefined
  /**
   * The member signed out, in this tab or in another one, so no page waits for them to sign in
   * again.
   */
  hasSignedOut: boolean
  /** The page that opens after the tenant's redirect. */
  returnTo: string
  /** Whether the page asked the tenant without a form, and the tenant knew no member. */
  hasAskedSilently?: boolean
}

const afterSignIn = '/dashboard'

/**
 * The query that goes with a visitor from page to page, and where it leads after sign-in: their
 * idea (`?idee=...&style=...`) to the generator,
 * `?retour=` to the page that they left. Undefined without one, and in prerendered pages.
 */
export function useVisitorQuery(): { search: string; returnTo: string } | undefined {
  const { search } = useLocation()
  const returnTo = findReturnTo(search)
  return useHydrated() && returnTo ? { search, returnTo } : undefined
}

function findReturnTo(search: string): string | undefined {
  const path = readReturnTo(search)
  if (path !== null) return safePath(path)
  if (readIdea(search)) return afterSignIn + search
  return undefined
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

interface AuthProviderProps {
  settings: TenantSettings
  announcesSession: boolean
  children: ReactNode
}

export function AuthProvider({ settings, announcesSession, children }: AuthProviderProps) {
  const session = useSession(settings, announcesSession)
  const { status, member, failure, returnTo, hasAskedSilently } = session
  const { loadSession, endSession, observer } = session
  const { hasSignedOut, announceSignOut } = useSignOutSync(async () => {
    if (observer) await (await loadSession()).dropSession()
  })

  const calls = useMemo(
    () => createCalls(settings, loadSession, endSession, announceSignOut),
    [settings, loadSession, endSession, announceSignOut],
  )
  const auth = useMemo<Auth>(
    () => ({ status, member, failure, hasSignedOut, returnTo, hasAskedSilently, ...calls }),
    [status, member, failure, hasSignedOut, returnTo, hasAskedSilently, calls],
  )

  return (
    <AuthContext value={auth}>
      {children}
      {observer}
    </AuthContext>
  )
}

const authPaths = ['/sign-in', '/sign-up', '/forgot-password', '/callback']
const visitor: SessionState = { status: 'signed-out', member: null }

/**
 * The session of this browser. The SDK loads at once for an announced session and for pages about
 * signing in, else with the first call that needs it.
 */
function useSession(settings: TenantSettings, isAnnounced: boolean) {
  const { pathname } = useLocation()
  const [hasCookie] = useState(() => hasSessionCookie(settings.clientId))
  const [{ status, member, failure, returnTo }, setState] = useState<SessionState>(
    isAnnounced ? { ...visitor, status: 'loading' } : visitor,
  )
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof importAuth0>> | null>(null)
  const [calls] = useState(() => Promise.withResolvers<SessionCalls>())

  const endSession = useCallback(() => setState(visitor), [])
  const loadSession = useCallback(async () => {
    const auth0 = await importAuth0(settings)
    setLoaded((before) => before ?? auth0)
    return calls.promise
  }, [settings, calls])

  const isNeeded = isAnnounced || authPaths.includes(pathname) || hasCookie
  useEffect(() => {
    if (!isNeeded) return
    importAuth0(settings).then(setLoaded, (error) => {
      reportError(error)
      const failure =
        error instanceof TenantError ? error : new TenantError('unknown', { cause: error })
      // Without a session's cookie, the SDK would have found a visitor.
      setState(isAnnounced || hasCookie ? { status: 'unknown', member: null, failure } : visitor)
    })
  }, [isNeeded, isAnnounced, hasCookie, settings])

  const handleChange = useCallback(
    (next: SessionState, nextCalls: SessionCalls) => {
      calls.resolve(nextCalls)
      // Without an announced session the visitor's header must not wait for the answer.
      if (next.status !== 'loading' || isAnnounced) setState(next)
    },
    [isAnnounced, calls],
  )

  return {
    status,
    member,
    failure,
    returnTo: returnTo === undefined ? afterSignIn : safePath(returnTo),
    hasAskedSilently: status === 'signed-out' && returnTo !== undefined,
    loadSession,
    endSession,
    observer: loaded && (
      <loaded.Auth0Session session={loaded.session} settings={settings} onChange={handleChange} />
    ),
  }
}

async function importAuth0(settings: TenantSettings) {
  const [session, { Auth0Session }] = await Promise.all([
    importSession(settings),
    requireChunk(import(/* webpackChunkName: "auth0" */ './auth0-session.tsx')),
  ])
  return { session, Auth0Session }
}

/** Tells the other tabs of the site when the member signs out, and hears it from them. */
function useSignOutSync(onSignOutElsewhere: () => Promise<void>) {
  const [hasSignedOut, setHasSignedOut] = useState(false)
  const channel = useRef<BroadcastChannel>(null)

  const handleMessage = useEffectEvent(async () => {
    setHasSignedOut(true)
    await Promise.all([clearTab(), onSignOutElsewhere()])
  })
  useEffect(() => {
    const opened = new BroadcastChannel('encre-session')
    opened.addEventListener('message', () => handleMessage())
    channel.current = opened
    return () => opened.close()
  }, [])
  useEffect(() => {
    // The back button can restore a member's page from the back/forward cache after they signed
    // out.
    const handleShow = (event: PageTransitionEvent) =>
      event.persisted && hasSignedOut && location.replace('/')
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [hasSignedOut])

  const announceSignOut = useCallback(async () => {
    setHasSignedOut(true)
    channel.current?.postMessage('signed-out')
    await clearTab()
  }, [])

  return { hasSignedOut, announceSignOut }
}

function createCalls(
  settings: TenantSettings,
  loadSession: () => Promise<SessionCalls>,
  endSession: () => void,
  announceSignOut: () => Promise<void>,
) {
  return {
    /** Leaves for the tenant and comes back signed in, at `returnTo`. Throws `TenantError`. */
    signIn: async (credentials: Credentials, returnTo?: string) =>
      (await loadSession()).redirectWithTicket(credentials, returnTo),
    /**
     * Signs in on the tenant's own page: when it asks for more than a form can, and with `session:
     * 'redirect'`.
     */
    signInAtTenant: async (options: { returnTo?: string | undefined; signUp?: boolean } = {}) =>
      (await loadSession()).redirectToTenant(options),
    createAccount: (account: Credentials & { name: string }) => createAccount(settings, account),
    sendPasswordReset: (address: string) => sendPasswordReset(settings, address),
    signOut: async () => (await loadSession()).signOut(announceSignOut),
    /** Ends the session in this tab only: a worker no longer accepts it. Drafts are kept. */
    dropSession: async () => {
      // At once: the sign-in page would send a member who still seems signed in straight back.
      endSession()
      await (await loadSession()).dropSession()
    },
    /**
     * Waits until the tenant has answered, at most a second. Never rejects: the session's own state
     * tells a failure.
     */
    waitForTenant: async () => {
      const session = await importSession(settings).catch(() => null)
      await session?.answered
    },
    getToken: async () => (await loadSession()).getToken(),
    refreshMember: async () => (await loadSession()).refreshMember(),
    resumeSession: async (password: string) => (await loadSession()).resumeSession(password),
    identity: {
      atTenant: settings.session === 'redirect',
      signInAgain: (returnTo: string) => {
        loadSession()
          .then(({ redirectToTenant }) => redirectToTenant({ returnTo, again: true }))
          .catch(reportError)
      },
      getIdToken: async () => (await loadSession()).getIdToken(),
    },
  }
}

/**
 * Returns `path` if it is a path of this site, else the dashboard. It comes from router state or
 * Auth0's appState, never from the query string.
 */
export function safePath(path: unknown): string {
  return isSitePath(path) ? path : afterSignIn
}
