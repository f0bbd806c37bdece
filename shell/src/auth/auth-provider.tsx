import { type ReactNode, useMemo } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { createAccountCalls } from './account-calls.ts'
import { type Auth, AuthContext } from './auth-context.ts'
import { createSessionCalls } from './session-calls.ts'
import type { TenantSettings } from './tenant.ts'
import { useSession } from './use-session.ts'
import { useSignOutSync } from './use-sign-out-sync.ts'

interface AuthProviderProps {
  settings: TenantSettings
  announcesSession: boolean
  /** Called with the first token's source, before the pages know the member. */
  onSignedIn: (getToken: Auth['getToken']) => void
  children: ReactNode
}

/** Gives the pages the member of this browser, and the calls about their session and account. */
export function AuthProvider({ settings, announcesSession, onSignedIn, children }: AuthProviderProps) {
  const { status, member, returnTo, loadSdk, endSession, Sdk, sdkProps, handleSdkError } = useSession(
    settings,
    announcesSession,
    onSignedIn,
  )
  const { hasSignedOut, announceSignOut } = useSignOutSync(async () => {
    if (Sdk) await (await loadSdk()).logout({ everywhere: false })
  })
  const email = member?.email ?? ''

  const sessionCalls = useMemo(
    () => createSessionCalls({ settings, loadSdk, endSession, announceSignOut }),
    [settings, loadSdk, endSession, announceSignOut],
  )
  const accountCalls = useMemo(() => createAccountCalls({ settings, loadSdk, email }), [settings, loadSdk, email])
  const auth = useMemo<Auth>(
    () => ({ status, member, hasSignedOut, returnTo, ...sessionCalls, ...accountCalls }),
    [status, member, hasSignedOut, returnTo, sessionCalls, accountCalls],
  )

  return (
    <AuthContext value={auth}>
      {Sdk && (
        <ErrorBoundary fallback={null} onError={handleSdkError}>
          <Sdk {...sdkProps} />
        </ErrorBoundary>
      )}
      {children}
    </AuthContext>
  )
}
