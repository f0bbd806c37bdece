import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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
