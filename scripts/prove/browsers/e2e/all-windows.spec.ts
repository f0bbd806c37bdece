import type { Page } from '@playwright/test'
import { expect, type Site, test } from '../../../../shell/e2e/fixtures.ts'
import { maximumShift, readShift, recordShift } from '../../../../shell/e2e/layout-shift.ts'
import { findViolations } from '../../../../shell/e2e/screens/examine-state.ts'
import { findDefects } from '../find-defects.ts'

test.describe.configure({ mode: 'parallel' })

const windows = [
  [320, 568],
  [360, 740],
  [412, 915],
  [667, 375],
  [844, 390],
  [853, 480],
  [820, 1180],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const

const idea = 'textarea[name="description"]'
const submit = 'form button[type="submit"]'
const sheet = '[aria-busy="false"]'
const firstButton = '[data-bar] > button:last-of-type'
const select = 'main search button:not([aria-expanded])'

interface Screen {
  path: string
  /** How many designs the member has. */
  designs: number
  /** Shows once the screen is ready. */
  ready: string
  /** Whole and on top in every window, without scrolling. */
  inView: string[]
  /** What is done before the screen is looked at. */
  act?: (page: Page) => Promise<unknown>
}

/** `:design` is the address of the first design, `:link` that of its artist's page. */
const screens: Record<string, Screen> = {
  home: { path: '/', designs: 0, ready: 'main h1', inView: ['main h1'] },
  about: { path: '/about', designs: 0, ready: 'main h1', inView: ['main h1'] },
  drawing: { path: '/calque', designs: 0, ready: 'main button', inView: ['main button'] },
  lettering: { path: '/lettrage', designs: 0, ready: 'main textarea', inView: ['main textarea'] },
  letters: {
    path: '/lettrage',
    designs: 0,
    ready: 'main textarea',
    inView: ['main textarea', sheet, firstButton],
    act: (page) => page.getByRole('textbox', { name: 'Vos mots' }).fill('Éléonore'),
  },
  generator: { path: '/generator', designs: 0, ready: idea, inView: [idea, submit] },
  generator1: { path: '/generator', designs: 1, ready: 'main img', inView: [idea, submit] },
  generator5: { path: '/generator', designs: 5, ready: 'main img', inView: [idea, submit] },
  dashboard: { path: '/dashboard', designs: 0, ready: 'main h1', inView: ['main h1'] },
  dashboard5: { path: '/dashboard', designs: 5, ready: 'main article', inView: ['main h1'] },
  gallery: { path: '/gallery', designs: 0, ready: 'main a[href="/calque"]', inView: ['main h1'] },
  gallery1: { path: '/gallery', designs: 1, ready: 'main article', inView: ['main h1'] },
  gallery5: { path: '/gallery', designs: 5, ready: 'main article', inView: ['main h1', select] },
  gallery60: { path: '/gallery', designs: 60, ready: 'main article', inView: ['main h1', select] },
  selecting60: {
    path: '/gallery',
    designs: 60,
    ready: 'main article',
    inView: [select],
    act: (page) => page.getByRole('button', { name: 'Sélectionner', exact: true }).click(),
  },
  atelier: { path: ':design', designs: 1, ready: sheet, inView: [sheet, firstButton] },
  ageing: { path: ':design?vue=vieillissement', designs: 1, ready: sheet, inView: [sheet] },
  skin: { path: ':design?vue=peau', designs: 1, ready: 'main nav', inView: ['main nav'] },
  card: { path: ':design?vue=fiche', designs: 1, ready: sheet, inView: [sheet] },
  link: {
    path: ':link',
    designs: 1,
    ready: '#design svg',
    inView: ['#design svg', '#stencil-pdf'],
  },
  profile: { path: '/profile', designs: 1, ready: 'main h1', inView: ['main h1'] },
  settings: { path: '/settings', designs: 1, ready: 'main h1', inView: ['main h1'] },
}

/** Answers that a list has this many of the member's designs. */
async function repeatDesigns(page: Page, count: number): Promise<void> {
  await page.route(/\/api\/(gallery\/designs|generator\/generations)(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const answer = await response.json()
    const [key, list] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? []
    const [first] = Array.isArray(list) ? list : []
    const each = (_: unknown, index: number) => ({
      ...first,
      id: index ? `copy-${index}` : first.id,
    })
    const repeated = first ? Array.from({ length: count }, each) : []
    return route.fulfill({ response, json: { ...answer, [key ?? '']: repeated } })
  })
}

/** Runs in the page. Boxes in a column that scroll by themselves. */
function findScrollers(): string[] {
  const inner = document.querySelectorAll('main *:not(textarea, select, dialog *)')
  return [...inner]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
    .filter((element) => element.scrollHeight > element.clientHeight + 1)
    .map((element) => `${element.outerHTML.slice(0, 80)} scrolls`)
}

async function open(page: Page, screen: Screen, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator(screen.ready).locator('visible=true').first()).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
}

/** The atelier of a design, and its artist's page. */
async function makeDesign(site: Site): Promise<{ design: string; link: string }> {
  const { page } = site
  await site.generateDesign('Un loup qui hurle à la lune')
  await site.openGallery()
  await page.getByRole('img', { name: /^Un loup/ }).click()
  const design = page.url()
  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  const link = await page.getByLabel('Adresse à envoyer').inputValue()
  return { design, link }
}

/**
 * Lays out what stands below the window too. Chromium leaves it in the colours of the scheme before
 * until somebody scrolls there.
 */
function showAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

for (const [name, screen] of Object.entries(screens)) {
  test(`${name} fits every window, in light and dark`, { tag: '@alone' }, async ({
    site,
    browser,
  }) => {
    test.setTimeout(900_000)
    await site.signUp()
    const made = screen.designs > 0 ? await makeDesign(site) : { design: '', link: '' }
    const path = screen.path.replace(':design', made.design).replace(':link', made.link)
    const storageState = await site.page.context().storageState()
    const found: string[] = []
    for (const [width, height] of windows) {
      const viewport = { width, height }
      const context = await browser.newContext({ storageState, viewport, locale: 'fr-FR' })
      const page = await context.newPage()
      await recordShift(page)
      if (screen.designs > 1) await repeatDesigns(page, screen.designs)
      await open(page, screen, path)
      const shift = await readShift(page)
      if (shift > maximumShift) found.push(`${width} x ${height}: shifts by ${shift.toFixed(3)}`)
      await screen.act?.(page)
      // What never comes is a defect that is found below.
      for (const selector of screen.inView)
        await page
          .locator(selector)
          .first()
          .waitFor({ timeout: 10_000 })
          .catch(() => {})
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await page.evaluate(showAll)
      const geometry = { lines: [], isWide: width >= 1280, inView: screen.inView }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const defects = [
          ...(await page.evaluate(findDefects, geometry)),
          ...(await page.evaluate(findScrollers)),
          ...(await findViolations(page, colorScheme)),
        ]
        found.push(...defects.map((defect) => `${width} x ${height}, ${colorScheme}: ${defect}`))
      }
      await context.close()
    }
    expect(found).toEqual([])
  })
}
