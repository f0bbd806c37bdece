import { expect, test } from './fixtures.ts'

test.use({ allowedErrors: [/40[13]/] })

// The site of the tests gives out tokens of 320 seconds: 300 before their end is 20 seconds after sign-in.
test('a token is renewed 300 seconds before it expires, without a word to the member', async ({ site }) => {
  const { page } = site
  await site.signUp()
  const answer = await page.waitForResponse((response) => response.url().includes('/oauth/token'), { timeout: 40_000 })
  expect(answer.status()).toBe(200)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: 'Déconnexion' })).toBeVisible()
})

test('a reload keeps the member signed in, and nothing of the session is in storage', async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.reload()
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toMatch(/eyJ/)
})

test('a visitor is sent to sign in, and a wrong password is said in French with what was typed kept', async ({ site }) => {
  const { page } = site
  await page.goto('/generator')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByLabel('Email').fill('personne@encre.test')
  await page.getByLabel('Mot de passe').fill('pas-le-bon')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to sign in')
  await expect(alert).toContainText('Email ou mot de passe incorrect.')
  await expect(page.getByLabel('Email')).toHaveValue('personne@encre.test')
})

test('a worker that no longer accepts the session: sign-in once, nothing typed is lost', async ({ site }) => {
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
  await page.waitForTimeout(1500)
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(refused).toBeLessThan(6)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Un loup sous la lune')
})
