import { expect, test } from './fixtures.ts'

test('a visitor signs up, generates a design, opens and deletes it in the gallery, and signs out', async ({ site, context }) => {
  const { page } = site
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Commencer à créer' })).toHaveAttribute('href', '/generator')
  await page.getByRole('link', { name: 'Connectez-vous' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)

  await site.signUp()
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()

  await site.generateDesign('Un loup sous la lune')
  await expect(page.getByText('Aperçu local, dessiné sans IA')).toBeVisible()

  await site.openGallery()
  await page.reload()
  const card = page.getByRole('article').filter({ hasText: 'Un loup sous la lune' })
  await expect(card).toHaveCount(1)

  const [opened] = await Promise.all([context.waitForEvent('page'), card.getByRole('link', { name: /nouvel onglet/ }).click()])
  await opened.waitForLoadState()
  const response = await context.request.get(opened.url())
  expect(response.headers()['content-type']).toBe('image/png')
  await opened.close()

  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page.getByText('Un loup sous la lune').first()).toBeVisible()

  await site.openGallery()
  await card.getByRole('button', { name: /Supprimer/ }).click()
  await expect(page.getByText('Êtes-vous sûr de vouloir supprimer ce design ?')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Supprimer/ })
    .click()
  await expect(page.getByText('Aucun design trouvé')).toBeVisible()

  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Connectez-vous' })).toBeVisible()
})
