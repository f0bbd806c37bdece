import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listRoutes } from './federation/page-manifest.ts'
import { ShellRoutes } from './routes.tsx'
import { renderAt } from './testing-auth.tsx'
import { galleryAndLinks } from './testing-manifest.ts'

vi.mock('./home-page.tsx', () => ({
  HomePage() {
    throw new Error('broken')
  },
}))

vi.mock('./federation/remote-page.tsx', () => ({
  RemotePage: ({ route }: { route: { path: string } }) => <p>the page of {route.path}</p>,
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

const remoteRoutes = listRoutes(galleryAndLinks)
const openRemote = (path: string) =>
  renderAt(path, <ShellRoutes remoteRoutes={remoteRoutes} atTenant={false} />)

test.each([
  { requested: '/gallery', address: '/gallery' },
  { requested: '/gallery/', address: '/gallery' },
  { requested: '//gallery//?style=dotwork#top', address: '/gallery?style=dotwork' },
  { requested: '/%67allery', address: '/gallery' },
])('a link to $requested opens the page of $address', ({ requested, address }) => {
  const { visited } = openRemote(requested)
  expect(screen.getByText('the page of /gallery')).toBeDefined()
  expect(visited()).toBe(address)
})

test.each(['/Gallery', '/About', '/gallery%2F', '/%2Fgallery', '/gallery/7/8/9', '/gallery%00'])(
  '%s is the page of an address that does not exist, and is not reported',
  (requested) => {
    const errors = vi.spyOn(console, 'error')
    const { visited } = openRemote(requested)
    expect(screen.getByText('404')).toBeDefined()
    expect(visited()).toBe(requested)
    expect(errors).not.toHaveBeenCalled()
  },
)
