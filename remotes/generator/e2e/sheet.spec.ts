import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

const generations = /\/api\/generator\/generations$/

/** Lists a design six times, and lets the next generation run until the test ends. */
async function listSixDesigns(page: Page) {
  let drawn: object = {}
  await page.route(generations, async (route) => {
    const running = { ...drawn, id: 'running', state: 'calling', design: null, seed: null }
    if (route.request().method() !== 'GET') return route.fulfill({ status: 202, json: running })
    const response = await route.fetch()
    ;[drawn] = (await response.json()).generations
    return route.fulfill({
      response,
      json: {
        generations: [1, 2, 3, 4, 5, 6].map((index) => ({ ...drawn, id: `stored-${index}` })),
      },
    })
  })
  await page.route(/\/events$/, () => {})
}

test('with six designs the sheet in progress is in view', async ({ site: { page, ...site } }) => {
  await site.signUp()
  await site.generateDesign('Un loup')
  await listSixDesigns(page)
  const sheet = page.getByRole('group', { name: 'Design en cours' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(page.getByRole('img', { name: /^Un loup/ })).toHaveCount(6)
  await page.getByRole('textbox', { name: /idée/ }).fill('Une ancre')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(sheet).toBeFocused()
  const places = [
    { scrollTop: null, ratio: 0.9 },
    { scrollTop: 0, ratio: 0.97 },
    { scrollTop: 10_000, ratio: 0.97 },
  ]
  for (const { scrollTop, ratio } of places) {
    if (scrollTop !== null) await page.evaluate((y) => scrollTo(0, y), scrollTop)
    await expect(sheet.getByText('Création de votre design unique...')).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('button', { name: 'Annuler' })).toBeInViewport({ ratio: 1 })
    await expect(sheet).toBeInViewport({ ratio })
  }
})
