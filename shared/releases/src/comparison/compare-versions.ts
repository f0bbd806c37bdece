import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ManifestRemote, parsePageManifest } from '@encre/protocol/page-manifest'
import type { Release, Route } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import type { Browser } from '@playwright/test'
import * as z from 'zod/mini'
import { type Member, type Session, signIn, withBrowser } from '../browser.ts'
import { type Allowed, compareVisits, withoutFaults } from './compare-visits.ts'
import { describeChanges } from './describe-changes.ts'
import { OperationsDocument } from './example-answers.ts'
import type { Stored } from './page-facts.ts'
import { readSamples, type Sample, type Samples, type ServedVersion } from './sample-answers.ts'
import type { ComparedView } from './save-comparison.ts'
import { type View, type Visit, visit } from './visit.ts'
import { type Visitor, visitors } from './visitors.ts'

interface MountOptions {
  origin: string
  directory: string
  /** The repository of the remote, with what its worker answered when it was recorded. */
  tree: string
  release: Release
  executablePath: string
  member: Member | null
  allowed: Allowed
}

/** What is read once of the live site. */
interface LiveSite extends Pick<ServedVersion, 'operations'> {
  /** The names of the other remotes. */
  others: string[]
  /** The routes of the live version, which has none before the first release. */
  liveRoutes: readonly Route[]
}

export interface Comparison {
  failures: string[]
  compared: ComparedView[]
}

const lanes = 2
/** A fault is there each time. What a busy machine does to one visit is not. */
const mostTries = 3
/** The first page with failures names them all: the team need not wait for the others. */
const mostFailedViews = 1

/**
 * Opens each page of a build in the live shell beside the live version of the remote, for each kind
 * of visitor: mounts it, uses it, leaves it. A failure is a difference that is there again in two
 * more visits of both. The files come from `directory`, all else from the live site, which gets no
 * write and no health report.
 */
