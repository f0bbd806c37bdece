import { createPreview, getStatus } from '@encre/releases'
import type { Page } from '@playwright/test'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { shownVersion } from '../../../shell/e2e/open-page.ts'
import { openRegistry, upload } from '../../../shell/e2e/registry.ts'
import { createVariant } from '../../../shell/e2e/variants.ts'

const registry = openRegistry()

/** What the browser shows of the gallery, and whether the page says that it is a preview. */
async function look(page: Page): Promise<{ version: string | undefined; hasBanner: boolean }> {
  await page.goto('/gallery')
  await expect(page.getByRole('heading', { level: 1, name: /Mes Designs/ })).toBeVisible()
  return { version: await shownVersion(page, 'gallery'), hasBanner: await banner(page).isVisible() }
}

async function openPreview(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Ouvrir l’aperçu' }).click()
}

function banner(page: Page) {
  return page.getByRole('complementary', { name: 'Aperçu' })
}

test('a preview link shows versions of two remotes in one browser; another keeps the live ones, without health reports', async ({
  site,
  browser,
  baseURL,
}) => {
  const { page } = site
  const live = (await getStatus(registry, 'gallery')).current ?? ''
  const version = `preview-${Date.now().toString(36)}`
  await upload(
    registry,
    await createVariant('gallery', version, (text) =>
      text.replaceAll('Mes Designs', 'Mes Designs, aperçu'),
    ),
  )
  await upload(registry, await createVariant('generator', version))
  const { url } = await createPreview(registry, 'gallery', {
    version,
    with: [{ remote: 'generator', version }],
  })
  await site.signUp()
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'fr-FR',
    storageState: await page.context().storageState(),
  })
  const other = await context.newPage()
  const reports: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/outcomes') && reports.push(request.postData() ?? ''),
  )

  await openPreview(page, url)
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs, aperçu' })).toBeVisible()
  expect(await shownVersion(page, 'gallery')).toBe(version)
  await expect(banner(page)).toContainText(
    `Aperçu de gallery, version ${version} ; de generator, version ${version}.`,
  )
  const timing = await page.evaluate(() =>
    performance
      .getEntriesByType('navigation')
      .flatMap(({ serverTiming }) => serverTiming)
      .map(({ name, description }) => `${name} ${description}`),
  )
  expect(timing).toEqual(
    expect.arrayContaining([
      `gallery ${version} preview 0 %`,
      `generator ${version} preview 0 %`,
      expect.stringMatching(/^account \S+ current 100 %$/),
    ]),
  )
  expect(await look(other)).toEqual({ version: live, hasBanner: false })

  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: /idée/i })).toBeVisible()
  expect(await shownVersion(page, 'generator')).toBe(version)
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: 'Quitter l’aperçu' }).click()
  await expect(banner(page)).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await look(page)).toEqual({ version: live, hasBanner: false })
  expect(reports).toEqual([])
  expect(await getStatus(registry, 'gallery')).toMatchObject({ current: live, canary: null })
  await context.close()
})
