import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'

const widths = [375, 768, 1280]

/** The largest layout shift of a page that nobody uses. */
export const maximumShift = 0.02

/** Adds up the layout shifts of the pages that open from now on. */
export async function recordShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0, shiftedNodes: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, {
          layoutShift: Reflect.get(window, 'layoutShift') + Reflect.get(entry, 'value'),
        })
        for (const { node } of Reflect.get(entry, 'sources') ?? []) {
          Reflect.get(window, 'shiftedNodes').push(node?.className || node?.nodeName)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shift of the page so far, once no request is pending. */
export async function readShift(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => Number(Reflect.get(window, 'layoutShift')))
}

/**
 * Loads each path twice in a new context, once with an empty cache, at every width. Returns the
 * loads that shift by more than the maximum, with what shifted. `ready` shows once the page has what
 * it computes.
 */
export async function findShifts(
  browser: Browser,
  paths: string[],
  { ready = 'h1', ...options }: BrowserContextOptions & { ready?: string } = {},
): Promise<string[]> {
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
          await expect(page.locator(ready).first()).toBeVisible({ timeout: 30_000 })
          const shift = await readShift(page)
          await page.unrouteAll({ behavior: 'wait' })
          if (shift > maximumShift) {
            const nodes = await page.evaluate(() => Reflect.get(window, 'shiftedNodes').join(', '))
            found.push(`${path} at ${width}, ${load}: ${shift.toFixed(3)} of ${nodes}`)
          }
        }
        await context.close()
      }),
    )
  }
  return found
}

/**
 * Lets the fonts arrive after the first paint, so that every cold load shows the fallback fonts
 * first.
 */
async function holdFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    await route.continue()
  })
}
