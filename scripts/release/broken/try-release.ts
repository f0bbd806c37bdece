import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skeletonId } from '@encre/protocol/prerendered-page'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import { getStatus, type Registry, rollBack } from '@encre/registry-client'
import type { Page } from '@playwright/test'
import { findMember, pageTimeoutMs, signIn, withBrowser } from '../release-browser.ts'
import { readRelease } from '../release-check.ts'
import { readSamples, serveSample } from '../sample-answers.ts'
import type { BrokenRelease } from './broken-releases.ts'

const remote = 'gallery'

export interface TriedRelease {
  refusal: string | null
  seen: string
  /** What a visitor in the canary sees without the check in a browser. Null if another check refuses the release. */
  seenAsCanary: string | null
  seconds: number
}

/** Runs `npm run release gallery` in the broken copy `tree`. With `chromium` also releases it as a canary without the check, and opens it. */
export async function tryRelease(registry: Registry, tree: string, broken: BrokenRelease, chromium?: string): Promise<TriedRelease> {
  const undo = breakTree(tree, broken)
  try {
    const before = await getStatus(registry, remote)
    const started = Date.now()
    const { passed, output } = await runRelease(registry, tree, [remote], broken.isDeployedSite)
    const seconds = (Date.now() - started) / 1000
    const after = await getStatus(registry, remote)
    const isUnchanged = after.current === before.current && after.canary === null
    // The next release must not meet this one.
    if (!isUnchanged) await rollBack(registry, remote, { reason: 'the test has ended' })
    const seenAsCanary = broken.asCanary && chromium ? await tryAsCanary(registry, tree, chromium) : null
    return {
      refusal: passed ? null : (output.split('\n').find((line) => broken.reason.test(line)) ?? output).trim(),
      seen: isUnchanged ? 'the version before' : 'the release',
      seenAsCanary,
      seconds,
    }
  } finally {
    undo()
  }
}

async function tryAsCanary(registry: Registry, tree: string, chromium: string): Promise<string> {
  const words = ['canary', remote, '100', '--without-mount', 'a test of the canary']
  const { passed, output } = await runRelease(registry, tree, words)
  if (!passed) throw new Error(`the canary was refused: ${output}`)
  try {
    return await lookAtCanary(registry.origin, tree, remote, chromium)
  } finally {
    await rollBack(registry, remote, { reason: 'the test of the canary has ended' })
  }
}

function breakTree(tree: string, { name, edits }: BrokenRelease): () => void {
  const originals = Object.keys(edits).map((file): [string, string | null] => {
    const path = join(tree, file)
    return [path, existsSync(path) ? readFileSync(path, 'utf8') : null]
  })
  for (const [file, edit] of Object.entries(edits)) {
    const path = join(tree, file)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const edited = edit(text)
    if (edited === text) throw new Error(`"${name}" does not change ${file}`)
    writeFileSync(path, edited)
  }
  return () => {
    for (const [path, text] of originals) {
      if (text === null) rmSync(path)
      else writeFileSync(path, text)
    }
  }
}

function runRelease(
  { origin, token }: Registry,
  tree: string,
  words: string[],
  isDeployedSite = false,
): Promise<{ passed: boolean; output: string }> {
  const { port } = new URL(origin)
  const environment = {
    ...process.env,
    // With NO_COLOR and FORCE_COLOR both set, Node prints a warning on stderr.
    FORCE_COLOR: undefined,
    // 0.0.0.0 reaches this machine, but the command and the registry do not take it for a local site.
    ENCRE_ORIGIN: isDeployedSite ? `http://0.0.0.0:${port}` : origin,
    ENCRE_RELEASE_TOKEN: token,
  }
  const options = { cwd: tree, env: environment, maxBuffer: 2 ** 24 }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(tree, 'scripts/release/main.ts'), ...words], options, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    )
  })
}

const frozenAfterMs = 10_000

async function lookAtCanary(origin: string, tree: string, remote: string, executablePath: string): Promise<string> {
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
