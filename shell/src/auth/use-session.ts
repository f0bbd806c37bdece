import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { reportError } from '../report-error.ts'
import { afterSignIn, safePath } from './safe-path.ts'
import type { Session, SessionState } from './session.ts'
import { hasSessionCookie, importSession } from './session-loader.ts'
import type { TenantSettings } from './tenant.ts'

const authPaths = ['/sign-in', '/sign-up', '/forgot-password', '/callback']
const visitor: SessionState = { status: 'signed-out', member: null }

/**
 * The session of this browser, and the SDK behind it. The SDK loads at once when its cookie announces a session or the page is about
 * signing in; otherwise it loads with the first call that needs it. `isAnnounced` is the state of the prerendered page: a browser that goes
 * back may show one from before the member signed in.
 */
export function useSession(settings: TenantSettings, isAnnounced: boolean) {
  const { pathname } = useLocation()
  const [hasCookie] = useState(() => hasSessionCookie(settings.clientId))
  const [{ status, member, returnTo }, setState] = useState<SessionState>(isAnnounced ? { ...visitor, status: 'loading' } : visitor)
  const [session, setSession] = useState<Session | null>(null)

  const endSession = useCallback(() => setState(visitor), [])
  const loadSession = useCallback(async () => {
    const loaded = await importSession(settings)
    setSession(loaded)
    return loaded
  }, [settings])

  const isNeeded = isAnnounced || authPaths.includes(pathname) || hasCookie
  useEffect(() => {
    if (!isNeeded) return
    importSession(settings).then(setSession, (error) => {
      reportError(error)
      setState(visitor)
    })
  }, [isNeeded, settings])

  const handleChange = useEffectEvent((next: SessionState) => {
    // Without an announced session the visitor's header must not wait for the answer.
    if (next.status !== 'loading' || isAnnounced) setState(next)
  })
  useEffect(() => session?.follow((next) => handleChange(next)), [session])

  return {
    status,
    member,
    /** The page that opens after the tenant's redirect. */
    returnTo: returnTo === undefined ? afterSignIn : safePath(returnTo),
    /** Null until something has needed the SDK. */
    session,
    /** Loads the SDK. Throws `TenantError`. */
    loadSession,
    /** Makes this page a visitor's at once, without asking the tenant. */
    endSession,
  }
}
