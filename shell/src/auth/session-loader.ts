import type { Session } from './session.tsx'
import { TenantError } from './tenant.ts'

export type SessionComponent = typeof Session

/** Loads Auth0's SDK, a chunk of its own. Throws `TenantError('network')`; the next call requests a failed chunk again. */
export async function importSession(): Promise<SessionComponent> {
  try {
    return (await import(/* webpackChunkName: "session" */ './session.tsx')).Session
  } catch (error) {
    throw new TenantError('network', { cause: error })
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
