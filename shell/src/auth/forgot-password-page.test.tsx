import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createAuth, renderAt } from '../testing-auth.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { TenantError } from './tenant.ts'

const button = () => screen.getByRole('button', { name: 'Envoyer le lien' })
const email = () => screen.getByLabelText<HTMLInputElement>('Email')

test('confirms that the email was sent and clears the address', async () => {
  const auth = createAuth()
  renderAt('/forgot-password', <ForgotPasswordPage />, auth)
  await userEvent.type(email(), 'lea@example.com')
  await userEvent.click(button())
  expect((await screen.findByRole('status')).textContent).toBe('Un email de réinitialisation a été envoyé à votre adresse email.')
  expect(auth.sendPasswordReset).toHaveBeenCalledWith('lea@example.com')
  expect(email().value).toBe('')
  expect(button().hasAttribute('disabled')).toBe(true)
})

test('shows a failure and keeps the address', async () => {
  const auth = createAuth({ sendPasswordReset: vi.fn().mockRejectedValue(new TenantError('network')) })
  renderAt('/forgot-password', <ForgotPasswordPage />, auth)
  await userEvent.type(email(), 'lea@example.com')
  await userEvent.click(button())
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Une erreur est survenue lors de l'envoi de l'email de réinitialisationConnexion au serveur impossible. Vérifiez votre réseau.",
  )
  expect(email().value).toBe('lea@example.com')
})
