import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePageManifest } from '@encre/protocol/page-manifest'
import type { Release, Route } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import type { Browser } from '@playwright/test'
import * as z from 'zod/mini'
import { type Member, type Session, signIn, withBrowser } from '../browser.ts'
import {
  type Allowed,
  type Compared,
  comesWithUse,
  compareVisits,
  neededVisits,
  refuse,
  sayChange,
  withoutFaults,
} from './compare-visits.ts'
import { type KeptVisits, openKeptVisits } from './kept-visits.ts'
import type { Visit } from './observations.ts'
import type { Stored } from './page-facts.ts'
import { type Amount, OperationsDocument, readSamples, type Samples } from './sample-answers.ts'
import type { ComparedView } from './save-comparison.ts'
import { type View, visit } from './visit.ts'
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
  /** Hears of each page that is done. */
  say(line: string): void
}

interface Tried extends MountOptions, LiveSite {
  browser: Browser
  /** The texts of the changes that two visits of a view have shown. */
  known: Set<string>
}

/** What is read once of the live site. */
interface LiveSite {
  samples: Samples
  kept: KeptVisits
  /** The names of the other remotes. */
  others: string[]
  /** The routes of the live version, which has none before the first release. */
  liveRoutes: readonly Route[]
}

export interface Comparison {
  failures: string[]
  compared: ComparedView[]
}

/** A page waits more than it computes. */
const lanes = 6
const visitsOfLive = 2

/**
 * Opens each page of a build in the live shell beside the live version of the remote, for each kind
 * of visitor: mounts it, uses it, leaves it. Where they differ, both are visited again: what also
 * differs between two visits of one version is noise. The files come from `directory`, the data from
 * the contract, all else from the live site, which gets no write and no health report.
 */
export function compareVersions(options: MountOptions): Promise<Comparison> {
  const { origin, executablePath, member } = options
  return withBrowser(executablePath, async (browser) => {
    const session = member && (await signIn(browser, origin, member))
    const result: Comparison = { failures: [], compared: [] }
    if (member && !session)
      result.failures.push(
        `${member.email} could not sign in: check ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD`,
      )
    const site = await readLiveSite(options)
    const views = listViews(options, site, session)
    const paths = Map.groupBy(views, ({ path }) => path)
    let done = 0
    const waiting = [...views]
    const known = new Set<string>()
    const compareNext = async () => {
      for (let view = waiting.shift(); view; view = waiting.shift()) {
        // The first page with failures names them all: the team need not wait for the others.
        if (result.failures.length > 0) return
        await compareView({ ...options, ...site, browser, known }, view, result)
        const left = paths.get(view.path)?.filter((one) => one !== view) ?? []
        paths.set(view.path, left)
        if (left.length > 0 || result.failures.length > 0) continue
        done += 1
        options.say(`${done} of ${paths.size} pages  ${view.path}: ${summarize(result, view)}`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, compareNext))
    return result
  })
}

function summarize({ compared }: Comparison, { path }: View): string {
  const isChanged = compared.some(
    (one) => one.path === path && (one.changes.length > 0 || one.picture.text),
  )
  return isChanged ? 'differs' : 'as the live version'
}

async function readLiveSite({ origin, release, tree, member }: MountOptions): Promise<LiveSite> {
  const { name } = release
  const body = await fetchJson(`${origin}/api/${name}/openapi.json`)
  const operations = z.safeParse(OperationsDocument, body).data ?? null
  const page = await fetchJson(`${origin}/api/releases/compositions/current`)
  const manifest = page ? parsePageManifest(page) : null
  const remotes = manifest?.remotes ?? []
  const others = remotes.map((remote) => remote.name).filter((one) => one !== name)
  // A site that does not answer is taken to have every page: each visit then reports the failure.
  const live = manifest ? remotes.find((remote) => remote.name === name) : release
  // What the worker answered when it was recorded.
  const answers = readFile(tree, 'workers', name, 'answers.released.json') ?? '{}'
  const site = [origin, manifest?.id, new Date().toDateString(), member?.email, operations, answers]
  return {
    samples: readSamples(operations, answers, origin),
    kept: openKeptVisits(tree, name, site),
    others,
    liveRoutes: live?.routes ?? [],
  }
}

async function compareView(options: Tried, view: View, result: Comparison): Promise<void> {
  const { name: who } = view.visitor
  const visitor = view.amount ? `${who} with ${view.amount} answers` : who
  const name = `${view.path} for ${visitor}`
  const kept = view.isNew ? [] : options.kept.read(name)
  let { compared, lives, builds } = await compareVisitsOf(options, view, kept)
  // The machine may have been quicker when they were made: nothing is refused by kept visits.
  if (kept.length > 0 && compared.refusals.length > 0)
    ({ compared, lives, builds } = await compareVisitsOf(options, view, []))
  const whole = lives.filter(({ isWhole }) => isWhole)
  if (isAlike(whole)) options.kept.write(name, whole)
  result.failures.push(...new Set(compared.refusals.map((refusal) => `${name}: ${refusal}`)))
  for (const { text } of compared.changes) options.known.add(text)
  const changes = compared.changes.map(sayChange)
  const { picture } = compared
  const [live = null] = lives
  const [build] = builds
  if (build) result.compared.push({ path: view.path, visitor, changes, picture, live, build })
}

/** Visits are kept if all came to their end and pressed the same. */
function isAlike([first, ...others]: Visit[]): boolean {
  const pressed = JSON.stringify(first?.presses)
  return (
    first?.lost === null &&
    others.every((one) => !one.lost && JSON.stringify(one.presses) === pressed)
  )
}

interface Visits {
  lives: Visit[]
  builds: Visit[]
}

/** `kept` are visits of live from before. */
async function compareVisitsOf(
  options: Tried,
  view: View,
  kept: Visit[],
): Promise<Visits & { compared: Compared }> {
  const visits: Visits = { lives: [...kept], builds: [] }
  let compared = await visitOnceMore(options, view, visits, true)
  while (visits.builds.length < neededVisits(compared, visits.builds, options.known))
    // What is there at once needs no second use of the page.
    compared = await visitOnceMore(options, view, visits, comesWithUse(compared))
  return { ...visits, compared }
}

/** Visits the build, and the live version as often as that is needed. Compares all visits. */
async function visitOnceMore(
  options: Tried,
  view: View,
  { lives, builds }: Visits,
  isWhole: boolean,
): Promise<Compared> {
  if (!view.isNew && lives.length < Math.min(visitsOfLive, builds.length + 1)) {
    const live = await visitVersion(options, view, isWhole, null)
    if (live) lives.push(live)
  }
  const [first] = lives
  const build = first || view.isNew ? await visitVersion(options, view, isWhole, { first }) : null
  if (!build) return refuse('the site did not answer; is it running?')
  builds.push(build)
  if (!view.isNew)
    return compareVisits(lives, builds, { ...options.allowed, takes: options.samples.takes })
  // Only a page that shows the remote is left, and what is stored is read then.
  const stored = view.isShown ? view.stored : { localStorage: {}, sessionStorage: {} }
  const before = builds.map((one) => withoutFaults(one, stored))
  return {
    ...compareVisits(before, builds, options.allowed),
    changes: [{ when: '', text: 'the page is new' }],
  }
}

/** Visits the live version, or the build as the first visit of live did. */
function visitVersion(
  options: Tried,
  view: View,
  isWhole: boolean,
  build: { first: Visit | undefined } | null,
): Promise<Visit | null> {
  const live = build?.first
  const { name, version } = options.release
  return visit(options.browser, view, {
    ...options,
    others: startsOfKeys(options.others),
    amount: view.amount,
    isBuild: build !== null,
    shownPrefix: build ? `${name}_${version}_` : `${name}_`,
    limitMs: live ? Math.max(shortestLimitMs, live.tookMs * 3) : longestLiveMs,
    plan: live?.presses ?? null,
    isWhole,
  })
}

/**
 * Milliseconds for a page of the live version, and for a new page. A machine that needs longer cannot check anything.
 */
const longestLiveMs = 300_000
/**
 * Milliseconds that a page of the build may always take; else three times as long as the live one.
 */
const shortestLimitMs = 40_000

/** Null if the site does not answer. */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url).catch(() => null)
  return response?.ok ? response.json().catch(() => null) : null
}

