import type { Route } from '@encre/protocol/release'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Header } from './header.tsx'
import { createAuth, renderAt, signedIn } from './testing-auth.tsx'

// Not in the order of the links.
const routes: Route[] = [
  {
    path: '/gallery',
    access: 'member',
    lang: 'fr',
    title: 'Mes Designs',
    header: { label: 'Mes Designs', visitorLabel: 'Galerie', order: 20 },
  },
  {
    path: '/dashboard',
    access: 'member',
    lang: 'en',
    title: 'Dashboard',
    header: { label: 'Tableau de bord', order: 30 },
  },
  { path: '/profile', access: 'member', lang: 'fr', title: 'Profil' },
  {
    path: '/generator',
    access: 'member',
    lang: 'fr',
    title: 'Créer',
    header: { label: 'Créer', order: 10 },
  },
]

function wide() {
  const [navigation] = screen.getAllByRole('navigation', { name: 'Navigation principale' })
  if (!navigation) throw new Error('no navigation')
  return navigation
}

function labels(element: HTMLElement): (string | null)[] {
  return [...element.querySelectorAll('a, button')].map((item) => item.textContent)
}

async function openMenu() {
  const button = screen.getByRole('button', { name: 'Menu' })
  await userEvent.click(button)
  const menu = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (!menu) throw new Error('no menu')
  return { button, menu }
}

test('shows a visitor Galerie, À propos and Connectez-vous', () => {
  renderAt('/', <Header routes={routes} />)
  expect(labels(wide())).toEqual(['Galerie', 'À propos', 'Connectez-vous'])
  expect(within(wide()).getByRole('link', { name: 'Connectez-vous' }).getAttribute('href')).toBe(
    '/sign-in',
  )
})

test('shows a member their pages and Déconnexion', () => {
  renderAt('/', <Header routes={routes} />, createAuth(signedIn))
  expect(labels(wide())).toEqual([
    'À propos',
    'Créer',
    'Mes Designs',
    'Tableau de bord',
    'Déconnexion',
  ])
})

test.each([
  { path: '/gallery', current: 'page' },
  { path: '/gallery/a1b2c3', current: 'true' },
  { path: '/gallery-of-others', current: null },
  { path: '/about', current: null },
])(
  'on $path, the links to the gallery have the aria-current $current',
  async ({ path, current }) => {
    renderAt(path, <Header routes={routes} />, createAuth(signedIn))
    const { menu } = await openMenu()
    expect(
      within(wide()).getByRole('link', { name: 'Mes Designs' }).getAttribute('aria-current'),
    ).toBe(current)
    expect(within(menu).getByRole('link', { name: 'Galerie' }).getAttribute('aria-current')).toBe(
      current,
    )
  },
)

test('the mobile menu has its own order and words for a member', async () => {
  renderAt('/', <Header routes={routes} />, createAuth(signedIn))
  const { menu } = await openMenu()
  expect(labels(menu)).toEqual(['Galerie', 'À propos', 'Créer', 'Tableau de bord', 'Déconnexion'])
})

test('Escape closes the mobile menu and gives the focus back to its button, once', async () => {
  renderAt('/', <Header routes={routes} />)
  const { button, menu } = await openMenu()
  expect(menu.hidden).toBe(false)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(menu.hidden).toBe(true)
  expect(document.activeElement).toBe(button)
  button.blur()
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(document.body)
})

test('shows that signing out failed; the member stays signed in', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  const auth = createAuth({ ...signedIn, signOut: vi.fn().mockRejectedValue(new Error('away')) })
  renderAt('/', <Header routes={routes} />, auth)
  await userEvent.click(within(wide()).getByRole('button', { name: 'Déconnexion' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Erreur lors de la déconnexion')
  expect(reported.mock.calls[0]?.[1]).toHaveProperty('message', 'Failed to sign out')
  expect(labels(wide())).toContain('Déconnexion')
})
