import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import type { Release, Route } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import type { Registry } from '@encre/registry-client'
import { UnfitBuildError } from '@encre/registry-client/release-build'
import type { Browser as Chromium } from '@playwright/test'
import type { Browser as Firefox } from 'puppeteer-core'
import * as z from 'zod/mini'
import { inLanes } from '../lib/in-lanes.ts'
import { installedChromium, installedFirefox } from '../lib/programs.ts'
import {
  type Examined,
  type ExamineOptions,
  examine,
  judge,
  saveNatives,
  type View,
} from './examine-page.ts'
import { examineInFirefox, withFirefox } from './firefox.ts'
import { findMember, type Member, type Session, signIn, withBrowser } from './release-browser.ts'
import { findIncompatibilities, readRelease } from './release-check.ts'
import { readSamples, type Sample } from './sample-answers.ts'

export async function requireReleasable(
  registry: Registry,
  remote: string,
  directory: string,
  {
    withoutMount,
    dropRoutes,
  }: { withoutMount?: string | undefined; dropRoutes?: string[] | undefined },
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
  if (!member)
    console.log(
      'Checked as a visitor only. Set ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD to check it as a member too.',
    )
  const firefoxPath = installedFirefox()
  if (!firefoxPath)
    console.log('Checked in Chromium only: no Firefox is installed, or named with FIREFOX=/path')
  const options = {
    origin: registry.origin,
    directory,
    release: readRelease(directory),
    executablePath,
    firefoxPath,
    member,
  }
  const failures = await findMountFailures(options)
  if (failures.length > 0) throw new UnfitBuildError(remote, failures)
}

export interface MountOptions {
  origin: string
  directory: string
  release: Release
  executablePath: string
  /** Opens three of the pages in this Firefox too. */
  firefoxPath?: string | undefined
  member: Member | null
}

const lanes = 3

/**
 * Opens each page of a build in the live shell, beside the live version of the remote: as a
 * visitor, and as a member with the live answers, with recorded ones, with none and with many, on
 * two screens. A failure is an error or a fault that the live version does not have, or a multiple
 * of its time, requests or bytes. The live version opens just before, so a busy machine refuses
 * nobody. The files come from `directory`, all else from the live site. The registry receives no
 * health report. Returns one sentence per failure.
 */
export function findMountFailures(options: MountOptions): Promise<string[]> {
  const { origin, executablePath, firefoxPath, member } = options
  return withBrowser(executablePath, async (browser) => {
    const session = member && (await signIn(browser, origin, member))
    const found = await Promise.all([
      openViews(browser, options, session),
      firefoxPath
        ? withFirefox(firefoxPath, (firefox) => openInFirefox(firefox, options, session))
        : [],
      member && !session
        ? `${member.email} could not sign in: check ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD`
        : [],
    ])
    return found.flat()
  })
}

async function openViews(
  browser: Chromium,
  options: MountOptions,
  session: Session | null,
): Promise<string[]> {
  const open = async (storageState: Session | null) => {
    const context = await browser.newContext({
      locale: 'fr-FR',
      ...(storageState && { storageState }),
    })
    await context.addInitScript(saveNatives)
    return context
  }
  const visitors = { live: await open(null), build: await open(null) }
  const members = session ? { live: await open(session), build: await open(session) } : visitors
  return compare(options, listViews(options, session !== null), lanes, (view, examined) => {
    const { live, build } = view.who === visitorName ? visitors : members
    return examine(examined.isBuild ? build : live, view, examined)
  })
}

/** Opens three pages, if possible with recorded answers. */
async function openInFirefox(
  firefox: Firefox,
  options: MountOptions,
  session: Session | null,
): Promise<string[]> {
  const views = listViews(options, session !== null)
  const recorded = views.filter(({ isUsed }) => isUsed)
  const opened = (recorded.length > 0 ? recorded : views)
    .slice(0, 3)
    .map((view) => ({ ...view, who: `${view.who} in Firefox` }))
  return compare(options, opened, 1, (view, examined) =>
    examineInFirefox(firefox, view, session, examined),
  )
}