/** Starts of the keys of the shell and of the other remotes. */
function startsOfKeys(others: string[]): string[] {
  return ['@@auth0', 'encre.probe', ...others.map((name) => `encre.${name}.`)]
}

/** Every address for each kind of visitor, and every route without any data. */
function listViews(
  { release, origin, tree }: MountOptions,
  { others, liveRoutes, samples }: LiveSite,
  session: Session | null,
): View[] {
  const routes = release.routes.map(({ path }) => path)
  // The addresses to open beside the routes. `:id` stands for a recorded design.
  const addresses = readFile(tree, 'remotes', release.name, 'sample-addresses.json') ?? '[]'
  return [...routes, ...z.parse(z.array(z.string()), JSON.parse(addresses))].flatMap((path) => {
    const route = findRoute(release.routes, path)
    const isPublic = route?.access === 'public'
    const create = (visitor: Visitor, amount: Amount | null, who = session): View => ({
      path: path.replace(':id', samples.exampleId ?? unknownId),
      visitor,
      session: who,
      amount,
      isNew: route !== undefined && !findRoute(liveRoutes, path),
      isShown: who !== null || isPublic,
      stored: storedBefore(others),
    })
    const asStranger = create(visitors.stranger, null, null)
    if (!route) {
      // A page that the worker renders for strangers; the HTML is in `answers.released.json`.
      const answer = samples.answer('many', 'GET', new URL(path, origin))
      const { stranger, phone } = visitors
      return typeof answer?.body === 'string'
        ? [stranger, phone].map((visitor) => create(visitor, 'many', null))
        : []
    }
    if (!session) return [asStranger]
    return [
      create(visitors.desk, 'some'),
      create(visitors.phone, 'some'),
      create(visitors.abroad, 'one'),
      create(visitors.regular, 'many'),
      ...(isPublic || path === routes[0] ? [asStranger] : []),
      ...(routes.includes(path) ? [create(visitors.desk, 'none')] : []),
    ]
  })
}

function findRoute(routes: readonly Route[], path: string): Route | undefined {
  return routes.find((one) => one.path === path || matchesRoute(one, path.replace(/[?].*/, '')))
}

/** What other parts of the site, and older versions of this remote, may have stored. */
function storedBefore(others: string[]): Stored {
  const kept = Object.fromEntries(others.map((name) => [`encre.${name}.kept`, 'kept']))
  return { localStorage: kept, sessionStorage: kept }
}

function readFile(...path: string[]): string | null {
  const file = join(...path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const unknownId = '00000000-0000-4000-8000-000000000000'
