import { readPageManifest, replacePageManifest } from '@encre/protocol/page-manifest'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { createVariant, type Variant } from '../variants.ts'
import { type Cell, remotes } from './cells.ts'
import { answer, build } from './faults.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const paths: Record<string, string> = { generator: '/generator', gallery: '/gallery', account: '/dashboard' }
const brokenVersion = 'broken-by-the-matrix'

/** A cell's page in a member's browser, until the member knows how things are; then a walk through the rest of the site. */
export async function tryCell(browser: Browser, member: StorageState, cell: Cell, dripOrigin: string): Promise<void> {
  // A browser of their own: pages of one would look up the session one after the other.
  const context = await browser.newContext({ storageState: member, permissions: ['local-network-access'] })
  // What the test has rewritten comes from no address, and would not be let into the tenant on this machine: hence the permission.
  const page = await context.newPage()
  try {
    await breakRemote(page, cell, dripOrigin)
    await recordTold(page, cell.remote)
    await page.goto(paths[cell.remote] ?? '/', { waitUntil: 'commit' })
    await page.waitForFunction(() => 'toldAfter' in window, null, { timeout: 40_000 })
    expect(await page.evaluate(() => Reflect.get(window, 'toldAfter'))).toBeLessThan(12_000)
    await expectOutcome(page, cell)
    expect(
      await page.evaluate(() => [
        Reflect.get(globalThis, 'tampered'),
        getComputedStyle(document.documentElement).getPropertyValue('--tampered'),
      ]),
    ).toEqual([undefined, ''])
    for (const other of remotes) if (other !== cell.remote) await openRemote(page, other)
    await page.locator('header').getByRole('link', { name: 'À propos' }).first().click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.locator('main h1')).toBeVisible()
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** The panel, unless a version can take its place. A stylesheet with an error in it is still a stylesheet: the page has less style. */
async function expectOutcome(page: Page, { remote, part, fault, previous }: Cell): Promise<void> {
  const unstyled = part === 'CSS' && fault === 'syntax error'
  if (!previous && !unstyled) return expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  await expect(page.locator('main h1')).toBeVisible({ timeout: 30_000 })
  const html = await page.locator('main').innerHTML()
  expect(html.includes(`class="${remote}_`), 'the remote is shown').toBe(true)
  expect(html.includes(brokenVersion), 'in its broken version').toBe(unstyled)
}

async function openRemote(page: Page, remote: string): Promise<void> {
  await page.locator(`header a[href="${paths[remote]}"]`).first().click()
  await expect(page.locator(`main [class^="${remote}_"]`).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('main h1')).toBeVisible({ timeout: 30_000 })
}

/** The page is given a version that goes wrong in this way, with the published one as its previous or with none. */
async function breakRemote(page: Page, cell: Cell, dripOrigin: string): Promise<void> {
  const variant = build(createVariant(cell.remote, brokenVersion), cell.part, cell.fault)
  await page.route('**/api/releases/**', (route) => route.fulfill({ status: 304 }))
  await page.route(`**/remotes/${cell.remote}/${brokenVersion}/**`, (route) => answer(route, variant, cell, dripOrigin))
  await page.route(
    (url) => url.pathname === paths[cell.remote],
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: compose(await response.text(), variant, cell.previous) })
    },
  )
}

/** The site's page as it would be written after this release, the preload links included. */
function compose(html: string, { release }: Variant, previous: boolean): string {
  const composition = readPageManifest(html)
  const remote = composition.remotes.find(({ name }) => name === release.name)
  if (!remote) throw new Error(`the page does not have ${release.name}`)
  const published = remote.current
  const { version, entry, global, scripts, styles, files } = release
  const integrity = Object.fromEntries(Object.entries(files).map(([file, { integrity }]) => [file, integrity]))
  remote.current = { version, base: `/remotes/${release.name}/${version}/`, entry, global, scripts, styles, integrity }
  remote.previous = previous ? published : null
  // Nobody votes: the version exists in this page alone.
  delete composition.token
  const preloaded = [entry, ...scripts, ...styles]
  const links = html.replace(/<link rel="preload"[^>]*href="\/remotes\/[^>]*>/g, (link) => {
    const file = preloaded.find((one) => link.includes(published.base + one))
    return file ? link.replace(published.base, remote.current.base).replace(/integrity="[^"]*"/, `integrity="${integrity[file]}"`) : link
  })
  return replacePageManifest(links, composition)
}

/**
 * Notes when the member first sees the remote or the panel, in milliseconds of the page's own clock: it stands still while a busy
 * machine does not let the page run.
 */
async function recordTold(page: Page, remote: string): Promise<void> {
  await page.addInitScript((remote) => {
    let ticks = 0
    const clock = setInterval(() => {
      // Its scripts have not started: there is no shell yet that could tell.
      if (document.readyState === 'loading') return
      ticks += 1
      if (!document.querySelector(`main [role="alert"], main [class^="${remote}_"]`)) return
      clearInterval(clock)
      Object.assign(window, { toldAfter: ticks * 50 })
    }, 50)
  }, remote)
}
