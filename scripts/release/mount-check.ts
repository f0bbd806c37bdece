import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import {
  type ManifestVersion,
  type PageManifest,
  readPageManifest,
  replacePageManifest,
  toManifestVersion,
} from '@encre/protocol/page-manifest'
import { emptyPage } from '@encre/protocol/prerendered-page'
import type { Release } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import { contentType } from '@encre/protocol/served-file'
import type { Registry } from '@encre/registry-client'
import { UnfitBuildError } from '@encre/registry-client/release-build'
import type { Browser, BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'
import { inLanes } from '../lib/in-lanes.ts'
import { installedChromium } from '../lib/programs.ts'
import { examine, judge, rememberNatives, type View } from './examine-page.ts'
import { findMember, type Member, signIn, withBrowser } from './release-browser.ts'
import { findIncompatibilities, readRelease } from './release-check.ts'
import { readSamples, type Sample } from './sample-answers.ts'

export async function requireReleasable(
  registry: Registry,
  remote: string,
  directory: string,
  { withoutMount, dropRoutes }: { withoutMount?: string | undefined; dropRoutes?: string[] | undefined },
): Promise<void> {
  const incompatibilities = await findIncompatibilities(registry, directory, dropRoutes)
  if (incompatibilities.length > 0) throw new UnfitBuildError(remote, incompatibilities)
  if (withoutMount) return

  const executablePath = installedChromium()
  if (!executablePath) {
    throw new UnfitBuildError(remote, [
      'the check needs a Chromium. Install one or name it with CHROMIUM=/path, or give a reason to release without: --without-mount "why"',
    ])
  }
  const member = await findMember(registry.origin)
  if (!member) console.log('Checked as a visitor only. Set ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD to check it as a member too.')
  const failures = await findMountFailures({ origin: registry.origin, directory, release: readRelease(directory), executablePath, member })
  if (failures.length > 0) throw new UnfitBuildError(remote, failures)
}

export interface MountOptions {
  origin: string
  directory: string
  release: Release
  executablePath: string
  member: Member | null
}

const lanes = 3

/**
 * Opens each page of a build in the live shell, beside the live version of the remote: as a visitor, and as a member with the live answers, with
 * recorded ones, with none and with many, on two screens. The build may fail, take, request and keep no more than a multiple of what the live
 * version does at the same time, so a busy machine refuses nobody. The files come from `directory`, everything else from the live site, and the
 * registry receives no health report. Returns one sentence per failure.
 */
export function findMountFailures(options: MountOptions): Promise<string[]> {
  return withBrowser(options.executablePath, (browser) => openViews(browser, options))
}

async function openViews(browser: Browser, options: MountOptions): Promise<string[]> {
  const { release, origin, member } = options
  const failures: string[] = []
  const pairs = { visitor: await openPair(browser, options), member: null as Pair | null }
  if (member) {
    const state = await signInOnce(browser, origin, member)
    if (state) pairs.member = await openPair(browser, options, state)
    else failures.push(`${member.email} could not sign in: check ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD`)
  }
  let goesOn = true
  await inLanes(listViews(options, pairs.member !== null), lanes, async (view) => {
    if (!goesOn) return
    const { live, candidate } = (view.who === visitorName ? pairs.visitor : pairs.member) ?? pairs.visitor
    const name = `${view.path} for ${view.who}${view.width < 500 ? ` at ${view.width} pixels` : ''}`
    const before = await examine(live, view, { origin, release, shownPrefix: `${release.name}_`, limitMs: longestLiveMs })
    if (before === null && goesOn) failures.push(`${name}: the site did not answer`)
    if (before === null) goesOn = false
    if (before === null || !goesOn) return
    const limitMs = Math.max(shortestLimitMs, before.ms * 4)
    const after = await examine(candidate, view, { origin, release, shownPrefix: `${release.name}_${release.version}_`, limitMs })
    if (after?.isHung) goesOn = false
    failures.push(...judge(view, before, after).map((failure) => `${name}: ${failure}`))
  })
  return failures
}

/** Milliseconds for a page of the live version. A machine that needs longer cannot check anything. */
const longestLiveMs = 120_000
/** Milliseconds that a page of the build may always take; else four times as long as the live one. */
const shortestLimitMs = 40_000

const visitorName = 'a visitor'

interface Pair {
  live: BrowserContext
  candidate: BrowserContext
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function openPair(browser: Browser, options: MountOptions, state?: State): Promise<Pair> {
  const open = async (version: ManifestVersion | null) => {
    const context = await browser.newContext({ locale: 'fr-FR', ...(state && { storageState: state }) })
    await context.addInitScript(rememberNatives)
    await serveVersion(context, options, version)
    return context
  }
  return { live: await open(null), candidate: await open(toManifestVersion(options.release)) }
}

async function signInOnce(browser: Browser, origin: string, member: Member): Promise<State | null> {
  const context = await browser.newContext({ locale: 'fr-FR' })
  const state = (await signIn(context, origin, member)) ? await context.storageState() : null
  await context.close()
  return state
}

const [wide, narrow] = [1280, 375]

function listViews({ release, origin }: MountOptions, hasMember: boolean): View[] {
  const { full, empty, many, exampleId } = readSamples(release, origin)
  const pages = Object.keys(release.skeletons ?? {}).filter((path) => !path.includes(':'))
  const addresses = readSampleAddresses(release.name)
  const paths = [...new Set([...release.routes.map(({ path }) => path), ...pages, ...addresses])]
  return paths.flatMap((path, index) => {
    const route = release.routes.find((one) => one.path === path || matchesRoute(one, path.replace(/[?].*/, '')))
    if (!route) return []
    const view = { path: path.replace(':id', exampleId ?? unknownId), route, isShown: true, isUsed: false, sample: null }
    const visitor = { ...view, who: visitorName, width: index % 2 ? narrow : wide, isShown: route.access === 'public' }
    if (!hasMember) return [visitor]
    const member = (sample: Sample | null, width: number): View[] => {
      // Only the recorded answers are sure to have an object with the id.
      if (path.includes(':id') && sample !== full && sample !== many) return []
      const who = sample ? `a member with ${sample.name} answers` : 'a member'
      return [{ ...view, who, width, sample, isUsed: sample !== null && sample === full }]
    }
    if (addresses.includes(path)) return member(many ?? null, index % 2 ? narrow : wide)
    const samples = full && empty && many ? [...member(full, wide), ...member(empty, narrow), ...member(many, narrow)] : []
    return [visitor, ...(path === route.path ? member(null, wide) : []), ...samples]
  })
}

/** Addresses with a query that show a page of their own: `:id` stands for a design of the recorded answers. */
function readSampleAddresses(name: string): string[] {
  const path = join(root, 'remotes', name, 'sample-addresses.json')
  return existsSync(path) ? z.parse(z.array(z.string()), JSON.parse(readFileSync(path, 'utf8'))) : []
}

const unknownId = '00000000-0000-4000-8000-000000000000'

async function serveVersion(
  context: BrowserContext,
  { origin, directory, release }: MountOptions,
  version: ManifestVersion | null,
): Promise<void> {
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (version && pathname.startsWith(version.base))
        return route.fulfill(readFile(directory, release, pathname.slice(version.base.length)))
      // A health report would count for the live versions.
      if (pathname === '/api/releases/outcomes' || pathname === '/api/releases/errors') return route.fulfill({ status: 204 })
      if (pathname === '/api/releases/compositions/current') return route.fulfill({ status: 304 })
      // A button of either version must change nothing.
      if (request.method() !== 'GET' && pathname.startsWith(`/api/${release.name}/`)) return route.fulfill({ status: 204 })
      if (request.resourceType() !== 'document') return route.continue()
      const response = await route.fetch({ timeout: 0 }).catch(() => null)
      if (!response) return route.abort()
      const html = await response.text()
      // The live site prerendered the page for its own versions.
      return route.fulfill({ response, body: replacePageManifest(emptyPage(html), withVersion(readPageManifest(html))) })
    },
  )

  function withVersion(manifest: PageManifest): PageManifest {
    const others = manifest.remotes.filter((remote) => remote.name !== release.name)
    const live = manifest.remotes.find((remote) => remote.name === release.name)
    const own = version ? { name: release.name, routes: release.routes, current: version } : live
    return { ...manifest, remotes: own ? [...others, { ...own, previous: null, canaryActive: false }] : others }
  }
}

function readFile(directory: string, release: Release, path: string): { status: number; body?: Buffer; contentType?: string } {
  if (!Object.hasOwn(release.files, path)) return { status: 404 }
  return { status: 200, body: readFileSync(join(directory, path)), contentType: contentType(path) }
}
