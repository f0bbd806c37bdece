import { expect, test } from './fixtures.ts'

test.use({ allowedErrors: [/403/] })

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
