import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { createContext, useContext } from 'react'
import type { SessionState } from './session.ts'
import type { Credentials } from './tenant.ts'

export interface Auth {
  status: SessionState['status']
  member: Member | null
  /** The member signed out, in this tab or in another one, so no page waits for them to sign in again. */
  hasSignedOut: boolean
  /** The page that opens after the tenant's redirect. */
  returnTo: string
  /** Leaves for the tenant and comes back signed in, at `returnTo`. Throws `TenantError`. */
  signIn(credentials: Credentials, returnTo?: string): Promise<void>
  /** Signs in on the tenant's own page: when it asks for more than a form can, and with `session: 'redirect'`. */
  signInAtTenant(options?: { returnTo?: string | undefined; signUp?: boolean }): Promise<void>
  createAccount(account: Credentials & { name: string }): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  signOut(): Promise<void>
  /** Ends the session in this tab only: a worker no longer accepts it. Drafts are kept. */
  dropSession(): Promise<void>
  getToken(): Promise<string>
  refreshMember(): Promise<void>
  resumeSession(newPassword: string): Promise<void>
  identity: NonNullable<ShellApi['identity']>
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
