import type { Auth } from './auth-context.ts'
import type { Session } from './session.ts'
import { reachTenant, type TenantSettings } from './tenant.ts'

interface SessionCallsOptions {
  settings: TenantSettings
  loadSession: () => Promise<Session>
  endSession: () => void
  announceSignOut: () => void
}

type SessionCalls = Pick<Auth, 'signIn' | 'signInAtTenant' | 'signOut' | 'dropSession' | 'getToken'>

/** The calls that begin, use and end a session. */
export function createSessionCalls({ settings, loadSession, endSession, announceSignOut }: SessionCallsOptions): SessionCalls {
  return {
    signIn: async (credentials, returnTo) => (await loadSession()).redirectWithTicket(credentials, returnTo),
    signInAtTenant: async (options = {}) => (await loadSession()).redirectToTenant(options),
    signOut: async () => {
      const { logout } = await loadSession()
      await reachTenant(settings)
      announceSignOut()
      await logout({ everywhere: true })
    },
    dropSession: async () => {
      // At once: the sign-in page would send a member who still seems signed in straight back.
      endSession()
      await (await loadSession()).logout({ everywhere: false })
    },
    getToken: async () => (await loadSession()).getToken(),
  }
}
