import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PageManifest, readPageManifest, replacePageManifest, toManifestVersion } from '@encre/protocol/page-manifest'
import { emptyPage } from '@encre/protocol/prerendered-page'
import type { Release } from '@encre/protocol/release'
import { contentType } from '@encre/protocol/served-file'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { Registry } from '@encre/registry-client'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { inLanes } from '../lib/in-lanes.ts'
import { installedChromium } from '../lib/programs.ts'
import { ReleaseRefusedError } from './describe.ts'
import { findMember, type Member, pageTimeoutMs, signIn, withBrowser } from './release-browser.ts'
import { findIncompatibilities, readRelease } from './release-check.ts'
import { readSamples, type Sample, serveSample, watchPage } from './sample-answers.ts'

/** Runs the release checks on a build before anything is uploaded. Throws a `ReleaseRefusedError` with all reasons against the release. */
export async function requireReleasable(
  registry: Registry,
  remote: string,
  directory: string,
  { withoutMount, dropRoutes }: { withoutMount?: string | undefined; dropRoutes?: string[] | undefined },
): Promise<void> {
  const incompatibilities = await findIncompatibilities(registry, directory, dropRoutes)
  if (incompatibilities.length > 0) throw new ReleaseRefusedError(remote, incompatibilities)
  if (withoutMount) return

  const executablePath = installedChromium()
  if (!executablePath) {
    throw new ReleaseRefusedError(remote, [
      'the check needs a Chromium. Install one or name it with CHROMIUM=/path, or give a reason to release without: --without-mount "why"',
    ])
  }
  const member = await findMember(registry.origin)
  if (!member) console.log('Checked as a visitor only. Set ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD to check it as a member too.')
  const failures = await findMountFailures({ origin: registry.origin, directory, release: readRelease(directory), executablePath, member })
  if (failures.length > 0) throw new ReleaseRefusedError(remote, failures)
}

export interface MountOptions {
  origin: string
  /** The folder of the build, with its `release.json`. */
  directory: string
  release: Release
  executablePath: string
  /** Without a member the check covers only what a visitor sees. */
  member: Member | null
  /** `mountDeadlineMs`, unless a test sets another. */
  deadlineMs?: number
}

/** Milliseconds that the whole check may take. A remote that never stops computing blocks its page for good. */
const mountDeadlineMs = 60_000

/** Pages that are open at the same time. */
const lanes = 4

/** One page that the check opens. `sample` replaces the answers of the remote's worker; null keeps the live ones. */
interface Visit {
  context: BrowserContext
  path: string
  who: string
  isShown: boolean
  sample: Sample | null
  /** Whether to leave and open the page several times. */
  isRepeated?: boolean
}

/**
 * Opens each page of a build in the live shell, in a browser: as a visitor, and as a member with the answers of the live worker, with
 * recorded answers and with empty ones. With recorded answers it opens a page several times and measures what it keeps. The files of this
 * remote come from `directory`, everything else from the live site. The registry receives no health report. After `mountDeadlineMs` the
 * browser is killed. Returns one sentence per failure.
 */
export async function findMountFailures(options: MountOptions): Promise<string[]> {
  const { executablePath, deadlineMs = mountDeadlineMs } = options
  const waiting = new Set<string>()
  const failures: string[] = []
  await withBrowser(executablePath, async (browser) => {
    try {
      await withTimeout(openPages(browser, options, { waiting, failures }), deadlineMs, 'the check in a browser')
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      failures.push(`the check in a browser did not end within ${deadlineMs / 1000} s, it waited for ${[...waiting].join(', ')}`)
    }
  })
  return failures
}

async function openPages(
  browser: Browser,
  options: MountOptions,
  { waiting, failures }: { waiting: Set<string>; failures: string[] },
): Promise<void> {
  const visits = await listVisits(browser, options, { waiting, failures })
  let answers = true
  await inLanes(visits, lanes, async (visit) => {
    if (!answers) return
    const name = `${visit.path} for ${visit.who}`
    waiting.add(name)
    const errors = await openPage(visit, options)
    waiting.delete(name)
    if (errors === null && answers) failures.push(`${name}: the site did not answer`)
    if (errors === null) answers = false
    else failures.push(...errors.map((error) => `${name}: ${error}`))
  })
}

