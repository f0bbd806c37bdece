import { Auth0Provider, useAuth0 } from '@auth0/auth0-react'
import { render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { Session, type SessionActions, spendTicket } from './session.tsx'

function SpendTicket({ onAddress }: { onAddress: (url: URL) => void }) {
  const { isLoading, loginWithRedirect } = useAuth0()
  useEffect(() => {
    if (!isLoading) loginWithRedirect({ ...spendTicket('ticket-1', '/generator'), openUrl: async (url) => onAddress(new URL(url)) })
  }, [isLoading, loginWithRedirect, onAddress])
  return null
}

test('the SDK sends the ticket to /authorize, with PKCE and nothing about the member', async () => {
  const addresses: URL[] = []
  render(
    <Auth0Provider
      domain="http://localhost:8788"
      clientId="encre-web"
      authorizationParams={{ redirect_uri: 'http://localhost:8787/callback', audience: 'https://encre.example/api' }}
    >
      <SpendTicket onAddress={(url) => addresses.push(url)} />
    </Auth0Provider>,
  )
  await waitFor(() => expect(addresses).toHaveLength(1))
  const [url] = addresses
  expect(url?.origin).toBe('http://localhost:8788')
  expect(url?.pathname).toBe('/authorize')
  expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
    login_ticket: 'ticket-1',
    client_id: 'encre-web',
    audience: 'https://encre.example/api',
    redirect_uri: 'http://localhost:8787/callback',
    response_type: 'code',
    code_challenge_method: 'S256',
  })
  expect(url?.searchParams.get('code_challenge')).toHaveLength(43)
  expect(url?.href).not.toContain('generator')
})

test('a new sign-in asks for the password again, and for the time of the sign-in', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const ready = Promise.withResolvers<SessionActions>()
  const settings = {
    domain: 'http://localhost:8788',
    clientId: 'encre-web',
    audience: 'api',
    connection: 'members',
    session: 'redirect',
  } as const
  render(<Session settings={settings} onReady={ready.resolve} onChange={() => {}} onReturn={() => {}} />)
  const { redirectToTenant } = await ready.promise
  void redirectToTenant({ returnTo: '/settings', again: true })
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  const { searchParams } = new URL(String(assign.mock.calls[0]?.[0]))
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  assign.mockRestore()
})
