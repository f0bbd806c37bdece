import { setTimeout } from 'node:timers/promises'
import type { Route } from '@encre/protocol/release'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Session } from '../browser.ts'
import { type Looks, readLooks, type Stored, seedStorage, tryOutside } from './page-facts.ts'
import { type Press, pressControls, recordRequests, type Screen } from './presses.ts'
import { recorderScript, type Traces } from './recorder.ts'
import { isKnownPath, type Sample, type ServedVersion, serveVersion } from './sample-answers.ts'
import type { Visitor } from './visitors.ts'

/** One page for one visitor, opened with the live version and with the build. */
export interface View {
  path: string
  visitor: Visitor
  route: Route
  session: Session | null
  /** Replaces the answers of the remote's worker; null keeps the live ones. */
  sample: Sample | null
  /** Whether the live version has no such page. */
  isNew: boolean
  /** Whether the remote itself shows this page to this visitor. */
  isShown: boolean
  /** Whether to press the controls, and to leave and open the page several times. */
  isUsed: boolean
  /** What the tab and the browser have stored before the visit. */
  stored: Stored
}

/** Figures that are compared with the live version's. Less is better. */
export interface Figures {
  usableMs: number
  processorMs: number
  /** Just after the page was left, for `leftMs`. */
  idleProcessorMs: number
  layoutShift: number
  elements: number
  imageBytes: number
  storageBytes: number
  databaseBytes: number
  /** Bytes that the page keeps each time it is opened. */
  keptBytes: number
}

export interface Visit {
  isShown: boolean
  isHung: boolean
  /** Why the visit has no end. */
  lost: string | null
  errors: string[]
  title: string
  lang: string
  figures: Figures
  mounted: Traces | null
  /** After all presses, and all timers. */
  later: Traces | null
  left: Traces | null
  /** What the page does to an event or a focus outside of its element. */
  defects: string[]
  replaced: string[]
  presses: Press[]
  screens: Screen[]
  looks: Looks
  screenshot: Buffer | null
  stored: Stored | null
}

export interface VisitOptions extends ServedVersion {
  /** How the names of the version's classes start. */
  shownPrefix: string
  limitMs: number
  /** Starts of the keys under which other parts of the site store something. */
  others: string[]
  /** The presses of the live visit, which the visit of the build repeats. */
  plan: Press[] | null
}

/** Returns null if the site did not answer. Never throws. */
export async function visit(
  browser: Browser,
  view: View,
  options: VisitOptions,
): Promise<Visit | null> {
  const found = emptyVisit()
  const opened = Promise.withResolvers<BrowserContext>()
  opened.promise.catch(() => {})
  try {
    const answered = withTimeout(
      openContext(browser, view, options).then((context) => {
        opened.resolve(context)
        return visitIn(context, view, options, found)
      }),
      options.limitMs,
      view.path,
    )
    return (await answered) ? found : null
  } catch (error) {
    const seconds = Math.round(options.limitMs / 1000)
    if (error instanceof TimeoutError) found.isHung = true
    found.lost =
      error instanceof TimeoutError
        ? `it did not respond for ${seconds} s; does it render or compute without end?`
        : `the browser lost the page: ${String(error).split('\n')[0]}`
    return found
  } finally {
    // A page in an endless loop does not close.
    opened.promise.then((context) => context.close()).catch(() => {})
  }
}

async function openContext(
  browser: Browser,
  { session, stored, sample, visitor }: View,
  options: VisitOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...visitor.options,
    ...(session && { storageState: session }),
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(options.limitMs)
  await context.addInitScript(seedStorage, stored)
  await context.addInitScript({ content: recorderScript })
  await serveVersion(context, options, sample)
  return context
}

/** Returns false if the site did not answer. */
async function visitIn(
  context: BrowserContext,
  view: View,
  options: VisitOptions,
  found: Visit,
): Promise<boolean> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const requests = recordRequests(page, options)
  watchErrors(page, options, found.errors)
  watchImages(page, found.figures)
  if (!(await open(page, view, options, found))) return false
  await requests.settle(firstQuietMs, firstSettleMs)
  await readMounted(page, session, view, found)
  if (view.isUsed && found.isShown) {
    found.figures.keptBytes = await measureKeptBytes(page, session)
    await pressControls(page, requests, options.plan, found)
    await page.evaluate(() => window.encreRecorder.runWaiting())
    found.later = await page.evaluate(() => window.encreRecorder.readTraces([]))
  }
  await readStorage(page, found)
  if (view.isShown && found.isShown) await leave(page, session, options, found)
  return true
}

/** Milliseconds for a page to load its last part and to find out who is signed in. */
const firstSettleMs = 8000
const firstQuietMs = 150

function emptyVisit(): Visit {
  return {
    isShown: false,
    isHung: false,
    lost: null,
    errors: [],
    title: '',
    lang: '',
    figures: {
      usableMs: 0,
      processorMs: 0,
      idleProcessorMs: 0,
      layoutShift: 0,
      elements: 0,
      imageBytes: 0,
      storageBytes: 0,
      databaseBytes: 0,
      keptBytes: 0,
    },
    mounted: null,
    later: null,
    left: null,
    defects: [],
    replaced: [],
    presses: [],
    screens: [],
    looks: { controls: [], pictures: 0 },
    screenshot: null,
    stored: null,
  }
}

