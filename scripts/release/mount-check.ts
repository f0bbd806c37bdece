import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentType } from '@encre/protocol/content-type'
import { type PageManifest, readPageManifest, replacePageManifest, toManifestVersion } from '@encre/protocol/page-manifest'
import type { Release } from '@encre/protocol/release'
import { type BrowserContext, chromium, type Page } from '@playwright/test'

/** An account of the live site. */
export interface Member {
  email: string
  password: string
}

interface MountOptions {
  origin: string
  /** The folder of the build, with its `release.json`. */
  directory: string
  release: Release
  executablePath: string
  /** Without a member the check covers only what a visitor sees. */
  member: Member | null
}

// Playwright serves the page without a network address, and Chromium then blocks its requests to loopback: the tenant of a local site.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks']

/** A page shows its failure panel after 12 s at the latest. The rest is for a busy machine. */
const pageTimeoutMs = 30_000

/**
 * Opens each page of a build in the live shell, in a browser, as a visitor and as a member. Everything comes from the live site except the
 * files of this remote, which come from `directory`. The registry receives no health report. Returns one sentence per failure.
 */
export async function findMountFailures(options: MountOptions): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: options.executablePath, args: flags })
  try {
    const visitor = await browser.newContext({ locale: 'fr-FR' })
    await serveCandidate(visitor, options)
    const failures = await openPages(visitor, options, 'a visitor', (route) => route.access === 'public')
    if (!options.member) return failures

    const member = await browser.newContext({ locale: 'fr-FR' })
    if (!(await signIn(member, options.origin, options.member))) {
      return [...failures, `${options.member.email} could not sign in: check ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD`]
    }
    await serveCandidate(member, options)
    return [...failures, ...(await openPages(member, options, 'a member', () => true))]
  } finally {
    await browser.close()
  }
}

async function openPages(
  context: BrowserContext,
  { origin, release }: MountOptions,
  who: string,
  isShown: (route: Release['routes'][number]) => boolean,
): Promise<string[]> {
  const failures: string[] = []
  for (const route of release.routes) {
    const page = await context.newPage()
    const errors = collectErrors(page)
    if (!(await page.goto(origin + route.path).catch(() => null))) {
      failures.push(`${route.path} for ${who}: the site did not answer`)
      break
    }
    // Class names contain the version, so the previous version that the shell falls back to does not match.
    const shown = isShown(route)
      ? page.locator(`main [class*="${release.name}_${release.version}_"]`).first()
      : page.getByRole('heading', { level: 1 }).first()
    const settled = shown.or(page.getByRole('button', { name: 'Réessayer' })).first()
    await settled.waitFor({ timeout: pageTimeoutMs }).catch(() => {})
    const mounted = await shown.isVisible()
    // The replies to its first requests may still make it throw.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
    if (!mounted) errors.unshift('nothing of it was shown')
    failures.push(...errors.map((error) => `${route.path} for ${who}: ${error}`))
    await page.close()
  }
  return failures
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The shell reports with this prefix, also when a remote throws during rendering. A refused request is not an error of the page.
    if (message.type() === 'error' && message.text().startsWith('[composition')) errors.push(message.text().split('\n')[0] ?? '')
  })
  return errors
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
        body: replacePageManifest(html, withCandidate(readPageManifest(html))),
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

/** Resolves to true if the sign-in succeeds. */
async function signIn(context: BrowserContext, origin: string, { email, password }: Member): Promise<boolean> {
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mot de passe').fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  const isSignedIn = await Promise.any([
    page.waitForURL('**/dashboard', { timeout: pageTimeoutMs }).then(() => true),
    page
      .getByRole('alert')
      .first()
      .waitFor({ timeout: pageTimeoutMs })
      .then(() => false),
  ]).catch(() => false)
  await page.close()
  return isSignedIn
}
