import type { Page } from '@playwright/test'

/** The largest layout shift of a page that nobody uses. */
export const maximumShift = 0.02

/** Adds up the layout shifts of the pages that open from now on. */
export async function recordShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, { layoutShift: Reflect.get(window, 'layoutShift') + Reflect.get(entry, 'value') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shift of the page so far, once no request is pending. */
export async function readShift(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => Number(Reflect.get(window, 'layoutShift')))
}