export function compareVersions(options: MountOptions): Promise<Comparison> {
  const { origin, executablePath, member, release } = options
  return withBrowser(executablePath, async (browser) => {
    const session = member && (await signIn(browser, origin, member))
    const result: Comparison = { failures: [], compared: [] }
    if (member && !session)
      result.failures.push(
        `${member.email} could not sign in: check ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD`,
      )
    const operations = await readOperations(origin, release.name)
    const remotes = await listRemotes(origin)
    const others = (remotes ?? []).map(({ name }) => name).filter((name) => name !== release.name)
    // A site that does not answer may have every page: each visit says that it did not.
    const live = remotes ? remotes.find(({ name }) => name === release.name) : release
    const site = { operations, others, liveRoutes: live?.routes ?? [] }
    const views = listViews(options, site, session)
    const paths = Map.groupBy(views, ({ path }) => path).values()
    const compareEach = async () => {
      for (const views of paths) {
        for (const view of views) {
          if (result.failures.length >= mostFailedViews) return
          await compareView(browser, { ...options, ...site }, view, result)
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, compareEach))
    return result
  })
}

async function readOperations(origin: string, name: string): Promise<OperationsDocument | null> {
  const response = await fetch(`${origin}/api/${name}/openapi.json`).catch(() => null)
  const body: unknown = await response?.json().catch(() => null)
  return z.safeParse(OperationsDocument, body).data ?? null
}

async function compareView(
  browser: Browser,
  options: MountOptions & LiveSite,
  view: View,
  result: Comparison,
): Promise<void> {
  const name = `${view.path} for ${view.visitor.name}${view.sample ? ` with ${view.sample.name} answers` : ''}`
  const { live, build } = await visitBoth(browser, options, view)
  if (build && (live || view.isNew)) result.compared.push(describeView(view, name, live, build))
  const compare = (live: Visit | null, build: Visit | null) => {
    const before = view.isNew && build ? withoutFaults(build, view.stored) : live
    return before
      ? compareVisits(view, before, build, options.allowed)
      : ['the site did not answer; is it running?']
  }
  let failures = compare(live, build)
  for (let tries = 1; tries < mostTries && failures.length > 0; tries++) {
    if (!build || build.isHung) break
    const again = await visitBoth(browser, options, view)
    failures = keepCommon(failures, compare(again.live, again.build))
  }
  result.failures.push(...new Set(failures.map((failure) => `${name}: ${failure}`)))
}

function describeView(
  { path }: View,
  name: string,
  live: Visit | null,
  build: Visit,
): ComparedView {
  return {
    name,
    path,
    changes: live ? describeChanges(live, build) : ['the page is new'],
    live: live?.screenshot ?? null,
    build: build.screenshot,
  }
}

function keepCommon(before: string[], now: string[]): string[] {
  const withoutFigures = (failure: string) => failure.replaceAll(/\d+/g, '')
  const found = now.map(withoutFigures)
  return before.filter((failure) => found.includes(withoutFigures(failure)))
}

async function visitBoth(
  browser: Browser,
  options: MountOptions & LiveSite,
  view: View,
): Promise<{ live: Visit | null; build: Visit | null }> {
  const { origin, directory, tree, release, operations, others } = options
  const { writes } = readSamples(release, origin, tree)
  const served = {
    origin,
    directory,
    release,
    operations,
    writes,
    others: startsOfKeys(others),
  }
  const started = Date.now()
  const live = view.isNew
    ? null
    : await visit(browser, view, {
        ...served,
        isBuild: false,
        shownPrefix: `${release.name}_`,
        limitMs: longestLiveMs,
        plan: null,
      })
  if (!live && !view.isNew) return { live, build: null }
  const build = await visit(browser, view, {
    ...served,
    isBuild: true,
    shownPrefix: `${release.name}_${release.version}_`,
    limitMs: live ? Math.max(shortestLimitMs, (Date.now() - started) * 3) : longestLiveMs,
    plan: live?.presses ?? null,
  })
  return { live, build }
}

/**
 * Milliseconds for a page of the live version, and for a new page. A machine that needs longer cannot check anything.
 */
const longestLiveMs = 180_000
/**
 * Milliseconds that a page of the build may always take; else three times as long as the live one.
 */
const shortestLimitMs = 40_000

/** The remotes of the site, or null if it does not answer. */
async function listRemotes(origin: string): Promise<ManifestRemote[] | null> {
  const response = await fetch(`${origin}/api/releases/compositions/current`).catch(() => null)
  return response?.ok ? parsePageManifest(await response.json()).remotes : null
}

/** Starts of the keys of the shell and of the other remotes. */
function startsOfKeys(others: string[]): string[] {
  return ['@@auth0', 'encre.probe', ...others.map((name) => `encre.${name}.`)]
}

/** Every address for each kind of visitor, and every route without any data. */
function listViews(
  { release, origin, tree }: MountOptions,
  { others, liveRoutes }: LiveSite,
  session: Session | null,
): View[] {
  const samples = readSamples(release, origin, tree)
  const { full, many, empty, exampleId } = samples
  const routes = release.routes.map(({ path }) => path)
  const create = (path: string, route: Route, who: Session | null) => {
    return (visitor: Visitor, sample: Sample | null): View => ({
      path: path.replace(':id', exampleId ?? unknownId),
      visitor,
      route,
      session: who,
      sample,
      isNew: !findRoute(liveRoutes, path),
      isShown: who !== null || route.access === 'public',
      isUsed: visitor === visitors.desk && sample === full,
      stored: storedBefore(others),
    })
  }
  return [...routes, ...readSampleAddresses(release.name, tree)].flatMap((path) => {
    const route = findRoute(release.routes, path)
    if (!route) return listRenderedViews(path, samples, origin, create)
    const asStranger = create(path, route, null)
    const asMember = create(path, route, session)
    const strangers =
      !session || route.access === 'public' || path === routes[0]
        ? [asStranger(visitors.stranger, null)]
        : []
    if (!session) return strangers
    // Only the recorded answers are sure to have an object with the id.
    const hasEmpty = routes.includes(path) && !path.includes(':id')
    return [
      asMember(visitors.desk, full),
      asMember(visitors.phone, full),
      asMember(visitors.abroad, full),
      asMember(visitors.regular, many),
      ...strangers,
      ...(hasEmpty ? [asMember(visitors.desk, empty)] : []),
    ]
  })
}

/** A page that the worker renders for strangers; the HTML is in `answers.released.json`. */
function listRenderedViews(
  path: string,
  { many }: Samples,
  origin: string,
  create: (path: string, route: Route, who: null) => (who: Visitor, sample: Sample | null) => View,
): View[] {
  if (typeof many?.answer(new URL(path, origin)) !== 'string') return []
  // Not `public`: it is the worker that shows it, not the remote.
  const view = create(path, { path, access: 'member', lang: 'fr', title: '' }, null)
  return [view(visitors.stranger, many), view(visitors.phone, many)].map((one) => ({
    ...one,
    isNew: false,
  }))
}

function findRoute(routes: readonly Route[], path: string): Route | undefined {
  return routes.find((one) => one.path === path || matchesRoute(one, path.replace(/[?].*/, '')))
}

/** What other parts of the site, and older versions of this remote, may have stored. */
function storedBefore(others: string[]): Stored {
  const kept = Object.fromEntries(others.map((name) => [`encre.${name}.kept`, 'kept']))
  return { localStorage: kept, sessionStorage: kept }
}

/** The addresses to open beside the routes. `:id` stands for a recorded design. */
function readSampleAddresses(name: string, tree: string): string[] {
  const path = join(tree, 'remotes', name, 'sample-addresses.json')
  return existsSync(path)
    ? z.parse(z.array(z.string()), JSON.parse(readFileSync(path, 'utf8')))
    : []
}

const unknownId = '00000000-0000-4000-8000-000000000000'
