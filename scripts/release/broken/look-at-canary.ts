import { join } from 'node:path'
import { skeletonId } from '@encre/protocol/prerendered-page'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { Page } from '@playwright/test'
import { findMember } from '../check-member.ts'
import { pageTimeoutMs, signIn, withBrowser } from '../release-browser.ts'
import { readRelease } from '../release-check.ts'
import { readSamples, serveSample } from '../sample-answers.ts'

/** Milliseconds until a page that is busy for good counts as frozen. */
const frozenAfterMs = 10_000

/** Opens the remote's first page as a member who gets the canary, with recorded answers. Returns what the page shows in the end. */
export async function lookAtCanary(origin: string, tree: string, remote: string, executablePath: string): Promise<string> {
  const release = readRelease(join(tree, 'remotes', remote, 'dist'))
  const member = await findMember(origin)
  const { full } = readSamples(release, origin, tree)
  return withBrowser(executablePath, async (browser) => {
    const context = await browser.newContext({ locale: 'fr-FR' })
    if (member) await signIn(context, origin, member)
    const page = await context.newPage()
    if (full) await serveSample(page, origin, full)
    try {
      await page.goto(`${origin}${release.routes[0]?.path}`, { waitUntil: 'commit' })
      return await withTimeout(describePage(page, remote, release.version), pageTimeoutMs, 'the page')
    } catch (error) {
      if (error instanceof TimeoutError) return 'a tab that does not respond'
      throw error
    }
  })
}

async function describePage(page: Page, remote: string, version: string): Promise<string> {
  const panel = page.getByRole('button', { name: 'Réessayer' })
  // The first HTML has the skeleton of the release, before any of its code.
  const shownBy = (prefix: string) => page.locator(`main [class*="${prefix}"]:not(#${skeletonId} *)`).first()
  const shown = shownBy(`${remote}_`)
  await panel.or(shown).first().waitFor({ timeout: pageTimeoutMs })
  // An error after the first rendering replaces it.
  await page.waitForLoadState('networkidle', { timeout: frozenAfterMs }).catch(() => {})
  if (await panel.isVisible()) return 'the panel with Réessayer'
  return (await shownBy(`${remote}_${version}_`).count()) > 0 ? 'the release' : 'the version before'
}
