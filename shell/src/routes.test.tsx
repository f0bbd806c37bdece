import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ShellRoutes } from './routes.tsx'
import { renderAt } from './testing-auth.tsx'

vi.mock('./home-page.tsx', () => ({
  HomePage() {
    throw new Error('broken')
  },
}))

const open = (path: string, owner?: string) =>
  renderAt(path, <ShellRoutes remoteRoutes={[]} atTenant={false} owner={owner} />)

test('the legal page shows the owner line by line, or that the setting is empty', async () => {
  open('/mentions-legales', 'Encre SARL | 1 rue du Calque, 69001 Lyon')
  expect(await screen.findByRole('heading', { level: 1, name: 'Mentions légales' })).toBeDefined()
  expect(screen.getByText('Encre SARL')).toBeDefined()
  expect(screen.getByText('1 rue du Calque, 69001 Lyon')).toBeDefined()
  cleanup()
  open('/mentions-legales')
  expect(
    await screen.findByText('L’éditeur de ce site n’a pas encore renseigné ses coordonnées.'),
  ).toBeDefined()
})

test('a page that throws shows the failure panel', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  open('/')
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined()
})
