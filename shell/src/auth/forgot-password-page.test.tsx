import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createAuth, renderAt } from '../testing-auth.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { TenantError } from './tenant.ts'

const button = () => screen.getByRole('button', { name: 'Envoyer le lien' })

async function ask(sendPasswordReset: () => Promise<void>) {
  renderAt('/forgot-password', <ForgotPasswordPage />, createAuth({ sendPasswordReset }))
  await userEvent.type(screen.getByLabelText('Email'), 'lea@example.com')
  await userEvent.click(button())
}

test('a mail whose answer was lost is not said to have failed, and no second one is sent at once', async () => {
  const send = vi.fn(() => Promise.reject(new TenantError('unknown')))
  await ask(send)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Nous ne savons pas si l’email est parti.')
  await userEvent.click(button())
  expect((await screen.findByRole('alert')).textContent).toContain('dans une minute')
  expect(send).toHaveBeenCalledOnce()
})

test('without a network the mail waits, and can be taken back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const send = vi.fn(async () => {})
  await ask(send)
  expect((await screen.findByRole('alert')).textContent).toContain('Ce n’est pas encore fait.')
  await userEvent.click(screen.getByRole('button', { name: 'Ne pas envoyer' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(send).not.toHaveBeenCalled()
})

test('a refusal says why', async () => {
  await ask(vi.fn(() => Promise.reject(new TenantError('too_many_attempts'))))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Trop de tentatives/)
})
