import { expect, test } from '@encre/shell/e2e/fixtures'
import type { Locator, Page } from '@playwright/test'

const low = [
  { width: 844, height: 390 },
  { width: 853, height: 480 },
  { width: 667, height: 375 },
  { width: 320, height: 568 },
]

/** The height of an element, or what keeps it from being whole and on top in the window. */
function measureInView(element: Element): number | string {
  const { left, right, top, bottom, height } = element.getBoundingClientRect()
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight + 0.5
  if (!isInside) return `lies at ${[left, top, right, bottom].map(Math.round)}`
  const corners = [left + 3, (left + right) / 2, right - 3].flatMap((x) =>
    [top + 3, (top + bottom) / 2, bottom - 3].map((y) => document.elementFromPoint(x, y)),
  )
  const over = corners.find((found) => !element.contains(found))
  return over === undefined ? height : `is under ${over?.outerHTML.slice(0, 80)}`
}

/** Waits for a page that has settled in the window. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
}

const inView = (locator: Locator) => expect.poll(() => locator.evaluate(measureInView))

test('in a low window the atelier has 300 pixels of sheet beside its black button', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await site.generateDesign('Un loup')
  await site.openGallery()
  await page.getByRole('img', { name: /^Un loup/ }).click()
  await expect(page.getByRole('img', { name: /^Calque de/ })).toBeVisible({ timeout: 30_000 })
  const desk = page.locator('[aria-busy="false"]').locator('xpath=ancestor::div[3]')
  for (const size of low) {
    await resize(page, size)
    await inView(desk).toBeGreaterThanOrEqual(300)
    await inView(page.getByRole('button', { name: 'Télécharger le PDF' })).toBeGreaterThan(40)
    for (const name of ['Calque', 'Fiche', 'Retoucher']) {
      await inView(page.getByRole('link', { name, exact: true })).toBeGreaterThan(40)
    }
  }
})
