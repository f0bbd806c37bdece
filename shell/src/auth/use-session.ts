import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { reportError } from '../report-error.ts'
import type { Auth } from './auth-context.ts'
import { afterSignIn, safePath } from './safe-path.ts'
import type { SessionActions, SessionState } from './session.tsx'
import { hasSessionCookie, importSession, type SessionComponent } from './session-loader.ts'
import { TenantError, type TenantSettings } from './tenant.ts'

const authPaths = ['/sign-in', '/sign-up', '/forgot-password', '/callback']
const visitor: SessionState = { status: 'signed-out', member: null }

/**
 * The session of this browser, and the SDK behind it. The SDK loads at once when its cookie announces a session or the page is about
 * signing in; otherwise it loads with the first call that needs it. `isAnnounced` is the state of the prerendered page: a browser that goes
 * back may show one from before the member signed in.
 */
export function useSession(settings: TenantSettings, isAnnounced: boolean, onSignedIn: (getToken: Auth['getToken']) => void) {
  const { pathname } = useLocation()
  const [hasCookie] = useState(() => hasSessionCookie(settings.clientId))
  const [state, setState] = useState<SessionState>(isAnnounced ? { ...visitor, status: 'loading' } : visitor)
  const [returnTo, setReturnTo] = useState(afterSignIn)
  const [Sdk, setSdk] = useState<SessionComponent | null>(null)
  const [actions] = useState(createActions)

  const endSession = useCallback(() => setState(visitor), [])
  const loadSdk = useCallback(async () => {
    const component = await importSession()
    setSdk(() => component)
    return actions.promise
  }, [actions])

  const isNeeded = isAnnounced || authPaths.includes(pathname) || hasCookie
  useEffect(() => {
    if (!isNeeded) return
    importSession().then(
      (component) => setSdk(() => component),
      (error) => {
        reportError(error)
        setState(visitor)
      },
    )
  }, [isNeeded])

  function handleChange(next: SessionState) {
    // The SDK always starts with 'loading'. Without an announced session the visitor's header must not wait for it.
    if (next.status === 'loading' && !isAnnounced) return
    // Before the pages render, so that what starts here is there for them.
    if (next.status === 'signed-in' && state.status !== 'signed-in') onSignedIn(async () => (await actions.promise).getToken())
    setState(next)
  }

  return {
    ...state,
    /** The page that the member asked for before the tenant's redirect. */
    returnTo,
    /** Loads the SDK and resolves to its calls. Throws `TenantError`. */
    loadSdk,
    /** Makes this page a visitor's at once, without asking the tenant. */
    endSession,
    Sdk,
    sdkProps: { settings, onReady: actions.resolve, onChange: handleChange, onReturn: (path: unknown) => setReturnTo(safePath(path)) },
    /** The SDK throws while it renders where the address of the site is not secure; the public pages still work. */
    handleSdkError(error: unknown) {
      reportError(error)
      actions.reject(new TenantError('unknown', { cause: error }))
      endSession()
    },
  }
}

function createActions() {
  const actions = Promise.withResolvers<SessionActions>()
  // Each caller handles a rejection; without a caller the browser must not report an unhandled one.
  actions.promise.catch(() => {})
  return actions
}
