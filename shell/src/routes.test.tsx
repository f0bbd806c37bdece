import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShellRoutes } from './routes.tsx'
import { renderAt } from './testing-auth.tsx'

const home = vi.hoisted(() => ({ broken: false }))
vi.mock('./home-page.tsx', async (original) => {
  const { HomePage } = await original<typeof import('./home-page.tsx')>()
  return {
    HomePage: () => {
      if (home.broken) throw new Error('broken')
      return <HomePage />
    },
  }
})

afterEach(() => {
  home.broken = false
})

const open = (path: string, owner?: string) => renderAt(path, <ShellRoutes remoteRoutes={[]} atTenant={false} owner={owner} />)

test('the home page leads to the generator and the gallery', () => {
  open('/')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('De l’idée à l’encre, en quelques secondes')
  expect(screen.getByRole('link', { name: 'Commencer à créer' }).getAttribute('href')).toBe('/generator')
  expect(screen.getByRole('link', { name: 'Voir la galerie' }).getAttribute('href')).toBe('/gallery')
  expect(screen.getByRole('img', { name: /machine à tatouer/ })).toBeDefined()
})

test('the about page has its mission and six cards', async () => {
  open('/about')
  expect(await screen.findByRole('heading', { level: 1, name: 'Notre Mission' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'Nos Technologies' })).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6)
  expect(document.title).toBe('Notre Mission · Encre')
  expect(document.documentElement.lang).toBe('fr')
})

test('the legal page shows the owner line by line, or that the setting is empty', async () => {
  open('/mentions-legales', 'Encre SARL | 1 rue du Calque, 69001 Lyon')
  expect(await screen.findByRole('heading', { level: 1, name: 'Mentions légales' })).toBeDefined()
  expect(screen.getByText('Encre SARL')).toBeDefined()
  expect(screen.getByText('1 rue du Calque, 69001 Lyon')).toBeDefined()
  cleanup()
  open('/mentions-legales')
  expect(await screen.findByText('L’éditeur de ce site n’a pas encore renseigné ses coordonnées.')).toBeDefined()
})

test('an unknown address shows a page with a way back', () => {
  open('/nowhere')
  expect(screen.getByRole('heading', { level: 1, name: 'Page introuvable' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' }).getAttribute('href')).toBe('/')
})

test('a page that throws shows the failure panel', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  home.broken = true
  open('/')
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined()
})