/** Examines each view with the live version, then with the build. */
async function compare(
  options: MountOptions,
  views: View[],
  lanes: number,
  examine: (view: View, options: ExamineOptions) => Promise<Examined | null>,
): Promise<string[]> {
  const { name: remote, version } = options.release
  const failures: string[] = []
  let goesOn = true
  await inLanes(views, lanes, async (view) => {
    if (!goesOn) return
    const name = `${view.path} for ${view.who}${view.width < 500 ? ` at ${view.width} pixels` : ''}`
    const before = await examine(view, {
      ...options,
      isBuild: false,
      shownPrefix: `${remote}_`,
      limitMs: longestLiveMs,
    })
    if (before === null && goesOn) failures.push(`${name}: the site did not answer`)
    if (before === null) goesOn = false
    if (before === null || !goesOn) return
    const limitMs = Math.max(shortestLimitMs, before.ms * 4)
    const after = await examine(view, {
      ...options,
      isBuild: true,
      shownPrefix: `${remote}_${version}_`,
      limitMs,
    })
    if (after?.isHung) goesOn = false
    failures.push(...judge(view, before, after).map((failure) => `${name}: ${failure}`))
  })
  return failures
}

/**
 * Milliseconds for a page of the live version. A machine that needs longer cannot check anything.
 */
const longestLiveMs = 120_000
/**
 * Milliseconds that a page of the build may always take; else four times as long as the live one.
 */
const shortestLimitMs = 40_000

const visitorName = 'a visitor'

const widths = [1280, 375]

/**
 * Every route with each kind of answers, every kind on both screens; other addresses once. A public
 * page shows the same to everyone.
 */
function listViews({ release, origin }: MountOptions, hasMember: boolean): View[] {
  const { full, empty, many, exampleId } = readSamples(release, origin)
  const addresses = readSampleAddresses(release.name)
  const routes = release.routes.map(({ path }) => path)
  const samples = full && empty && many ? [full, empty, many] : []
  return [...routes, ...addresses].flatMap((path, index) => {
    const isRendered = typeof many?.answer(new URL(path, origin)) === 'string'
    const rendered: Route | undefined = isRendered
      ? { path, access: 'member', lang: 'fr', title: '' }
      : undefined
    const route =
      release.routes.find(
        (one) => one.path === path || matchesRoute(one, path.replace(/[?].*/, '')),
      ) ?? rendered
    if (!route) return []
    const view = (who: string, sample: Sample | null, turn: number): View => ({
      path: path.replace(':id', exampleId ?? unknownId),
      who: sample ? `${who} with ${sample.name} answers` : who,
      route,
      width: widths[(index + turn) % 2] ?? 0,
      isShown: who !== visitorName || route.access === 'public',
      sample,
      isUsed: sample !== null && sample === full,
    })
    const member = (sample: Sample | null, turn: number) => {
      // Only the recorded answers are sure to have an object with the id.
      return path.includes(':id') && sample !== full && sample !== many
        ? []
        : [view('a member', sample, turn)]
    }
    if (isRendered) return [view(visitorName, many, 1)]
    if (!hasMember) return [view(visitorName, null, 0)]
    if (!routes.includes(path)) return member(many, 0)
    if (route.access === 'public')
      return [
        view(visitorName, null, 1),
        ...samples.slice(0, 1).flatMap((sample) => member(sample, 0)),
      ]
    const visitor = index === 0 ? [view(visitorName, null, 0)] : []
    return [
      ...visitor,
      ...member(null, 0),
      ...samples.flatMap((sample, turn) => member(sample, Math.min(turn, 1))),
    ]
  })
}

/**
 * The addresses to open beside the routes. `:id` stands for a recorded design. The worker renders
 * the page of an address without a query: its HTML is in `answers.released.json`.
 */
function readSampleAddresses(name: string): string[] {
  const path = join(root, 'remotes', name, 'sample-addresses.json')
  return existsSync(path)
    ? z.parse(z.array(z.string()), JSON.parse(readFileSync(path, 'utf8')))
    : []
}

const unknownId = '00000000-0000-4000-8000-000000000000'
