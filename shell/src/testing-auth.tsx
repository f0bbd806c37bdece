import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { type Auth, AuthContext } from './auth/auth-provider.tsx'

export const lea = { id: 'auth0|1', email: 'lea@example.com', name: 'Léa' }

/** A visitor; every call succeeds. */
export function createAuth(changes: Partial<Auth> = {}) {
  return {
    status: 'signed-out' as const,
    member: null,
    hasSignedOut: false,
    returnTo: '/dashboard',
    signIn: vi.fn(async () => {}),
    signInAtTenant: vi.fn(async () => {}),
    createAccount: vi.fn(async () => {}),
    sendPasswordReset: vi.fn(async () => {}),
    signOut: vi.fn(async () => {}),
    dropSession: vi.fn(async () => {}),
    waitForTenant: vi.fn(async () => {}),
    getToken: vi.fn(async () => 'token'),
    refreshMember: vi.fn(async () => {}),
    resumeSession: vi.fn(async () => {}),
    identity: { atTenant: false, signInAgain: vi.fn(), getIdToken: vi.fn(async () => 'id-token') },
    ...changes,
  }
}

export const signedIn: Partial<Auth> = { status: 'signed-in', member: lea }

/** Renders at `path` with `auth`. `visited()` returns the current path and router state. */
export function renderAt(
  path: string | { pathname: string; state: unknown },
  children: ReactNode,
  auth: Auth = createAuth(),
) {
  let location = ''
  function Where() {
    const { pathname, search, state } = useLocation()
    location = pathname + search + (state ? ` ${JSON.stringify(state)}` : '')
    return null
  }
  const page = (auth: Auth) => (
    <MemoryRouter initialEntries={[path]}>
      <AuthContext value={auth}>
        {children}
        <Where />
      </AuthContext>
    </MemoryRouter>
  )
  const { rerender } = render(page(auth))
  return { visited: () => location, become: (next: Auth) => rerender(page(next)) }
}
