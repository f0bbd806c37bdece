import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { createAuth, renderAt, signedIn } from '../testing-auth.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { TenantError } from './tenant.ts'

async function fillIn(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('Email'), email)
  if (password) await userEvent.type(screen.getByLabelText('Mot de passe'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
}

test('signs in with what was typed, keeps the idea of the address, and stays busy until the browser leaves', async () => {
  const auth = createAuth()
  renderAt('/sign-in?idee=Une+carpe', <SignInPage atTenant={false} />, auth)
  expect(screen.getByRole('link', { name: 'Créer un compte' }).getAttribute('href')).toBe(
    '/sign-up?idee=Une+carpe',
  )
  await fillIn(' lea@example.com ', 'secret6')
  expect(auth.signIn).toHaveBeenCalledWith(
    { email: 'lea@example.com', password: 'secret6' },
    '/dashboard?idee=Une+carpe',
  )
  expect(screen.getByRole('button', { name: 'Connexion...' }).hasAttribute('disabled')).toBe(true)
})

test.each([
  { email: 'lea@example.com', password: '', wrong: 'Mot de passe' },
  { email: '   ', password: 'secret6', wrong: 'Email' },
])(
  'refuses an empty field ($email, $password) without asking the tenant and moves the focus to $wrong',
  async ({ email, password, wrong }) => {
    const auth = createAuth()
    renderAt('/sign-in', <SignInPage atTenant={false} />, auth)
    await fillIn(email, password)
    expect(screen.getByRole('alert').textContent).toBe('Veuillez remplir tous les champs')
    expect(document.activeElement).toBe(screen.getByLabelText(wrong))
    expect(screen.getByLabelText(wrong).getAttribute('aria-invalid')).toBe('true')
    expect(auth.signIn).not.toHaveBeenCalled()
  },
)

test("shows the specification's sentence with the reason, and keeps what was typed", async () => {
  const auth = createAuth({ signIn: vi.fn().mockRejectedValue(new TenantError('access_denied')) })
  renderAt('/sign-in', <SignInPage atTenant={false} />, auth)
  await fillIn('lea@example.com', 'wrong-one')
  expect((await screen.findByText('Failed to sign in')).getAttribute('lang')).toBe('en')
  expect(screen.getByText('Email ou mot de passe incorrect.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('lea@example.com')
  expect(screen.getByLabelText<HTMLInputElement>('Mot de passe').value).toBe('wrong-one')
  expect(screen.getByRole('button', { name: 'Se connecter' }).hasAttribute('disabled')).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Se connecter' }))
})

test("offers the tenant's own page for a step that the form does not have", async () => {
  const auth = createAuth({ signIn: vi.fn().mockRejectedValue(new TenantError('mfa_required')) })
  renderAt('/sign-in', <SignInPage atTenant={false} />, auth)
  await fillIn('lea@example.com', 'secret6')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Continuer sur la page de connexion sécurisée' }),
  )
  expect(auth.signInAtTenant).toHaveBeenCalledOnce()
})

function arriveSignedIn(from: Parameters<typeof renderAt>[0]): string {
  const routes = (
    <Routes>
      <Route path="/sign-in" element={<SignInPage atTenant={false} />} />
      <Route path="*" element={null} />
    </Routes>
  )
  return renderAt(from, routes, createAuth(signedIn)).visited()
}

test('leads back to the page where the session ended, to the dashboard otherwise', () => {
  expect(
    arriveSignedIn({ pathname: '/sign-in', state: { returnTo: '/generator?style=dotwork' } }),
  ).toBe('/generator?style=dotwork')
  expect(arriveSignedIn('/sign-in')).toBe('/dashboard')
})

test("never leads to another site's address", () => {
  const state = { returnTo: '//evil.example' }
  expect(arriveSignedIn({ pathname: '/sign-in', state })).toBe('/dashboard')
})

test('tells a visitor who asked for a member’s page why sign-in comes, and shows examples for the gallery', async () => {
  renderAt(
    { pathname: '/sign-in', state: { wanted: '/generator' } },
    <SignInPage atTenant={false} />,
  )
  expect(await screen.findByText('Pour garder vos designs, créez un compte.')).toBeDefined()
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  renderAt({ pathname: '/sign-in', state: { wanted: '/gallery' } }, <SignInPage atTenant={false} />)
  expect(
    await screen.findByText(
      'Votre galerie garde vos designs. Connectez-vous pour la voir, ou créez un compte.',
    ),
  ).toBeDefined()
  expect(await screen.findByRole('region', { name: /styles, une planche/ })).toBeDefined()
})

test('shows no form while nobody knows whether the member is signed in', () => {
  renderAt('/sign-in', <SignInPage atTenant={false} />, createAuth({ status: 'unknown' }))
  expect(
    screen.getByRole('heading', { name: 'Impossible de vérifier votre session' }),
  ).toBeDefined()
  expect(screen.queryByLabelText('Email')).toBeNull()
})
