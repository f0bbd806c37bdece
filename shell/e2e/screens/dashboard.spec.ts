import { holdRequests } from '../fixtures.ts'
import { narrowWidths } from './examine-state.ts'
import { refuse } from './faults.ts'
import { closeMenu, openMenu, testScreen } from './test-screen.ts'

const test = testScreen({
  dashboardLoading: { en: ['Active Hours', '12', 'Loading your designs...'] },
  dashboardEmpty: {
    fr: ['Créer', 'Mes Designs', 'Déconnexion'],
    en: [
      'Member since {date}',
      'Basic User',
      'No designs',
      'Get started by creating your first tattoo design',
    ],
  },
  dashboardMenu: { fr: ['Galerie', 'À propos', 'Créer', 'Tableau de bord', 'Déconnexion'] },
  dashboardFailed: { en: ['Failed to fetch designs'] },
  dashboardFilled: {
    fr: ['Traditionnel', 'Moyen', 'Bras'],
    en: ['Recent Designs', 'Style', 'Size', 'Placement', 'Colors'],
  },
  signOutFailed: { fr: ['Erreur lors de la déconnexion'], reported: ['Failed to sign out'] },
})

const dashboard = '**/api/account/dashboard'

test('a new dashboard is empty, waits and fails', async ({ site, examine }) => {
  const { page } = site
  await site.signUp()
  await examine('dashboardEmpty')
  await openMenu(page)
  await examine('dashboardMenu', narrowWidths)
  await closeMenu(page)

  const release = await holdRequests(page, dashboard)
  await page.reload()
  await examine('dashboardLoading')
  await release()
  await page.route(dashboard, refuse(500, 'internal'))
  await page.reload()
  await examine('dashboardFailed')
})

test('the dashboard lists designs, and signing out fails when the tenant does not answer', async ({
  site,
  examine,
}) => {
  const { page } = site
  await site.signUp()
  // One word is wider than the column of a phone.
  await site.generateDesign('Un loup et un Donaudampfschifffahrtsgesellschaftskapitän')
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await examine('dashboardFilled')
  await page.route('**/.well-known/jwks.json', (route) => route.abort())
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await examine('signOutFailed')
})
