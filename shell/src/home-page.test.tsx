import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ShellRoutes } from './routes.tsx'
import { renderAt } from './testing-auth.tsx'

vi.mock('./flash/examples.tsx', () => {
  throw new Error('the examples did not arrive')
})

test('examples that do not arrive say so in their place, and the home page stays', async () => {
  renderAt('/', <ShellRoutes remoteRoutes={[]} atTenant={false} />)
  expect((await screen.findByRole('alert')).textContent).toContain(
    "Une partie de la page n'est pas arrivée.",
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'De l’idée à l’encre, en quelques secondes',
  )
  expect(screen.getByRole('link', { name: 'Commencer à créer' })).toBeDefined()
})
