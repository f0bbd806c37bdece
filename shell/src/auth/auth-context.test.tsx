import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAuth } from './auth-context.ts'

function Lost() {
  useAuth()
  return null
}

test('throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Lost />)).toThrow('useAuth must be used within an AuthProvider')
})
