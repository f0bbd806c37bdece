import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { HealthReport } from '@encre/protocol/registry'
import { withTimeout } from '@encre/protocol/timeout'
import { getStatus, listHistory, type Registry } from '@encre/registry-client'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'
import { inLanes } from '../lib/in-lanes.ts'
import { installedChromium, installedFirefox } from '../lib/programs.ts'
import { openPage, withFirefox } from '../release/firefox.ts'
import { findMember, type Session, signIn, withBrowser } from '../release/release-browser.ts'
import { readRelease } from '../release/release-check.ts'
import { answerFromSample, readSamples, type Sample } from '../release/sample-answers.ts'
import type { Fault } from './broken-releases.ts'

export const remote = 'gallery'

// Assumptions about the visits of a gallery, as shares of all.
const firefoxShare = 0.05
const narrowShare = 0.5
const libraries = [0, 3, 3, 3, 150]

/** In rounds, so that silent pages are seen before 50 visitors have reported success. */
const rounds = [1000, 1000]
/**
 * Milliseconds of a visit that meets a fault of five minutes, and of one that leaves before a fault
 * of one minute.
 */
const longVisit = 320_000
const shortVisit = 20_000
/** A page that hangs is left after this time. */
const visitLimitMs = 90_000
/** A page counts as silent 150 s after its last report, and the site looks once a minute. */
const silenceMs = 220_000

/** `meets`: the visit is long enough, or does what it takes, to meet the fault. */
type View = Record<'width' | 'designs', number> & { meets: boolean }
const views = [375, 1280].flatMap((width) =>
  [0, 3, 150].flatMap((designs) => [true, false].map((meets): View => ({ width, designs, meets }))),
)

/** What the pages of one version send, by engine and view. */
type Reports = Map<string, string[]>
const keyOf = (engine: string, { width, designs, meets }: View) =>
  `${engine} ${width} ${designs} ${meets}`
let liveReports: Reports | undefined

interface Site {
  origin: string
  version: string
  sample: Sample
  fault: Fault
}

/**
 * Records what the pages of the active canary report in real browsers, and repeats it for new
 * visitors until the registry ends the canary.
 */
export async function tryCanary(
  registry: Registry,
  tree: string,
  fault: Fault,
): Promise<{ refusal: string | null; seen: string }> {
  const { current, canary } = await getStatus(registry, remote)
  const sample = readSamples(
    readRelease(join(tree, 'remotes', remote, 'dist')),
    registry.origin,
  ).many
  if (!current || !canary || !sample)
    throw new Error('there is no live version, no canary or no recorded answers')
  const record = (version: string) =>
    recordReports({ origin: registry.origin, version, sample, fault })
  if (!liveReports || fault.isInFirefox) liveReports = await record(current)
  const reports = await record(canary.version)
  const { visitors, share } = await replay(registry, canary.version, fault, {
    canary: reports,
    live: liveReports,
  })
  const [last] = await listHistory(registry, remote)
  const sent = [...new Set([...reports.values()].map((each) => each.join(' ') || 'nothing'))].join(
    ', ',
  )
  const end = last?.action === 'rollback' ? last.reason : null
  const story = `after ${visitors} visitors at ${share} %; its pages sent: ${sent}`
  return {
    refusal: end ? `${end} ${story}` : null,
    seen: end ? 'the version before' : `the release ${story}`,
  }
}

async function recordReports(site: Site): Promise<Reports> {
  const { origin, fault } = site
  const chromium = installedChromium()
  const firefox = installedFirefox()
  const member = await findMember(origin)
  if (!chromium || !firefox || !member)
    throw new Error('this needs a Chromium, a Firefox and a member')
  const cookie = {
    name: 'encre_visitor',
    value: await findVisitor(site),
    domain: new URL(origin).hostname,
    path: '/',
  }
  const reports: Reports = new Map()
  const session = await withBrowser(chromium, async (browser) => {
    const storageState = await signIn(browser, origin, member)
    if (!storageState) throw new Error(`${member.email} could not sign in`)
    await inLanes(views, 3, async (view) => {
      const context = await browser.newContext({
        storageState,
        viewport: { width: view.width, height: 800 },
      })
      await context.addCookies([cookie])
      reports.set(keyOf('Chromium', view), await visitInChromium(context, site, view))
    })
    return storageState
  })
  if (fault.isInFirefox)
    await withFirefox(firefox, (browser) => visitInFirefox(browser, session, cookie, site, reports))
  return reports
}

