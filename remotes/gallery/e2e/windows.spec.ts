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

/** The upper and lower edge of what stands above the sheet of a window that lies on its side. */
function measureHead(): { top: number; bottom: number } {
  const parts = [...document.querySelectorAll('main h1, main nav a')].filter((part) =>
    part.checkVisibility(),
  )
  const boxes = parts.map((part) => part.getBoundingClientRect())
  return {
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

/** Waits for a page that has settled in the window. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
}

const inView = (locator: Locator) => expect.poll(() => locator.evaluate(measureInView))

test('in a low window the atelier has one row above 300 pixels of sheet and its black button', async ({
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
    // Less height than this leaves less than 300 below the site's header and the row.
    await inView(desk).toBeGreaterThanOrEqual(Math.min(300, size.height - 90))
    if (size.width > size.height) {
      const head = await page.evaluate(measureHead)
      expect(head.bottom - head.top).toBeLessThanOrEqual(44.5)
    }
    await inView(page.getByRole('button', { name: 'Télécharger le PDF' })).toBeGreaterThan(40)
    for (const name of ['Calque', 'Fiche', 'Retoucher']) {
      await inView(page.getByRole('link', { name, exact: true })).toBeGreaterThan(40)
    }
  }
})

/** The number of the library's filters and buttons in each row. */
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

/** The smallest numbers of the rulers, in pixels of the window. */
function measureNumbers(): number {
  const numbers = document.querySelectorAll<SVGTextElement>('#design .ruler-text')
  const sizes = Array.from(numbers, (number) => {
    const scale = number.getScreenCTM()?.a ?? 0
    return scale * Number.parseFloat(getComputedStyle(number).fontSize)
  })
  return Math.min(...sizes)
}

test("the artist sees drawing and PDF in every low window, and one press reaches the design's size", async ({
  site: { page, ...site },
  browser,
}) => {
  await site.signUp()
  await site.generateDesign('Une hirondelle')
  await site.openGallery()
  await page.getByRole('img', { name: /^Une hirondelle/ }).click()
  await page.getByRole('link', { name: 'Fiche' }).click()
  const where = page.getByRole('textbox', { name: /^Où exactement/ })
  await where.fill('Intérieur, tête vers le pouce')
  await page.getByRole('textbox', { name: /^Notes/ }).fill('Trait fin. '.repeat(40))
  await expect(page.getByText(/Enregistré\s*$/)).toBeVisible()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const address = await page.getByLabel('Adresse à envoyer').inputValue()

  const context = await browser.newContext({ locale: 'fr-FR' })
  const artist = await context.newPage()
  for (const size of low) {
    await artist.setViewportSize(size)
    await artist.goto(address)
    await expect(artist.locator('#status')).toHaveText(/taille réelle$/)
    await inView(artist.locator('#design svg')).toBeGreaterThan(120)
    await inView(artist.locator('#stencil-pdf')).toBeGreaterThan(40)
    await expect.poll(() => artist.evaluate(measureNumbers)).toBeGreaterThanOrEqual(10.99)
  }
  await expect(artist.getByText('Où exactement : Intérieur, tête vers le pouce')).toBeVisible()
  await expect(artist.getByRole('button', { name: 'Ça me va' })).toBeVisible()
  const larger = artist.getByRole('button', { name: /^[\d,]+\scm au moins$/ })
  const size = (await larger.textContent())?.replace(' au moins', '') ?? ''
  await larger.click()
  await expect(artist.getByText(/^Réponse envoyée/)).toBeVisible()
  await context.close()

  await page.getByRole('textbox', { name: 'Taille', exact: true }).fill('3')
  await page.reload()
  await expect(where).toHaveValue('Intérieur, tête vers le pouce')
  await page.getByRole('button', { name: `Prendre ${size}` }).click()
  await expect(page.getByRole('textbox', { name: 'Taille', exact: true })).toHaveValue(
    size.replace(/\s.*/, ''),
  )
})
