import type { Generation } from '@encre/generator-worker/contract'
import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

const generations = /\/api\/generator\/generations$/

/** Lists six designs, and lets the next generation run until the test ends. */
async function openWithDesigns(page: Page) {
  const image = await page.getByRole('link', { name: 'Encre' }).first().screenshot()
  await page.route(/\/images\/stored-/, (route) => route.fulfill({ contentType: 'image/png', body: image }))
  await page.route(generations, async (route) => {
    if (route.request().method() !== 'GET') return route.fulfill({ status: 202, json: makeGeneration('running', 'calling') })
    const stored = [1, 2, 3, 4, 5, 6].map((index) => makeGeneration(`stored-${index}`, 'done'))
    return route.fulfill({ json: { generations: stored } })
  })
  await page.route(/\/events$/, () => {})
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Un loup/ })).toHaveCount(6)
}

test('with six designs the sheet in progress is in view at three sizes of window', async ({ site: { page, ...site } }) => {
  await site.signUp()
  await openWithDesigns(page)
  const sheet = page.getByRole('group', { name: 'Design en cours' })
  const expectInView = async () => {
    await expect(sheet.getByText('Création de votre design unique...')).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('button', { name: 'Annuler' })).toBeInViewport({ ratio: 1 })
  }
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(page.getByRole('img', { name: /^Un loup/ })).toHaveCount(6)
    await page.getByRole('textbox', { name: /idée/ }).fill('Une ancre')
    await page.getByRole('button', { name: 'Générer' }).click()
    await expect(sheet).toBeFocused()
    await expectInView()
    await expect(sheet).toBeInViewport({ ratio: 0.9 })
    for (const top of [0, 10_000]) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await expectInView()
      await expect(sheet).toBeInViewport({ ratio: 0.97 })
    }
  }
})

function makeGeneration(id: string, state: Generation['state']): Generation {
  const options = { style: 'dotwork', size: 'medium', sizeDetail: null, placement: 'arm', placementDetail: null, colors: ['#000000'] }
  const createdAt = '2026-11-20T10:00:00.000Z'
  const imageUrl = `${process.env.ENCRE_ORIGIN}/api/gallery/images/${id}?o=0`
  const design = {
    ...options,
    id,
    imageUrl,
    prompt: 'Create a dotwork tattoo design.',
    subject: 'Un loup sous la lune',
    createdAt,
    userId: 'member',
    model: 'drawn',
    origin: 'drawn',
  }
  return {
    id,
    state,
    createdAt,
    request: { ...options, description: 'Un loup sous la lune', referenceId: null },
    problem: null,
    requestId: 'request',
    design: state === 'done' ? design : null,
    seed: state === 'done' ? imageUrl : null,
  }
}