function watchErrors(page: Page, { release }: VisitOptions, errors: string[]): void {
  const add = (error: string) => {
    if (!errors.includes(error)) errors.push(error)
  }
  page.on('pageerror', (error) => add(error.message))
  page.on('crash', () => add('the tab of the browser crashed'))
  page.on('console', (message) => {
    // The browser's own line about an answer adds nothing to the sentence below.
    const isAboutAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAboutAnswer) add(message.text().split('\n')[0] ?? '')
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!isKnownPath(release, pathname))
      add(`it requests ${request.method()} ${pathname}, which its contract does not have`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isOwn = /^\/(api|remotes)\/(\w+)\//.exec(pathname)?.[2] === release.name
    if (isOwn && response.status() >= 400)
      add(`${response.request().method()} ${pathname} answered ${response.status()}`)
  })
}

function watchImages(page: Page, figures: Figures): void {
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'image') return
    const body = await response.body().catch(() => Buffer.alloc(0))
    figures.imageBytes += body.length
  })
}

async function open(
  page: Page,
  view: View,
  { origin, shownPrefix, limitMs }: VisitOptions,
  found: Visit,
): Promise<boolean> {
  const go = () => page.goto(origin + view.path, { timeout: 0 }).catch(() => null)
  // A connection that a busy machine loses says nothing about the release.
  if (!((await go()) ?? (await go()))) return false
  const shown = view.isShown
    ? page.locator(`main [class*="${shownPrefix}"]`).first()
    : page.getByRole('heading', { level: 1 }).first()
  await shown
    .or(page.getByRole('button', { name: 'Réessayer' }))
    .first()
    .waitFor({ timeout: limitMs / 2 })
    .catch(() => {})
  found.isShown = await shown.isVisible()
  found.figures.usableMs = await page.evaluate(() => performance.now())
  return true
}

async function readMounted(
  page: Page,
  session: CDPSession,
  view: View,
  found: Visit,
): Promise<void> {
  const { figures } = found
  figures.processorMs = await readProcessorMs(session)
  figures.layoutShift = await page.evaluate(() => window.encreRecorder.readShift())
  found.title = await page.title()
  found.lang = await page.evaluate(() => document.documentElement.lang)
  found.looks = await page.evaluate(readLooks)
  figures.elements = await page.locator('main *').count()
  const main = page.locator('main').first()
  found.screens.push({ after: '', aria: await main.ariaSnapshot() })
  found.screenshot = await page.screenshot({ animations: 'disabled' }).catch(() => null)
  if (!view.isShown) return
  found.mounted = await page.evaluate(() => window.encreRecorder.readTraces([]))
  found.defects.push(...(await page.evaluate(tryOutside)))
}

async function readProcessorMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0
  return Math.round(seconds * 1000)
}

async function readStorage(page: Page, found: Visit): Promise<void> {
  const { figures } = found
  found.stored = await page.evaluate(() => ({
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
  }))
  figures.storageBytes = JSON.stringify(found.stored).length
  figures.databaseBytes = await page.evaluate(
    async () => (await navigator.storage.estimate()).usage ?? 0,
  )
}

/** Times that the page is left and opened again, after `warmUpRounds`, which fill caches. */
const rounds = 4
const warmUpRounds = 2

async function measureKeptBytes(page: Page, session: CDPSession): Promise<number> {
  const { pathname, search } = new URL(page.url())
  for (let round = 0; round < warmUpRounds; round++) {
    await leaveAndReturn(page, pathname + search)
  }
  const before = await readHeapBytes(session)
  for (let round = 0; round < rounds; round++) {
    await leaveAndReturn(page, pathname + search)
  }
  return Math.max(0, Math.round(((await readHeapBytes(session)) - before) / rounds))
}

async function readHeapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
  return usedSize + backingStorageSize
}

async function leaveAndReturn(page: Page, path: string): Promise<void> {
  await goAway(page)
  await page.goBack({ timeout: 0 })
  await page.waitForURL((url) => url.pathname + url.search === path, { timeout: 0 })
  await page.locator('main h1').first().waitFor({ timeout: 0 })
}

/** A narrow header has its links in a menu. The shell takes the click on any link of the site. */
async function goAway(page: Page): Promise<void> {
  await page.locator('a[href="/about"]').first().dispatchEvent('click')
  await page.waitForURL((url) => url.pathname === '/about', { timeout: 0 })
}

const leftMs = 300
const waitStepMs = 100
/** A timer that has not ended after this long is one that the page has left behind. */
const longestWaitMs = 2500

async function leave(
  page: Page,
  session: CDPSession,
  { others }: VisitOptions,
  found: Visit,
): Promise<void> {
  await page.evaluate(() => Object.assign(window, { encreStays: true }))
  await goAway(page)
  // Without the shell's handler the browser follows the link, and the page loads anew.
  if (!(await page.evaluate(() => 'encreStays' in window))) {
    found.errors.push('a click on a link of the site did not reach the shell')
    return
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const until = Date.now() + longestWaitMs
  const before = await readProcessorMs(session)
  await setTimeout(leftMs)
  found.figures.idleProcessorMs = (await readProcessorMs(session)) - before
  do {
    await setTimeout(waitStepMs)
    await session.send('HeapProfiler.collectGarbage')
    found.left = await page.evaluate((keys) => window.encreRecorder.readTraces(keys), others)
  } while (found.left.running.length > 0 && Date.now() < until)
  const workers = page
    .workers()
    .map((worker) => `a worker still runs: ${new URL(worker.url()).pathname}`)
  found.left.running.push(...workers)
  found.replaced = await page.evaluate(() => window.encreRecorder.listReplaced())
}
