import { formats } from '@encre/picture/formats'
import type { Page } from '@playwright/test'
import { download, expect, test } from '../../../../shell/e2e/fixtures.ts'
import { findDefects } from '../find-defects.ts'

const desks = [
  { width: 1280, height: 720 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const phones = [
  { width: 375, height: 667 },
  { width: 390, height: 844 },
]
/** A phone on its side, a laptop at a large zoom, and a small phone. */
const shortWindows = [
  { width: 667, height: 375 },
  { width: 844, height: 390 },
  { width: 853, height: 480 },
]
const smallPhone = [{ width: 320, height: 568 }]
const idea = 'textarea[name="description"]'
const submit = 'form button[type="submit"]'
const steps = ['label:has([name="style"])', 'form fieldset button', 'label:has([type="file"])']
const count = 'label:has([name="count"])'
const picture = '[role="group"] figure img'
const result = [picture, 'nav[aria-label^="Avec"] > a', 'nav[aria-label^="Avec"] button']

/**
 * Waits for the window's new size, and until a picture is loaded and revealed, then returns what is
 * not whole and on top without scrolling.
 */
async function examine(page: Page, sizes: typeof desks, inView: string[]): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    // Another window may draw a sheet again.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate(async () => {
      scrollTo(0, 0)
      await document.fonts.ready
      await Promise.allSettled(Array.from(document.images, (image) => image.decode()))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
    const isWide = size.width >= 1280
    const defects = await page.evaluate(findDefects, { lines: [], isWide, inView })
    found.push(...defects.map((defect) => `${size.width} x ${size.height}: ${defect}`))
  }
  return found
}

/** Opens the options, chooses the picture's proportions and the number of variants. */
async function chooseOptions(page: Page, label: string, variants: string): Promise<void> {
  await page.getByRole('button', { name: /Options$/ }).click()
  const format = page.getByRole('group', { name: 'Format' })
  await format.getByRole('radio', { name: new RegExp(`^${label}`) }).check()
  await page.keyboard.press('Escape')
  const counts = page.getByRole('group', { name: 'Nombre d’images' })
  await counts.getByRole('radio', { name: variants, exact: true }).check()
}

test('the generator is one sheet in view before a design', async ({ site: { page, ...site } }) => {
  await site.signUp()
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  await expect(page.getByText(/^Il vous reste/)).toBeVisible()
  expect(await examine(page, desks, [...steps, idea, submit, count])).toEqual([])
  const narrower = [{ width: 1024, height: 640 }, ...shortWindows, ...phones, ...smallPhone]
  expect(await examine(page, narrower, [idea, submit, count])).toEqual([])

  await page
    .locator(idea)
    .fill('Un loup qui hurle à la lune, entouré de pins et de roses. '.repeat(8))
  const desksAndTablet = [...desks, { width: 1024, height: 640 }]
  expect(await examine(page, desksAndTablet, [idea, submit])).toEqual([])

  // A size and a place of one's own ask for a line each, over the page.
  await page.getByRole('button', { name: /Changer$/ }).click()
  for (const name of ['Taille', 'Emplacement']) {
    await page.getByRole('group', { name }).getByRole('radio').last().check()
  }
  await page.locator(submit).click()
  await expect(page.getByText('Précisez la taille, par exemple 25 cm.')).toBeVisible()
  const header = await page.getByRole('banner').boundingBox()
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1024, height: 640 },
  ]) {
    await page.setViewportSize(size)
    const first = await page.locator('label', { hasText: 'Petit' }).boundingBox()
    expect(first?.y).toBeGreaterThanOrEqual(header?.height ?? Number.POSITIVE_INFINITY)
  }
})

for (const { label, value } of formats.filter(({ ratio }) => ratio !== '1:3')) {
  test(`a design is in view beside its words, ${value}`, {
    tag: value === 'square' ? '@core' : [],
  }, async ({ site: { page, ...site } }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await site.signUp()
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await chooseOptions(page, label, '1 image')
    await site.generateDesign('Un loup qui hurle à la lune')
    expect(await examine(page, desks, [...steps, idea, submit, ...result])).toEqual([])
    expect(await examine(page, phones, [idea, submit, ...result])).toEqual([])
    const small = [...shortWindows, ...smallPhone]
    expect(await examine(page, small, [idea, submit, picture])).toEqual([])
  })

  test(`four variants fill the sheet, ${value}`, async ({ site: { page, ...site } }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await site.signUp()
    await page.getByRole('link', { name: 'Créer', exact: true }).click()
    await chooseOptions(page, label, '4')
    await page.getByRole('textbox', { name: /idée/ }).fill('Un loup')
    await page.getByRole('button', { name: 'Générer' }).click()
    const tiles = page.getByRole('list', { name: 'Variantes' }).getByRole('img')
    await expect(tiles).toHaveCount(4, { timeout: 60_000 })
    const { width = 0 } = (await tiles.first().boundingBox()) ?? {}
    expect(width).toBeGreaterThanOrEqual(240)
    const sizes = [...desks, ...phones, ...smallPhone]
    expect(await examine(page, sizes, ['ol button', idea, submit])).toEqual([])

    await page.getByRole('button', { name: 'Voir : Variante 2 sur 4' }).click()
    await expect(page.getByRole('link', { name: 'Voir le calque' })).toHaveCount(1)
    expect(await examine(page, [...desks, ...phones], [idea, submit, ...result])).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await expect(tiles).toHaveCount(4)
  })
}

