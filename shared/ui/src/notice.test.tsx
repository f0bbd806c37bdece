import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Notice } from './notice.tsx'

test('an error is an alert, with a title in its own language and a reason', () => {
  render(
    <Notice kind="error" title="Failed to sign in" lang="en">
      Email ou mot de passe incorrect.
    </Notice>,
  )
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('Failed to sign inEmail ou mot de passe incorrect.')
  expect(screen.getByText('Failed to sign in').getAttribute('lang')).toBe('en')
})

test('a success is a status', () => {
  render(<Notice kind="success" title="Profile updated successfully" />)
  expect(screen.getByRole('status').textContent).toBe('Profile updated successfully')
})
