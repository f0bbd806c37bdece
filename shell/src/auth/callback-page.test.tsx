import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAuth, renderAt } from '../testing-auth.tsx'
import { CallbackPage } from './callback-page.tsx'

test('shows a French failure, whatever the tenant wrote into the address', () => {
  renderAt('/callback?error=access_denied&error_description=Bad&state=s', <CallbackPage />)
  expect(screen.getByRole('alert').textContent).toBe(
    'La connexion n’a pas abouti. Veuillez réessayer.',
  )
  expect(document.body.textContent).not.toContain('Bad')
  expect(screen.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe('/sign-in')
})

test('a visitor whom the tenant did not know goes on where they were', () => {
  const auth = createAuth({ hasAskedSilently: true, returnTo: '/generator' })
  const { visited } = renderAt('/callback?error=login_required&state=s', <CallbackPage />, auth)
  expect(visited()).toBe('/generator')
})

test('a blocked account says so', () => {
  renderAt('/callback?error=unauthorized&error_description=user+is+blocked', <CallbackPage />)
  expect(screen.getByRole('alert').textContent).toContain('Ce compte est bloqué.')
})
