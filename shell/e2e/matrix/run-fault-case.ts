import { listFeatures } from '@encre/build/features'
import {
  readPageManifest,
  replacePageManifest,
  toManifestVersion,
} from '@encre/protocol/page-manifest'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { createVariant, type Variant } from '../variants.ts'
import { answer, build, faults, isPossible, type Part, parts } from './faults.ts'

/** One way for a remote to break. */
export interface FaultCase {
  remote: string
  part: Part
  fault: string
  /** Whether the page manifest has a previous version, which works. */
  previous: boolean
}

export const remotes = listFeatures()

export const allFaultCases: FaultCase[] = remotes.flatMap((remote) =>
  [true, false].flatMap((previous) =>
    parts.flatMap((part) =>
      faults
        .filter((fault) => isPossible(part, fault))
        .map((fault) => ({ remote, part, fault, previous })),
    ),
  ),
)

/**
 * The sample that `npm test` runs: every kind of fault, part and remote once, with and without a
 * previous version.
 */
export const sampleFaultCases: FaultCase[] = [
  { remote: 'generator', part: 'entry', fault: 'refused', previous: true },
  { remote: 'generator', part: 'CSS', fault: 'wrong bytes', previous: false },
  { remote: 'gallery', part: 'chunk', fault: 'throws on render', previous: true },
  { remote: 'gallery', part: 'CSS', fault: 'hang', previous: true },
  { remote: 'account', part: 'entry', fault: 'hang', previous: false },
  { remote: 'account', part: 'chunk', fault: 'syntax error', previous: false },
]

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const paths: Record<string, string> = {
  generator: '/generator',
  gallery: '/gallery',
  account: '/dashboard',
}
const brokenVersion = 'broken-by-the-matrix'

/**
 * Opens the broken page in a member's browser, checks what the member sees and when, then opens the
 * other pages of the site.
 */
export async function runFaultCase(
  browser: Browser,
  member: StorageState,
  faultCase: FaultCase,
): Promise<void> {
  // A context per case: pages of one context look up the session one after the other. A document
  // that the test has rewritten has no address of its own, so that Chromium asks for a permission
  // before it connects to the tenant on this machine.
  const context = await browser.newContext({
    storageState: member,
    permissions: ['local-network-access'],
  })
  const page = await context.newPage()
  try {
    await breakRemote(page, faultCase)
    await recordSettled(page, faultCase.remote)
    await page.goto(paths[faultCase.remote] ?? '/', { waitUntil: 'commit' })
    await page.waitForFunction(() => 'settledAfterMs' in window, null, { timeout: 40_000 })
    expect(await page.evaluate(() => Reflect.get(window, 'settledAfterMs'))).toBeLessThan(12_000)
    await expectShown(page, faultCase)
    expect(
      await page.evaluate(() => [
        Reflect.get(globalThis, 'tampered'),
        getComputedStyle(document.documentElement).getPropertyValue('--tampered'),
      ]),
    ).toEqual([undefined, ''])
    for (const other of remotes) {
      if (other !== faultCase.remote) await openRemote(page, other)
    }
    await page.locator('header').getByRole('link', { name: 'À propos' }).first().click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible()
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/**
 * Expects the previous version, or the failure panel without one. A stylesheet with a syntax error
 * still loads: the page has less style.
 */
async function expectShown(
  page: Page,
  { remote, part, fault, previous }: FaultCase,
): Promise<void> {
  const unstyled = part === 'CSS' && fault === 'syntax error'
  if (!previous && !unstyled)
    return expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible({ timeout: 30_000 })
  const html = await page.locator('main').innerHTML()
  expect(html.includes(`class="${remote}_`), 'the remote is shown').toBe(true)
  expect(html.includes(brokenVersion), 'in its broken version').toBe(unstyled)
}

async function openRemote(page: Page, remote: string): Promise<void> {
  await page.locator(`header a[href="${paths[remote]}"]`).first().click()
  await expect(page.locator(`main [class^="${remote}_"]:not(#skeleton *)`).first()).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.locator('main h1:not(#skeleton *)')).toBeVisible({ timeout: 30_000 })
}

/**
 * Gives the page a current version with this fault; the previous version is the published one, or
 * there is none.
 */
async function breakRemote(page: Page, faultCase: FaultCase): Promise<void> {
  const variant = await build(
    await createVariant(faultCase.remote, brokenVersion),
    faultCase.part,
    faultCase.fault,
  )
  await page.route('**/api/releases/**', (route) => route.fulfill({ status: 304 }))
  await page.route(`**/remotes/${faultCase.remote}/${brokenVersion}/**`, (route) =>
    answer(route, variant, faultCase),
  )
  await page.route(
    (url) => url.pathname === paths[faultCase.remote],
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: compose(await response.text(), variant, faultCase.previous),
      })
    },
  )
}

/** The site's page as the worker would write it after this release, the preload links included. */
function compose(html: string, { release }: Variant, previous: boolean): string {
  const manifest = readPageManifest(html)
  const remote = manifest.remotes.find(({ name }) => name === release.name)
  if (!remote) throw new Error(`the page does not have ${release.name}`)
  const published = remote.current
  remote.current = toManifestVersion(release)
  remote.previous = previous ? published : null
  // Without a token the page sends no health report: the version exists in this page only.
  delete manifest.token
  const { base, entry, scripts, styles, integrity } = remote.current
  const preloaded = [entry, ...scripts, ...styles]
  const links = html.replace(/<link rel="preload"[^>]*href="\/remotes\/[^>]*>/g, (link) => {
    const file = preloaded.find((one) => link.includes(published.base + one))
    return file
      ? link
          .replace(published.base, base)
          .replace(/integrity="[^"]*"/, `integrity="${integrity[file]}"`)
      : link
  })
  return replacePageManifest(links, manifest)
}

/**
 * Records when the member first sees the remote or the failure panel. It counts the page's own
 * ticks, because a page on a busy machine stands still for some of the time.
 */
async function recordSettled(page: Page, remote: string): Promise<void> {
  await page.addInitScript(
    ([remote, tickMs]) => {
      let ticks = 0
      const clock = setInterval(() => {
        // Before its scripts start, the page has no shell.
        if (document.readyState === 'loading') return
        ticks += 1
        if (
          !document.querySelector(
            `main [role="alert"], main [class^="${remote}_"]:not(#skeleton *)`,
          )
        )
          return
        clearInterval(clock)
        Object.assign(window, { settledAfterMs: ticks * tickMs })
      }, tickMs)
    },
    [remote, 50] as const,
  )
}
