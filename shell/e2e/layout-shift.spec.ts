import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { maximumShift, readShift, recordShift } from './layout-shift.ts'
import { memberPaths, publicPaths } from './site-paths.ts'

const widths = [375, 768, 1280]

test('no public page shifts while it loads, cold or warm', async ({ browser }) => {
  test.setTimeout(180_000)
  expect(await findShifts(browser, [...publicPaths, '/nulle-part'])).toEqual([])
})

test("no member's page shifts while it loads, cold or warm", async ({ site, browser }) => {
  test.setTimeout(180_000)
  await site.signUp()
  await site.generateDesign('Un loup sous la lune')
  const storageState = await site.page.context().storageState()
  expect(await findShifts(browser, memberPaths, { storageState })).toEqual([])
})

/** Loads each path twice in a new context, once with an empty cache, at every width. Returns the loads that shift by more than the maximum. */
async function findShifts(browser: Browser, paths: string[], options: BrowserContextOptions = {}): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await Promise.all(
      widths.map(async (width) => {
        const context = await browser.newContext({ ...options, viewport: { width, height: 900 } })
        const page = await context.newPage()
        await recordShift(page)
        for (const load of ['cold', 'warm']) {
          if (load === 'cold') await holdFonts(page)
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 30_000 })
          const shift = await readShift(page)
          await page.unrouteAll({ behavior: 'wait' })
          if (shift > maximumShift) found.push(`${path} at ${width}, ${load}: ${shift.toFixed(3)}`)
        }
        await context.close()
      }),
    )
  }
  return found
}

/** Lets the fonts arrive after the first paint, so that every cold load shows the fallback fonts first. */
async function holdFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}
