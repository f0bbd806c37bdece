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

test('Annuler works before the worker has answered: the request that arrives later draws nothing', { tag: '@slow' }, async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('textbox', { name: /idée/ }).fill('Une boussole')
  const { promise: cancelled, resolve: resolveCancelled } = Promise.withResolvers<void>()
  const { promise: late, resolve: resolveLate } = Promise.withResolvers<unknown>()
  await page.route(/\/api\/generator\/generations$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The network delivers the request after the member has cancelled it.
    await cancelled
    const response = await page.request.post(route.request().url(), {
      headers: await route.request().allHeaders(),
      data: route.request().postDataJSON(),
    })
    resolveLate(await response.json())
  })
  await page.getByRole('button', { name: 'Générer' }).click()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('group', { name: /Décrivez/ }).getByText('La génération a été annulée.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /idée/ })).toHaveValue('Une boussole')
  resolveCancelled()
  expect(await late).toMatchObject({ state: 'cancelled', design: null })
})

test('a design that is ready after its page was left is notified of on the next page', { tag: '@slow' }, async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  // The page hears of the design after it was left, however long that takes.
  const left = Promise.withResolvers<void>()
  await page.route('**/api/generator/generations/*/events', async (route) => {
    await left.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await page.getByRole('textbox', { name: /idée/ }).fill('Une boussole')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeVisible()
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  left.resolve()
  await page.getByRole('link', { name: 'Votre design « Une boussole » est prêt.' }).click({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: /^Une boussole/ })).toBeVisible()
})
