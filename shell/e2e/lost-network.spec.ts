import { sdkTimeoutMs } from '../src/auth/session-loader.ts'
import { longestSdkWaitMs } from '../src/open-page.ts'
import { expect, test } from './fixtures.ts'

test.use({
  allowedErrors: [
    /TenantError: network|remote-entry|remotes\/gallery|ERR_FAILED|ERR_INTERNET_DISCONNECTED|gallery_|no version to go back to/,
  ],
})

test("a member's page works without an SDK that never arrives, and says so when it gives up", async ({ site }) => {
  const { page } = site
  await site.signUp()
  const hold = Promise.withResolvers<void>()
  await page.route('**/static/js/async/session.*', async (route) => {
    await hold.promise
    await route.abort()
  })
  await page.clock.install()
  for (const path of ['/', '/generator']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo'), path).toBeAttached()
    await page.clock.runFor(longestSdkWaitMs)
    // Sooner than the SDK's own timeout, after which the app would load as well.
    await page.waitForFunction(hasTakenOver, undefined, { timeout: 15_000 })
    // The file still holds back the events of a page that has loaded: nothing may wait for them.
    expect(await page.evaluate(() => document.readyState), path).toBe('interactive')
  }
  await expect(page.locator('#skeleton')).toBeAttached()
  await page.clock.runFor(sdkTimeoutMs)
  await expect(page.getByRole('heading', { level: 1, name: 'Impossible de vérifier votre session' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  hold.resolve()
})

/** Runs in the page: whether React has hydrated the header. */
function hasTakenOver(): boolean {
  return Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__reactProps'))
}
