import type { Member } from '@encre/protocol/shell-api'
import { createContext, useContext } from 'react'
import type { Credentials } from './tenant.ts'

export type AuthStatus = 'loading' | 'signed-out' | 'signed-in'

export interface Auth {
  status: AuthStatus
  member: Member | null
  /** They signed out, here or in another tab: nothing to come back to. */
  left: boolean
  /** Where a member who comes back from the tenant goes on. */
  arrival: string
  /** Leaves the page for the tenant and comes back signed in at `returnTo`. Throws `TenantError`. */
  signIn(credentials: Credentials, returnTo?: string): Promise<void>
  /** Signs in on the tenant's own page: for what a form cannot do, and for `session: 'redirect'`. */
  signInAtTenant(options?: { returnTo?: string | undefined; signUp?: boolean }): Promise<void>
  createAccount(account: Credentials & { name: string }): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  signOut(): Promise<void>
  /** Forgets who is there, on this page alone: for a session that a worker no longer accepts. What was typed stays. */
  dropSession(): Promise<void>
  getToken(): Promise<string>
  refreshMember(): Promise<void>
  resumeSession(newPassword: string): Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
