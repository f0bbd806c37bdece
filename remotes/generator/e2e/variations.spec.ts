import { generatorPaths } from '@encre/generator-worker/contract'
import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Page } from '@playwright/test'

const drawn = { timeout: 60_000 }
const words = (page: Page) => page.getByRole('textbox', { name: /idée/ })
const variants = (page: Page) => page.getByRole('list', { name: 'Variantes' }).getByRole('listitem')

/** Records the requests that could cost something, or send an image. */
function recordPosts(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/generator/')) posts.push(new URL(request.url()).pathname)
  })
  return posts
}

test('a variation starts from a design of the gallery, without an upload, and names it', async ({ site: { page, ...site } }) => {
  await site.signUp()
  await site.generateDesign('Une rose')
  await site.openGallery()
  const posts = recordPosts(page)
  await page.getByRole('link', { name: /^Plus comme celui-ci/ }).click()
  await expect(page.getByRole('link', { name: /^Variation de n° 1$/ })).toBeVisible()
  await expect(words(page)).toHaveValue('Une rose')
  await expect(page.getByRole('img', { name: /Image de référence.+Une rose/ })).toBeVisible()
  await expect(page.getByText(/^Il vous reste \d+ générations/)).toBeVisible()
  expect(posts).toEqual([])

  await words(page).fill('Une rose et un couteau')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('img', { name: /^Une rose et un couteau/ })).toBeVisible(drawn)
  expect(posts).toEqual([generatorPaths.generations])

  await site.openGallery()
  const variation = page.getByRole('article', { name: 'Une rose et un couteau' })
  await expect(variation.getByText('n° 2', { exact: true })).toBeVisible()
  await variation.getByRole('link', { name: /^Variation de n° 1$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Une rose' })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: /^Supprimer.+Une rose$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.locator('main').getByText('Design supprimé')).toBeVisible()
  await page.reload()
  await expect(variation.getByText(/^Variation de n° 1, supprimé depuis$/)).toBeVisible()
})

test('four variants are drawn side by side, and one is thrown away in the gallery', { tag: '@slow' }, async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await words(page).fill('Une ancre')
  await page.getByRole('button', { name: /^1 variante/ }).click()
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await expect(page.getByText(/^4 variantes comptent pour 4 générations\. Il vous en restera 16/)).toBeVisible()
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(variants(page)).toHaveCount(4)
  await expect(variants(page).getByRole('img', { name: /^Une ancre/ })).toHaveCount(4, drawn)
  const [first, second] = [await variants(page).nth(0).boundingBox(), await variants(page).nth(1).boundingBox()]
  expect(second?.y).toBe(first?.y)

  await page.getByRole('link', { name: 'Trier dans Mes Designs' }).click()
  await expect(page.getByRole('article', { name: 'Une ancre' })).toHaveCount(4)
  await page
    .getByRole('article', { name: 'Une ancre' })
    .first()
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('article', { name: 'Une ancre' })).toHaveCount(3)
})

test.describe('when the quota ends in the middle of four variants', { tag: '@slow' }, () => {
  test.use({ allowedErrors: [/status of 429/] })

  test('the accepted ones go on, the rest say why, and the words stay', async ({ site: { page, ...site } }) => {
    await site.signUp()
    const asked = page.waitForRequest((request) => request.url().endsWith(generatorPaths.options))
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    const { authorization = '' } = await (await asked).allHeaders()
    await expect(page.getByText(/^Il vous reste 20 générations/)).toBeVisible()
    // Another device takes all places but two. Each of its generations is refused by the provider, which counts.
    const data = {
      style: 'dotwork',
      size: 'small',
      sizeDetail: null,
      placement: 'arm',
      placementDetail: null,
      colors: [],
      description: 'Une croix gammée',
      referenceId: null,
    }
    const elsewhere = Array.from({ length: 18 }, () =>
      page.request.post(generatorPaths.generations, { data, headers: { authorization, 'idempotency-key': crypto.randomUUID() } }),
    )
    for (const response of await Promise.all(elsewhere)) expect(response.status()).toBe(202)

    await words(page).fill('Une plume')
    await page.getByRole('button', { name: /^1 variante/ }).click()
    await page.getByRole('radio', { name: '4', exact: true }).check()
    await page.getByRole('button', { name: 'Générer' }).click()
    // The worker answers after it has started the 18.
    await expect(variants(page).getByText(/Limite de requêtes atteinte/)).toHaveCount(2, drawn)
    await expect(variants(page).getByRole('img', { name: /^Une plume/ })).toHaveCount(2, drawn)
    await expect(page.getByRole('alert')).toContainText('2 variantes n’ont pas donné de design, sur 4.')
    await expect(words(page)).toHaveValue('Une plume')

    await page.getByRole('link', { name: 'Générations échouées ou interrompues' }).click()
    const failed = page.getByRole('article')
    await expect(failed).toHaveCount(18)
    await expect(failed.first()).toContainText('Le fournisseur d’images refuse cette description.')
    await failed
      .first()
      .getByRole('link', { name: /^Réessayer/ })
      .click()
    await expect(page.getByText('Les mots d’une génération échouée sont repris.')).toBeVisible()
    await expect(words(page)).toHaveValue('Une croix gammée')
    await page.getByRole('button', { name: 'Reprendre mon brouillon' }).click()
    await expect(words(page)).toHaveValue('Une plume')
  })
})
