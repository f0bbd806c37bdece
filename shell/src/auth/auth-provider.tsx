import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../error-boundary.tsx'
import { reportError } from '../report-error.ts'
import { type Auth, AuthContext } from './auth-context.ts'
import { afterSignIn, safePath } from './safe-path.ts'
import type { Session, SessionActions, SessionState } from './session.tsx'
import { createAccount, reachTenant, sendPasswordReset, TenantError, type TenantSettings } from './tenant.ts'

const authPaths = ['/sign-in', '/sign-up', '/forgot-password', '/callback']
const visitor: SessionState = { status: 'signed-out', member: null }

/**
 * Who is there. Auth0's SDK comes in its own chunk, at once where its cookie announces a session or the page is about signing in;
 * everybody else is a visitor from the first paint.
 */
export function AuthProvider({ settings, children }: { settings: TenantSettings; children: ReactNode }) {
  const { pathname } = useLocation()
  const [Loaded, setLoaded] = useState<typeof Session | null>(null)
  const [announced] = useState(() => pathname === '/callback' || hasSessionCookie(settings.clientId))
  const [session, setSession] = useState<SessionState>(announced ? { ...visitor, status: 'loading' } : visitor)
  const [left, setLeft] = useState(false)
  const [arrival, setArrival] = useState(afterSignIn)
  const [actions] = useState(() => deferActions())
  const channel = useRef<BroadcastChannel>(null)

  const wanted = announced || authPaths.includes(pathname)
  useEffect(() => {
    if (!wanted) return
    importSession().then(
      (component) => setLoaded(() => component),
      (error) => {
        reportError(error)
        setSession(visitor)
      },
    )
  }, [wanted])

  const forgetSession = useEffectEvent(async () => {
    setLeft(true)
    sessionStorage.clear()
    if (Loaded) await (await actions.promise).logout({ everywhere: false })
  })
  useEffect(() => {
    const open = new BroadcastChannel('encre-session')
    open.addEventListener('message', forgetSession)
    channel.current = open
    return () => open.close()
  }, [])
  useEffect(() => {
    // The back button can bring a member's page back from memory after they signed out.
    const handleShow = (event: PageTransitionEvent) => event.persisted && left && location.replace('/')
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [left])

  function handleChange(next: SessionState) {
    // The SDK starts by looking; where no session was announced there is nothing to wait for.
    if (next.status === 'loading' && !announced) return
    setSession(next)
  }

  const auth = useMemo<Auth>(() => {
    const ready = async () => {
      const component = await importSession()
      setLoaded(() => component)
      return actions.promise
    }
    return {
      status: session.status,
      member: session.member,
      left,
      arrival,
      signIn: async (credentials, returnTo) => (await ready()).redirectWithTicket(credentials, returnTo),
      signInAtTenant: async (options = {}) => (await ready()).redirectToTenant(options),
      createAccount: (account) => createAccount(settings, account),
      sendPasswordReset: (email) => sendPasswordReset(settings, email),
      signOut: async () => {
        const { logout } = await ready()
        await reachTenant(settings)
        setLeft(true)
        channel.current?.postMessage('signed-out')
        sessionStorage.clear()
        await logout({ everywhere: true })
      },
      dropSession: async () => {
        // At once: sign-in sends whoever still seems signed in straight back.
        setSession(visitor)
        await (await ready()).logout({ everywhere: false })
      },
      getToken: async () => (await ready()).getToken(),
      refreshMember: async () => (await ready()).refreshMember(),
      resumeSession: async (password) => {
        const email = session.member?.email ?? ''
        await (await ready()).resumeSession({ email, password }, location.pathname + location.search)
      },
    }
  }, [actions, arrival, left, session, settings])

  return (
    <AuthContext value={auth}>
      {Loaded && (
        // An address that is not secure makes the SDK throw while it renders; the site's public pages go on.
        <ErrorBoundary
          fallback={null}
          onError={(error) => {
            reportError(error)
            actions.reject(new TenantError('unknown', { cause: error }))
            setSession(visitor)
          }}
        >
          <Loaded
            settings={settings}
            onReady={actions.resolve}
            onChange={handleChange}
            onReturn={(returnTo) => setArrival(safePath(returnTo))}
          />
        </ErrorBoundary>
      )}
      {children}
    </AuthContext>
  )
}

/**
 * The SDK's own note that this browser was signed in; it holds no secret and says nothing of who. The site's worker gives a
 * prerendered page, which is a visitor's, only to browsers without it.
 */
function hasSessionCookie(clientId: string): boolean {
  if (typeof document === 'undefined') return false
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`auth0.${clientId}.is.authenticated=`))
}

/** A failed chunk is asked for again the next time. */
async function importSession(): Promise<typeof Session> {
  try {
    return (await import('./session.tsx')).Session
  } catch (error) {
    throw new TenantError('network', { cause: error })
  }
}

function deferActions() {
  const actions = Promise.withResolvers<SessionActions>()
  // Whoever awaits it hears of a failure; it is none of the browser's business when nobody does.
  actions.promise.catch(() => {})
  return actions
}
