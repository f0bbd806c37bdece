import { requestTimeoutMs } from '@encre/remote-kit/request'
import { expect, test } from '@encre/shell/e2e/fixtures'

test.use({ allowedErrors: [/Failed to load resource/] })

test('a connection that is frozen while Générer is clicked, then heals, gives one design', async ({ site: { page, ...site } }) => {
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('textbox', { name: /idée/ }).fill('Une boussole')
  const keys: (string | undefined)[] = []
  await page.clock.install()
  await page.route(/\/api\/generator\/generations$/, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    // The first request never gets an answer.
    return keys.length === 1 ? undefined : route.continue()
  })
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeVisible()
  await expect.poll(() => keys.length).toBe(1)
  await page.clock.runFor(requestTimeoutMs)
  await expect(page.getByText('Votre demande est renvoyée')).toBeVisible()
  await page.clock.runFor(1_000)
  await page.clock.resume()
  await expect(page.getByRole('img', { name: /^Une boussole/ })).toBeVisible({ timeout: 30_000 })
  expect(keys).toEqual([keys[0], keys[0]])
})
