import { stubRequests } from '@encre/remote-kit/testing'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAccount } from './testing.tsx'

test.each([
  ['/dashboard', 'Please sign in to access your dashboard', 'en', 'Sign in'],
  ['/profile', 'Veuillez vous connecter pour accéder à votre profil', 'fr', 'Se connecter'],
  ['/settings', 'Please sign in to access your settings', 'en', 'Sign in'],
])('%s without a member says: %s', (path, text, lang, link) => {
  const calls = stubRequests({})
  openAccount(path, { member: null })
  expect(screen.getByText(text).closest('[lang]')?.getAttribute('lang')).toBe(lang)
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/sign-in')
  expect(calls).toEqual([])
})

test('finds its page with any query', () => {
  stubRequests({})
  openAccount('/settings?from=dashboard')
  expect(screen.getByRole('heading', { name: 'Account Settings' })).toBeDefined()
})
