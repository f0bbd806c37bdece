import { expect, test, vi } from 'vitest'
import { createAccountCalls } from './account-calls.ts'
import type { Session } from './session.ts'

const settings = { domain: 'http://localhost:8788', clientId: 'encre-web', audience: '', connection: 'members', session: 'forms' } as const

test.each([
  ['forms', false],
  ['redirect', true],
] as const)('with session %s, the tenant signs in: %s', (session, atTenant) => {
  const { identity } = createAccountCalls({ settings: { ...settings, session }, loadSession: vi.fn(), email: '' })
  expect(identity.atTenant).toBe(atTenant)
})

test('a new sign-in goes to the tenant and comes back to the page', async () => {
  const redirectToTenant = vi.fn(async () => {})
  const actions: Partial<Session> = { redirectToTenant, getIdToken: async () => 'id-token' }
  const { identity } = createAccountCalls({ settings, loadSession: async () => actions as Session, email: '' })
  identity.signInAgain('/settings?delete-account')
  await vi.waitFor(() => expect(redirectToTenant).toHaveBeenCalledWith({ returnTo: '/settings?delete-account', again: true }))
  expect(await identity.getIdToken()).toBe('id-token')
})
