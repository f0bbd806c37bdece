import type { Session } from './session.ts'
import { TenantError, type TenantSettings } from './tenant.ts'

let session: Promise<Session> | null = null

/**
 * Loads Auth0's SDK, a chunk of its own, and starts the one session of this page. Throws `TenantError`: 'network' if the chunk does not load,
 * and the next call requests it again.
 */
export function importSession(settings: TenantSettings): Promise<Session> {
  session ??= start(settings).catch((error) => {
    session = null
    throw error
  })
  return session
}

async function start(settings: TenantSettings): Promise<Session> {
  const { startSession } = await import(/* webpackChunkName: "session" */ './session.ts').catch((error) => {
    throw new TenantError('network', { cause: error })
  })
  try {
    return startSession(settings)
  } catch (error) {
    throw new TenantError('unknown', { cause: error })
  }
}

/**
 * True when the SDK has noted in a cookie that this browser was signed in. The cookie holds no secret and no identity. The site's
 * worker reads it too, and picks the state of the prerendered header.
 */
export function hasSessionCookie(clientId: string): boolean {
  if (typeof document === 'undefined') return false
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`auth0.${clientId}.is.authenticated=`))
}
