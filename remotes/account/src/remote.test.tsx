import answers from '@encre/account-worker/answers.released.json'
import released from '@encre/account-worker/contract.released.json'
import { releasedSchema, startReleasedWorker } from '@encre/protocol/testing-release'
import { stubFetch, stubRequests } from '@encre/remote-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openAccount } from './testing.tsx'

test.each([
  {
    path: '/dashboard',
    text: 'Please sign in to access your dashboard',
    lang: 'en',
    link: 'Sign in',
  },
  {
    path: '/profile',
    text: 'Veuillez vous connecter pour accéder à votre profil',
    lang: 'fr',
    link: 'Se connecter',
  },
])('$path without a member says: $text', ({ path, text, lang, link }) => {
  const calls = stubRequests({})
  openAccount(path, { member: null })
  expect(screen.getByText(text).closest('[lang]')?.getAttribute('lang')).toBe(lang)
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/sign-in')
  expect(calls).toEqual([])
})

test('the current pages show and change a member with the worker of the last release', async () => {
  const worker = startReleasedWorker(released, answers)
  stubFetch(worker.fetch)
  openAccount('/dashboard')
  expect(await screen.findByText('Pro User')).toBeDefined()
  expect(screen.getByText('Un loup')).toBeDefined()
  cleanup()

  openAccount('/profile')
  expect(await screen.findByText('mars 2026')).toBeDefined()
  cleanup()

  openAccount('/settings')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Lefèvre')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Profile updated successfully')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }))
  for (const name of ['Current Password', 'New Password', 'Confirm New Password']) {
    await userEvent.type(screen.getByLabelText(name), 'un secret')
  }
  await userEvent.click(screen.getByRole('button', { name: 'Update Password' }))
  expect(await screen.findByText('Password updated successfully')).toBeDefined()

  const body = (call: string) => worker.sent.find((one) => one.call === call)?.body
  expect(releasedSchema(released, 'Rename').parse(body('PATCH /api/account/me'))).toEqual({
    name: 'Louise Lefèvre',
  })
  const change = { currentPassword: 'un secret', newPassword: 'un secret' }
  expect(
    releasedSchema(released, 'PasswordChange').parse(body('PUT /api/account/password')),
  ).toEqual(change)
})
