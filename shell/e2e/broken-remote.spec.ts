import { expect, test } from './fixtures.ts'

test.use({ allowedErrors: [/remotes\/gallery|ERR_FAILED|ERR_INTERNET_DISCONNECTED|remote-entry|gallery_|no version to go back to/] })

test('a remote that does not load shows a French panel within 12 s and appears once it loads; the other pages work', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.route('**/remotes/gallery/**', (route) => route.abort())
  await page.goto('/gallery')
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible({ timeout: 12_000 })

  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Créez votre design de tatouage' })).toBeVisible()
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()

  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible({ timeout: 12_000 })
  await page.unroute('**/remotes/gallery/**')
  // Without a click: the page loads the remote again by itself.
  await expect(page.getByText('Aucun design trouvé')).toBeVisible({ timeout: 15_000 })
})

test('a page that is opened offline appears when the browser is online again', async ({ site, context }) => {
  const { page } = site
  await site.signUp()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Mes Designs' }).click()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible({ timeout: 12_000 })
  await context.setOffline(false)
  await expect(page.getByText('Aucun design trouvé')).toBeVisible({ timeout: 15_000 })
})
