import { type ReactNode, useMemo } from 'react'
import { createAccountCalls } from './account-calls.ts'
import { type Auth, AuthContext } from './auth-context.ts'
import { createSessionCalls } from './session-calls.ts'
import type { TenantSettings } from './tenant.ts'
import { useSession } from './use-session.ts'
import { useSignOutSync } from './use-sign-out-sync.ts'

interface AuthProviderProps {
  settings: TenantSettings
  announcesSession: boolean
  children: ReactNode
}

/** Gives the pages the member of this browser, and the calls about their session and account. */
export function AuthProvider({ settings, announcesSession, children }: AuthProviderProps) {
  const { status, member, returnTo, session, loadSession, endSession } = useSession(settings, announcesSession)
  const { hasSignedOut, announceSignOut } = useSignOutSync(async () => {
    await session?.logout({ everywhere: false })
  })
  const email = member?.email ?? ''

  const sessionCalls = useMemo(
    () => createSessionCalls({ settings, loadSession, endSession, announceSignOut }),
    [settings, loadSession, endSession, announceSignOut],
  )
  const accountCalls = useMemo(() => createAccountCalls({ settings, loadSession, email }), [settings, loadSession, email])
  const auth = useMemo<Auth>(
    () => ({ status, member, hasSignedOut, returnTo, ...sessionCalls, ...accountCalls }),
    [status, member, hasSignedOut, returnTo, sessionCalls, accountCalls],
  )

  return <AuthContext value={auth}>{children}</AuthContext>
}
