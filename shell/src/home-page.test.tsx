import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ShellRoutes } from './routes.tsx'
import { renderAt } from './testing-auth.tsx'

vi.mock('./flash/examples.tsx', () => {
  throw new Error('the examples did not arrive')
})

test('examples that do not arrive are reported, and the home page stays', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  renderAt('/', <ShellRoutes remoteRoutes={[]} atTenant={false} />)
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(expect.stringContaining('[composition'), expect.any(Error)))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('De l’idée à l’encre, en quelques secondes')
  expect(screen.getByRole('link', { name: 'Commencer à créer' })).toBeDefined()
})