test('the chosen style is in view after every move of the sheet', async ({
  site: { page, ...site },
}) => {
  const isShown = () =>
    page.locator('label:has([name="style"]:checked)').evaluate((card) => {
      const { left, right } = card.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  await site.signUp()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/generator')
  await page.getByRole('radio', { name: /^Aquarelle/ }).check()
  expect(await isShown()).toBe(true)
  await page.getByRole('textbox', { name: /idée/ }).fill('Un loup')
  await page.getByRole('button', { name: 'Générer' }).click()
  await expect(page.getByRole('link', { name: 'Voir le calque' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(isShown).toBe(true)
  for (const size of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(isShown).toBe(true)
  }
})

test('background and format hang from their button and cover no step', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await page.goto('/generator')
  await page.getByRole('button', { name: /Options$/ }).click()
  await expect(page.getByRole('group', { name: 'Format' })).toBeVisible()
  for (const size of [...desks, { width: 1024, height: 768 }, ...shortWindows, ...phones]) {
    await page.setViewportSize(size)
    const tops = await page.evaluate(() => {
      const button = document.querySelector('[aria-controls][aria-expanded="true"]')
      const settings = button?.nextElementSibling?.getBoundingClientRect()
      const boxes = [...document.querySelectorAll('fieldset:has(> legend > span), textarea')].map(
        (step) => step.getBoundingClientRect().bottom,
      )
      return {
        settings: settings?.top ?? 0,
        button: button?.getBoundingClientRect().bottom ?? 0,
        steps: Math.max(...boxes),
      }
    })
    expect(tops.settings).toBeGreaterThanOrEqual(tops.steps)
    expect(tops.settings - tops.button).toBeLessThanOrEqual(24)
    expect(tops.settings - tops.button).toBeGreaterThanOrEqual(0)
  }
})

test('picture, mask and words are in view together while a design is retouched', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await site.generateDesign('Un loup')
  await page.getByRole('link', { name: 'Retoucher' }).click()
  await page.getByRole('radio', { name: 'Seulement ici' }).check()
  const tools = ['[role="application"]', '[aria-label="Avant et après"] button', idea, submit]
  expect(await examine(page, [...desks, ...phones], tools)).toEqual([])
})

/**
 * Runs in the page. Until the design is measured, its picture stands on the sheet: the width of the
 * picture, as a share of the width that its style asks for.
 */
function measurePlaced(): number | undefined {
  const image = document.querySelector<HTMLElement>('main img[style*="width"]')
  const sheetBox = image?.parentElement?.getBoundingClientRect()
  if (!image || !sheetBox) return undefined
  return (
    image.getBoundingClientRect().width /
    ((sheetBox.width * Number.parseFloat(image.style.width)) / 100)
  )
}

const sheet = '[aria-busy="false"]'
const firstButton = '[data-bar] > button:last-of-type'

test('the atelier keeps its sheet and its first button in view', async ({
  site: { page, ...site },
}) => {
  await site.signUp()
  await site.generateDesign('Un loup qui hurle à la lune')
  await site.openGallery()
  await page.getByRole('img', { name: /^Un loup/ }).click()
  const sizes = [...desks, ...phones, { width: 1024, height: 640 }]
  await expect(page.getByRole('img', { name: /^Calque de/ })).toBeVisible({ timeout: 30_000 })
  expect(await examine(page, sizes, [sheet, firstButton])).toEqual([])
  await page.getByRole('link', { name: 'Fiche' }).click()
  const placed = await page.waitForFunction(measurePlaced)
  expect(await placed.jsonValue()).toBeCloseTo(1, 2)
  await expect(page.getByRole('button', { name: 'Fiche en PDF' })).toBeEnabled({ timeout: 30_000 })
  expect(await examine(page, sizes, [sheet, firstButton])).toEqual([])
})

test('a lettering is in view beside its words, and is read again before the first file', async ({
  site: { page },
}) => {
  await page.goto('/lettrage')
  const words = page.getByRole('textbox', { name: 'Vos mots' })
  // Everything that the first letter needs comes with the focus: a face and two workers, whose
  // scripts the page reads first.
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const countLoaded = () => loaded.filter((path) => /\/(faces|workers)\//.test(path)).length
  // The first focus may come before React.
  await expect(async () => {
    await words.blur()
    await words.focus()
    expect(countLoaded()).toBe(5)
  }).toPass()
  const before = loaded.filter((path) => path.startsWith('/remotes/'))
  await words.pressSequentially('É')
  await expect(page.locator(sheet).getByRole('img', { name: 'É' })).toBeVisible()
  expect(loaded.filter((path) => path.startsWith('/remotes/'))).toEqual(before)

  for (const phrase of ['Éléonore', 'Qui\nvivra\nverra', 'W'.repeat(60)]) {
    await words.fill(phrase)
    const subject = phrase.replaceAll('\n', ' ')
    await expect(page.locator(sheet).getByRole('img', { name: subject })).toBeVisible()
    expect(await examine(page, [...desks, ...phones], ['textarea', sheet, firstButton])).toEqual([])
  }

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Télécharger le PDF' }).click()
  await expect(page.getByRole('alert')).toContainText('À relire lettre par lettre')
  await download(page.getByRole('button', { name: 'J’ai relu chaque lettre' }))
  await download(page.getByRole('button', { name: 'Télécharger le PDF' }))

  await words.fill('vie 😀')
  await expect(page.getByRole('alert')).toContainText('« 😀 » manque dans cette écriture')
})
