import { download, expect, test } from '@encre/shell/e2e/fixtures'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'

const card = (page: Page, subject: string) => page.getByRole('article', { name: subject })

test('designs are found, marked, deleted, taken back and downloaded', async ({ site }) => {
  const { page } = site
  await site.signUp()
  for (const subject of ['Un loup', 'Une hirondelle', 'Un cœur percé'])
    await site.generateDesign(subject)
  await site.openGallery()
  await expect(page.getByRole('article')).toHaveCount(3)

  await test.step('a favourite is found by a search and the filter, also after a reload', async () => {
    await card(page, 'Un cœur percé')
      .getByRole('button', { name: /^Favori/ })
      .click()
    await page.getByRole('button', { name: 'Favoris' }).click()
    await page.getByRole('searchbox').fill('coeur perce')
    await expect(page).toHaveURL(/q=coeur\+perce/)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, 'Un cœur percé')).toBeVisible()
    await page.goto('/gallery')
  })

  await test.step('one deleted design comes back with its image', async () => {
    await card(page, 'Un loup')
      .getByRole('button', { name: /^Supprimer/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await expect(card(page, 'Un loup')).toHaveCount(0)
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await expect(card(page, 'Un loup').getByRole('link').first()).toBeFocused()
    await page.reload()
    const image = card(page, 'Un loup').getByRole('img', { name: /^Un loup/ })
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth),
      )
      .toBe(512)
  })

  await test.step('a ZIP has one image per selected design', async () => {
    await page.getByRole('button', { name: 'Sélectionner', exact: true }).click()
    for (const name of ['Une hirondelle', 'Un cœur percé'])
      await card(page, name).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Sélection' })
    await coversAtMostAQuarter(page, bar)
    const zip = await download(bar.getByRole('button', { name: 'Télécharger (ZIP)' }))
    expect(zip.name).toMatch(/\.zip$/)
    const files = unzipSync(zip.bytes)
    expect(Object.keys(files)).toEqual([
      '001 Un cœur percé.png',
      '002 Une hirondelle.png',
      'Origine des images.txt',
    ])
  })

  await test.step('an address of the former comparison opens the gallery', async () => {
    await page.goto('/gallery/compare?a=one&b=other')
    await expect(page.getByRole('heading', { level: 1, name: 'Mes Designs' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
  })
})

/** Also in a low window, and at 1280 x 800 with a zoom of 200 % and 400 %. */
async function coversAtMostAQuarter(page: Page, bar: Locator) {
  const before = page.viewportSize()
  const windows = [
    { width: 375, height: 812 },
    { width: 812, height: 375 },
    { width: 640, height: 400 },
    { width: 320, height: 200 },
  ]
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    const box = (await bar.boundingBox()) ?? { y: 0, height }
    expect(
      Math.min(height, box.y + box.height) - box.y,
      `${width} x ${height}`,
    ).toBeLessThanOrEqual(height / 4)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
  if (before) await page.setViewportSize(before)
}
