import { expect, type Page } from '@playwright/test'

/**
 * Returns to the tab until the open page has checked for an update. A page checks at most every two
 * seconds.
 */
export async function checkForUpdate(page: Page): Promise<void> {
  const requested = page.waitForRequest('**/api/releases/compositions/current')
  let isRequested = false
  requested.then(() => {
    isRequested = true
  })
  const returnToTab = async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    return isRequested
  }
  await expect.poll(returnToTab, { intervals: [100] }).toBe(true)
  await (await requested).response()
}

/** Checks for an update and waits until the page has loaded this version of the remote. */
export async function waitForUpdate(page: Page, remote: string, version: string): Promise<void> {
  await checkForUpdate(page)
  await expect.poll(() => listStyledVersions(page, remote)).toContain(version)
}

/** The versions of a remote whose stylesheets are in the page. */
export async function listStyledVersions(page: Page, remote: string): Promise<string[]> {
  const versions = await page.evaluate(
    (base) =>
      [...document.styleSheets].flatMap(({ href }) =>
        href?.includes(base) ? (href.split(base)[1]?.split('/')[0] ?? []) : [],
      ),
    `/remotes/${remote}/`,
  )
  // A version has a stylesheet for each part that is loaded.
  return [...new Set(versions)]
}

/** The version of the remote on screen, from the names of its CSS classes. */
export function shownVersion(page: Page, remote: string): Promise<string | undefined> {
  return page.evaluate(
    (pattern) => document.querySelector('main')?.innerHTML.match(new RegExp(pattern))?.[1],
    `class="${remote}_([a-z0-9-]+)_`,
  )
}