async function visitInChromium(
  context: BrowserContext,
  { origin, sample, fault }: Site,
  { designs, meets }: View,
): Promise<string[]> {
  const page = await context.newPage()
  const sent: string[] = []
  await page.route(`${origin}/api/**`, (route) => {
    const request = route.request()
    const reply = answerVisit(
      sent,
      withDesigns(sample, designs),
      request.method(),
      request.url(),
      request.postData(),
    )
    return reply ? route.fulfill(reply) : route.continue()
  })
  await page.clock.install()
  const visit = async () => {
    await page.goto(`${origin}/gallery`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    if (meets) await fault.use?.(page).catch(() => {})
    for (let ms = 0; ms < (meets ? longVisit : shortVisit); ms += 5000) {
      await page.clock.runFor(5000)
    }
    if (meets) return
    const last = page
      .waitForRequest('**/api/releases/outcomes', { timeout: 10_000 })
      .catch(() => {})
    await page.evaluate(leave)
    // The page's timers move only with its clock, while the next page arrives from the network.
    for (let ms = 0; ms < 5000; ms += 250) {
      await Promise.all([page.clock.runFor(250), setTimeout(250)])
    }
    await last
  }
  // A page that hangs has sent what it sends.
  await withTimeout(visit(), visitLimitMs, 'the visit').catch(() => {})
  page.close().catch(() => {})
  return sent
}

/** Firefox has no clock that can be set: each page is left once it has sent its first result. */
async function visitInFirefox(
  browser: Parameters<typeof openPage>[0],
  session: Session,
  cookie: { name: string; value: string; domain: string; path: string },
  { origin, sample }: Site,
  reports: Reports,
): Promise<void> {
  for (const view of views) {
    const sent: string[] = []
    const page = await openPage(browser, view.width, session, async (request) => {
      const body = request.hasPostData() ? await request.fetchPostData() : null
      return answerVisit(
        sent,
        withDesigns(sample, view.designs),
        request.method(),
        request.url(),
        body,
      )
    })
    await browser.setCookie(cookie)
    await page.goto(`${origin}/gallery`)
    for (const until = Date.now() + 15_000; sent.length < 2 && Date.now() < until; ) {
      await setTimeout(100)
    }
    await page.evaluate(leave)
    await page.waitForNetworkIdle({ timeout: 3000 }).catch(() => {})
    await page.close()
    reports.set(keyOf('Firefox', view), sent)
  }
}

/** Runs in the page. The shell takes the click on any link of the site. */
function leave(): void {
  document.querySelector<HTMLElement>('a[href="/about"]')?.click()
}

/** Notes the reports on the remote, and answers the rest from the sample. */
function answerVisit(
  sent: string[],
  sample: Sample,
  method: string,
  address: string,
  body: string | null | undefined,
) {
  const url = new URL(address)
  if (url.pathname !== '/api/releases/outcomes') return answerFromSample(sample, method, url)
  const report = z.parse(HealthReport, JSON.parse(body ?? ''))
  if (report.remote === remote) sent.push(report.outcome)
  return { status: 204 }
}

const DesignList = z.looseObject({ designs: z.array(z.unknown()) })

function withDesigns(sample: Sample, designs: number): Sample {
  const answer = (url: URL) => {
    const list = z.safeParse(DesignList, sample.answer(url)).data
    return list
      ? { ...list, designs: list.designs.slice(0, designs), next: null }
      : sample.answer(url)
  }
  return { name: 'many', answer }
}

async function openSite(origin: string): Promise<{
  token: string | undefined
  version: string | undefined
  visitor: string | undefined
}> {
  const response = await fetch(`${origin}/api/releases/compositions/current`)
  const { token, remotes }: PageManifest = parsePageManifest(await response.json())
  const visitor = /encre_visitor=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  return { token, version: remotes.find(({ name }) => name === remote)?.current.version, visitor }
}

async function findVisitor({ origin, version }: Site): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const opened = await openSite(origin)
    if (opened.visitor && opened.version === version) return opened.visitor
  }
  throw new Error(`no visitor of 300 gets ${version}`)
}

async function replay(
  registry: Registry,
  version: string,
  { share: meeting }: Fault,
  reports: { canary: Reports; live: Reports },
): Promise<{ visitors: number; share: number }> {
  let visitors = 0
  let share = 0
  let isActive = true
  const look = async () => {
    const { canary } = await getStatus(registry, remote)
    isActive = canary !== null
    share = Math.max(share, canary?.share ?? 0)
  }
  const visit = async () => {
    if (!isActive) return
    const number = visitors++
    // The multiples of an irrational number fill a circle evenly.
    const turn = (step: number) => (number * step) % 1
    const designs = libraries[Math.floor(turn(Math.PI) * libraries.length)] ?? 0
    const view = {
      width: turn(Math.E) < narrowShare ? 375 : 1280,
      designs,
      meets: turn((1 + Math.sqrt(5)) / 2) < meeting,
    }
    const opened = await openSite(registry.origin)
    const own = opened.version === version ? reports.canary : reports.live
    const inFirefox = turn(Math.SQRT2) < firefoxShare ? own.get(keyOf('Firefox', view)) : undefined
    const headers = { 'cf-connecting-ip': `10.0.${number >> 8}.${number & 255}` }
    for (const outcome of inFirefox ?? own.get(keyOf('Chromium', view)) ?? []) {
      const body = JSON.stringify({ token: opened.token, remote, outcome })
      await fetch(`${registry.origin}/api/releases/outcomes`, { method: 'POST', headers, body })
    }
    if (opened.version === version) await look()
  }
  const fallsSilent = [...reports.canary.values()].some((each) =>
    ['started', 'ok'].includes(each.at(-1) ?? ''),
  )
  for (const round of rounds) {
    await inLanes(Array(round).keys(), 4, visit)
    for (
      const until = Date.now() + silenceMs;
      fallsSilent && isActive && Date.now() < until;
      await look()
    ) {
      await setTimeout(5000)
    }
  }
  return { visitors, share }
}
