import type { Auth } from './auth-context.ts'
import type { SessionActions } from './session.tsx'
import { reachTenant, type TenantSettings } from './tenant.ts'

interface SessionCallsOptions {
  settings: TenantSettings
  loadSdk: () => Promise<SessionActions>
  endSession: () => void
  announceSignOut: () => void
}

export type SessionCalls = Pick<Auth, 'signIn' | 'signInAtTenant' | 'signOut' | 'dropSession' | 'getToken'>

/** The calls that begin, use and end a session. */
export function createSessionCalls({ settings, loadSdk, endSession, announceSignOut }: SessionCallsOptions): SessionCalls {
  return {
    signIn: async (credentials, returnTo) => (await loadSdk()).redirectWithTicket(credentials, returnTo),
    signInAtTenant: async (options = {}) => (await loadSdk()).redirectToTenant(options),
    signOut: async () => {
      const { logout } = await loadSdk()
      await reachTenant(settings)
      announceSignOut()
      await logout({ everywhere: true })
    },
    dropSession: async () => {
      // At once: the sign-in page would send a member who still seems signed in straight back.
      endSession()
      await (await loadSdk()).logout({ everywhere: false })
    },
    getToken: async () => (await loadSdk()).getToken(),
  }
}
