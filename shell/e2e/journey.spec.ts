import type { BrowserContext, Locator, Page, Response } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

// The page that does not exist.
test.use({ allowedErrors: [/404/] })

test('a visitor signs up, generates a design, opens and deletes it, signs out and in; every response has its security headers', {
  tag: '@core',
}, async ({ site, context, baseURL }) => {
  const { page } = site
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(`${baseURL}/`)) responses.push(response)
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Commencer à créer' })).toHaveAttribute(
    'href',
    '/generator',
  )
  await page.getByRole('link', { name: 'Connectez-vous' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)

  await page.getByRole('main').getByRole('link', { name: 'Créer un compte' }).click()
  await page.getByLabel('Nom', { exact: true }).fill('Camille Martin')
  const email = `camille-${crypto.randomUUID()}@encre.test`
  await page.getByLabel('Email').fill(email)
  for (const label of ['Mot de passe', 'Confirmer le mot de passe']) {
    await page.getByLabel(label, { exact: true }).fill('aiguille-fine-7')
  }
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()

  await site.generateDesign('Un loup sous la lune')
  await expect(page.getByText('Aperçu local, dessiné sans IA')).toBeVisible()

  await site.openGallery()
  await page.reload()
  const card = page.getByRole('article').filter({ hasText: 'Un loup sous la lune' })
  await expect(card).toHaveCount(1)
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored, 'no token is in storage').not.toMatch(/eyJ/)

  await openImage(context, card)

  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page.getByText('Un loup sous la lune').first()).toBeVisible()

  await site.openGallery()
  await deleteDesign(page, card)
  await expect(page.getByText('Aucun design trouvé')).toBeVisible()

  // A page that the gallery's worker renders.
  await page.goto('/f/nothing-here')
  await page.goto('/nothing-here')
  await expect(page.locator('script[src]:not([integrity])')).toHaveCount(0)
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await page.goto('/gallery')
  await expect(page).toHaveURL(/\/sign-in$/)
  await signIn(page, { email, password: 'aiguille-fine-7' })
  await expect(page).toHaveURL(/\/dashboard$/)

  expect(responses.length).toBeGreaterThan(30)
  expect((await Promise.all(responses.map(findDefects))).flat()).toEqual([])
})

async function openImage(context: BrowserContext, card: Locator): Promise<void> {
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: /nouvel onglet/ }).click(),
  ])
  await opened.waitForLoadState()
  const response = await context.request.get(opened.url())
  expect(response.headers()['content-type']).toBe('image/png')
  await opened.close()
}

async function deleteDesign(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: /Supprimer/ }).click()
  await expect(page.getByText('Êtes-vous sûr de vouloir supprimer ce design ?')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Supprimer/ }).click()
}

/** What is wrong with the headers of one response, one sentence each. */
async function findDefects(response: Response): Promise<string[]> {
  const headers = await response.allHeaders()
  const request = response.request()
  const { pathname } = new URL(response.url())
  const isPage = request.resourceType() === 'document' && !pathname.startsWith('/api/')
  const policy = headers['content-security-policy'] ?? ''
  const isMembers = request.headers().authorization !== undefined
  const rules: [string, boolean][] = [
    ['has no policy', /default-src 'none'/.test(policy)],
    ['may be framed', /frame-ancestors 'none'/.test(policy)],
    // A browser's own image viewer has inline styles.
    ['allows unsafe code', !/unsafe-eval|script-src[^;]*unsafe/.test(policy)],
    [
      'is a page without Trusted Types',
      !isPage || /require-trusted-types-for 'script'; trusted-types default/.test(policy),
    ],
    ['may be sniffed', headers['x-content-type-options'] === 'nosniff'],
    ['may be read by another site', headers['cross-origin-resource-policy'] === 'same-origin'],
    ['is offered to another site', headers['access-control-allow-origin'] === undefined],
    [
      'sends its address to other sites',
      headers['referrer-policy'] === 'same-origin' || headers['referrer-policy'] === 'no-referrer',
    ],
    ['names its software', headers.server === undefined && headers['x-powered-by'] === undefined],
    [
      "is a member's and may be stored",
      !isMembers || headers['cache-control'] === 'private, no-store',
    ],
    ['has no caching rule', headers['cache-control'] !== undefined],
  ]
  return rules
    .filter(([, holds]) => !holds)
    .map(([defect]) => `${request.method()} ${pathname} ${response.status()} ${defect}`)
}
