import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createAuth, renderAt } from '../testing-auth.tsx'
import { SignUpPage } from './sign-up-page.tsx'
import { TenantError } from './tenant.ts'

const complete = {
  Nom: 'Léa',
  Email: 'lea@example.com',
  'Mot de passe': 'secret6',
  'Confirmer le mot de passe': 'secret6',
}

async function fillIn(changes: Partial<Record<keyof typeof complete, string>> = {}) {
  for (const [label, value] of Object.entries({ ...complete, ...changes })) {
    if (value) await userEvent.type(screen.getByLabelText(label), value)
  }
  await submit()
}

async function submit() {
  await userEvent.click(screen.getByRole('button', { name: 'Créer un compte' }))
}

test('creates the account, then signs in with the same password and the idea of the address', async () => {
  const auth = createAuth()
  renderAt('/sign-up?idee=Une+carpe', <SignUpPage atTenant={false} />, auth)
  await fillIn()
  expect(auth.createAccount).toHaveBeenCalledWith({
    name: 'Léa',
    email: 'lea@example.com',
    password: 'secret6',
  })
  expect(auth.signIn).toHaveBeenCalledWith(
    { email: 'lea@example.com', password: 'secret6' },
    '/dashboard?idee=Une+carpe',
  )
  expect(
    screen.getByRole('button', { name: 'Création du compte...' }).hasAttribute('disabled'),
  ).toBe(true)
})

test.each([
  { changes: { Email: '' }, sentence: 'Veuillez remplir tous les champs', wrong: 'Email' },
  {
    changes: { 'Confirmer le mot de passe': 'secret7' },
    sentence: 'Les mots de passe ne correspondent pas',
    wrong: 'Confirmer le mot de passe',
  },
  {
    changes: { 'Mot de passe': 'five5', 'Confirmer le mot de passe': 'five5' },
    sentence: 'Le mot de passe doit contenir au moins 6 caractères',
    wrong: 'Mot de passe',
  },
])(
  'refuses $changes and moves the focus to the first wrong field',
  async ({ changes, sentence, wrong }) => {
    const auth = createAuth()
    renderAt('/sign-up', <SignUpPage atTenant={false} />, auth)
    await fillIn(changes)
    expect(screen.getByRole('alert').textContent).toBe(sentence)
    expect(document.activeElement).toBe(screen.getByLabelText(wrong))
    expect(screen.getByLabelText(wrong).getAttribute('aria-invalid')).toBe('true')
    expect(auth.createAccount).not.toHaveBeenCalled()
  },
)

test('refuses a password of more bytes than the tenant reads', async () => {
  const long = 'é'.repeat(37)
  renderAt('/sign-up', <SignUpPage atTenant={false} />)
  await fillIn({ 'Mot de passe': long, 'Confirmer le mot de passe': long })
  expect(screen.getByRole('alert').textContent).toMatch(/trop long/)
})

test('does not create the account twice when only the sign-in failed', async () => {
  const signIn = vi
    .fn()
    .mockRejectedValueOnce(new TenantError('network'))
    .mockResolvedValue(undefined)
  const auth = createAuth({ signIn })
  renderAt('/sign-up', <SignUpPage atTenant={false} />, auth)
  await fillIn()
  await screen.findByText('Connexion au serveur impossible. Vérifiez votre réseau.')
  await submit()
  expect(auth.createAccount).toHaveBeenCalledOnce()
  expect(signIn).toHaveBeenCalledTimes(2)
})

describe('an account whose answer was lost', () => {
  const lost = () => Promise.reject(new TenantError('network'))

  test('is there when it can sign in, and nothing is said', async () => {
    const auth = createAuth({ createAccount: vi.fn(lost) })
    renderAt('/sign-up', <SignUpPage atTenant={false} />, auth)
    await fillIn()
    await vi.waitFor(() => expect(auth.signIn).toHaveBeenCalledOnce())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(auth.createAccount).toHaveBeenCalledOnce()
  })

  test('is created when it cannot', async () => {
    const createAccount = vi.fn().mockImplementationOnce(lost).mockResolvedValue(undefined)
    const signIn = vi
      .fn()
      .mockRejectedValueOnce(new TenantError('access_denied'))
      .mockResolvedValue(undefined)
    renderAt('/sign-up', <SignUpPage atTenant={false} />, createAuth({ createAccount, signIn }))
    await fillIn()
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledTimes(2))
    expect(createAccount).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is there when a later press finds that it can sign in', async () => {
    const createAccount = vi.fn(lost)
    const signIn = vi.fn().mockImplementationOnce(lost).mockResolvedValue(undefined)
    renderAt('/sign-up', <SignUpPage atTenant={false} />, createAuth({ createAccount, signIn }))
    await fillIn()
    await screen.findByRole('alert')
    await submit()
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledTimes(2))
    expect(createAccount).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('is not known while nothing answers', async () => {
    const auth = createAuth({ createAccount: vi.fn(lost), signIn: vi.fn(lost) })
    renderAt('/sign-up', <SignUpPage atTenant={false} />, auth)
    await fillIn()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Nous ne savons pas encore si votre compte est créé.')
  })
})

test.each([
  { code: 'password_dictionary_error', sentence: /trop courant/ },
  { code: 'password_no_user_info_error', sentence: /ni votre nom ni votre adresse email/ },
  { code: 'password_strength_error', sentence: /trop faible/ },
])('says why a password is refused: $code', async ({ code, sentence }) => {
  const createAccount = vi.fn().mockRejectedValue(new TenantError(code))
  renderAt('/sign-up', <SignUpPage atTenant={false} />, createAuth({ createAccount }))
  await fillIn()
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
})
