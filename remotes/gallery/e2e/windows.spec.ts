import { expect, test } from '@encre/shell/e2e/fixtures'
import { examineState } from '@encre/shell/e2e/screens/examine-state'
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

/** How many of the library's filters and buttons stand in each row of the window. */
function countToolsOfRows(): number[] {
  const rows = new Map<number, number>()
  for (const tool of document.querySelectorAll('main search :is([type=radio], button, select)')) {
    const box = (tool.closest('label') ?? tool).getBoundingClientRect()
    const row = Math.round(box.bottom / 8)
    if (box.width > 0) rows.set(row, (rows.get(row) ?? 0) + 1)
  }
  return [...rows.values()]
}

const countColumns = (page: Page) =>
  page
    .locator('main ol')
    .first()
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)

test('the library keeps its tools together, and its columns while the member selects', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  for (const subject of ['Un loup', 'Une rose']) await site.generateDesign(subject)
  await site.openGallery()
  const select = page.getByRole('button', { name: 'Sélectionner', exact: true })
  for (const size of [...low, { width: 820, height: 1180 }, { width: 1024, height: 768 }]) {
    await resize(page, size)
    await inView(select).toBeGreaterThan(40)
    const rows = await page.evaluate(countToolsOfRows)
    expect(Math.min(...rows), `${size.width} x ${size.height}`).toBeGreaterThan(1)
  }

  await resize(page, { width: 412, height: 915 })
  const columns = await countColumns(page)
  await select.click()
  expect(await countColumns(page)).toBe(columns)
  await page.getByRole('checkbox').first().check()
  await examineState(page, '/gallery, selecting', { fr: ['1 design sélectionné', 'Un loup'] })
  await select.click()

  await page.getByRole('button', { name: 'Filtrer' }).click()
  await page.getByRole('radio', { name: 'Traditionnel' }).click()
  await page.getByRole('button', { name: 'Favoris' }).click()
  await inView(page.getByText('Traditionnel · Favoris')).toBeGreaterThan(10)
})
