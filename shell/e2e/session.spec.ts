import { expect, test } from './fixtures.ts'

test.use({ allowedErrors: [/40[13]/] })

// The tokens of the tests' site are valid for 320 s, so that the page renews them 20 s after
// sign-in.
const renewalDelayMs = 20_000

test('a token is renewed 300 s before it expires; the page stays as it is', async ({ site }) => {
  const { page } = site
  await page.clock.install()
  await site.signUp()
  // The dashboard has loaded with the first token; a jump of the clock would end a load by its
  // timeout.
  await expect(page.getByText('Get started by creating your first tattoo design')).toBeVisible()
  const answered = page.waitForResponse((response) => response.url().includes('/oauth/token'))
  await page.clock.fastForward(renewalDelayMs)
  const answer = await answered
  expect(answer.status()).toBe(200)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: 'Déconnexion' })).toBeVisible()
})
