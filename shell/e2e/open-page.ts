import { expect, type Page } from '@playwright/test'

/** As when the member comes back to the tab. A page looks at most every two seconds. */
export async function lookAgain(page: Page): Promise<void> {
  await page.waitForTimeout(2100)
  const looked = page.waitForResponse('**/api/releases/compositions/current')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await looked
}

/** Looks, and waits until the version is there to be shown. */
export async function learn(page: Page, remote: string, version: string): Promise<void> {
  await lookAgain(page)
  await expect.poll(() => styledVersions(page, remote)).toContain(version)
}

/** The versions of a remote whose stylesheets the page has. */
export function styledVersions(page: Page, remote: string): Promise<string[]> {
  return page.evaluate(
    (base) => [...document.styleSheets].flatMap(({ href }) => (href?.includes(base) ? (href.split(base)[1]?.split('/')[0] ?? []) : [])),
    `/remotes/${remote}/`,
  )
}

/** The version that named the classes of what is on screen. */
export function shownVersion(page: Page, remote: string): Promise<string | undefined> {
  return page.evaluate(
    (pattern) => document.querySelector('main')?.innerHTML.match(new RegExp(pattern))?.[1],
    `class="${remote}_([a-z0-9-]+)_`,
  )
}