async function listVisits(
  browser: Browser,
  options: MountOptions,
  { waiting, failures }: { waiting: Set<string>; failures: string[] },
): Promise<Visit[]> {
  const { release, origin } = options
  const samples = readSamples(release, origin)
  const exampleId = samples.exampleId ?? '00000000-0000-4000-8000-000000000000'
  const visitor = await browser.newContext({ locale: 'fr-FR' })
  await serveCandidate(visitor, options)
  const asVisitor = release.routes.map(({ path, access }) => ({
    context: visitor,
    path: path.replace(':id', exampleId),
    who: 'a visitor',
    isShown: access === 'public',
    sample: null,
  }))
  if (!options.member) return asVisitor

  const member = await browser.newContext({ locale: 'fr-FR' })
  waiting.add('the sign-in')
  const isSignedIn = await signIn(member, origin, options.member)
  waiting.delete('the sign-in')
  if (!isSignedIn) {
    failures.push(`${options.member.email} could not sign in: check ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD`)
    return asVisitor
  }
  await serveCandidate(member, options)
  const asMember = [null, samples.full, samples.empty].flatMap((sample, index) =>
    release.routes
      // Only the recorded answers are sure to have an object with the id.
      .filter(({ path }) => sample === samples.full || !path.includes(':id'))
      .filter(() => index === 0 || sample !== null)
      .map(({ path }) => ({
        context: member,
        path: path.replace(':id', exampleId),
        who: sample ? `a member with ${sample.name} answers` : 'a member',
        isShown: true,
        sample,
        isRepeated: sample === samples.full && !path.includes(':id'),
      })),
  )
  return [...asVisitor, ...asMember]
}

/** Returns one sentence per error of the page, or null if the site does not answer. */
async function openPage(
  { context, path, isShown, sample, isRepeated }: Visit,
  { origin, release }: MountOptions,
): Promise<string[] | null> {
  const page = await context.newPage()
  if (sample) await serveSample(page, origin, sample)
  const errors = watchPage(page, release)
  try {
    return await withTimeout(examine(), pageTimeoutMs, path)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    return [...errors, `it did not respond for ${pageTimeoutMs / 1000} s; does it render or compute without end?`]
  } finally {
    page.close().catch(() => {})
  }

  async function examine(): Promise<string[] | null> {
    if (!(await page.goto(origin + path, { timeout: 0 }).catch(() => null))) return null
    // Class names contain the version, so the previous version that the shell falls back to does not match.
    const shown = isShown
      ? page.locator(`main [class*="${release.name}_${release.version}_"]`).first()
      : page.getByRole('heading', { level: 1 }).first()
    const settled = shown.or(page.getByRole('button', { name: 'Réessayer' })).first()
    await settled.waitFor({ timeout: pageTimeoutMs - 5000 }).catch(() => {})
    // The replies to its first requests may still make it throw.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
    if (!(await shown.isVisible())) errors.unshift('nothing of it was shown')
    const leak = isRepeated && errors.length === 0 ? await findMemoryLeak(page) : null
    return leak ? [...errors, leak] : errors
  }
}

async function serveCandidate(context: BrowserContext, { origin, directory, release }: MountOptions): Promise<void> {
  const candidate = toManifestVersion(release)
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname.startsWith(candidate.base)) return route.fulfill(readFile(directory, release, pathname.slice(candidate.base.length)))
      // A health report would count for the live versions.
      if (pathname === '/api/releases/outcomes' || pathname === '/api/releases/errors') return route.fulfill({ status: 204 })
      if (pathname === '/api/releases/compositions/current') return route.fulfill({ status: 304 })
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch().catch(() => null)
      if (!response) return route.abort()
      const html = await response.text()
      return route.fulfill({
        response,
        // The live site prerendered the page for its own versions.
        body: replacePageManifest(emptyPage(html), withCandidate(readPageManifest(html))),
      })
    },
  )

  function withCandidate(manifest: PageManifest): PageManifest {
    const others = manifest.remotes.filter((remote) => remote.name !== release.name)
    const own = { name: release.name, routes: release.routes, current: candidate, previous: null }
    return { ...manifest, remotes: [...others, own] }
  }
}

function readFile(directory: string, release: Release, path: string): { status: number; body?: Buffer; contentType?: string } {
  if (!Object.hasOwn(release.files, path)) return { status: 404 }
  return { status: 200, body: readFileSync(join(directory, path)), contentType: contentType(path) }
}

/** Times that the page is left and opened again, after `warmUpRounds`, which fill caches. */
const rounds = 5
const warmUpRounds = 2

/** Bytes that a page may keep each time it is opened. A healthy one keeps less than a hundred thousand. */
const keptBytesPerRound = 1_000_000

/**
 * Leaves the open page of a remote for a page of the shell and returns, several times, within one document. Returns a sentence if the page
 * keeps more memory each time, such as a listener that is never removed.
 */
export async function findMemoryLeak(page: Page): Promise<string | null> {
  const session = await page.context().newCDPSession(page)
  const path = new URL(page.url()).pathname
  for (let round = 0; round < warmUpRounds; round++) await leaveAndReturn(page, path)
  const before = await readHeapBytes()
  for (let round = 0; round < rounds; round++) await leaveAndReturn(page, path)
  const kept = Math.round(((await readHeapBytes()) - before) / rounds)
  return kept > keptBytesPerRound ? `it keeps more memory each time it is opened: ${kept} bytes, the limit is ${keptBytesPerRound}` : null

  async function readHeapBytes(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
    return usedSize + backingStorageSize
  }
}

async function leaveAndReturn(page: Page, path: string): Promise<void> {
  await page.locator('header a[href="/about"]').first().click()
  await page.waitForURL((url) => url.pathname === '/about')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === path)
  await page.locator('main h1').first().waitFor()
}
