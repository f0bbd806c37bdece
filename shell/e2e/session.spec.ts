import { expect, test } from './fixtures.ts'

test.use({ allowedErrors: [/40[13]/] })

// The tokens of the tests' site are valid for 320 s, so that the page renews them 20 s after sign-in.
const renewalDelayMs = 20_000

test('a token is renewed 300 s before it expires; the page stays as it is', async ({ site }) => {
  const { page } = site
  await page.clock.install()
  await site.signUp()
  // The dashboard has loaded with the first token; a jump of the clock would end a load by its timeout.
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()
  const answered = page.waitForResponse((response) => response.url().includes('/oauth/token'))
  await page.clock.fastForward(renewalDelayMs)
  const answer = await answered
  expect(answer.status()).toBe(200)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: 'Déconnexion' })).toBeVisible()
})

test('a reload keeps the member signed in; no token is in storage', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.reload()
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toMatch(/eyJ/)
})

test('a session that a worker refuses leads to sign-in once, and the draft is kept', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  const idea = page.getByRole('textbox', { name: /idée/i })
  await idea.fill('Un loup sous la lune')
  let refused = 0
  await page.route('**/api/g*/**', (route) => {
    refused += 1
    return route.fulfill({
      status: 401,
      json: { type: 'about:blank', title: 'Sign in', status: 401, code: 'permission-denied', requestId: 'r' },
    })
  })
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByLabel('Mot de passe')).toBeVisible()
  // A loop between the two pages would keep the network busy.
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(refused).toBeLessThan(6)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Un loup sous la lune')
})
