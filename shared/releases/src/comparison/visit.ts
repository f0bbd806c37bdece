import { setTimeout } from 'node:timers/promises'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Session } from '../browser.ts'
import { afterLeft, observe, type Press, type Visit } from './observations.ts'
import { readState, type Stored, seedStorage, tryOutside } from './page-facts.ts'
import { linesOf, pressControls, readWords, recordRequests } from './presses.ts'
import { recorderScript } from './recorder.ts'
import type { Amount } from './sample-answers.ts'
import {
  awayPath,
  isKnownPath,
  isOfOtherPage,
  type ServedVersion,
  serveVersion,
} from './serve-version.ts'
import type { Visitor } from './visitors.ts'

/** One page for one visitor, opened with the live version and with the build. */
export interface View {
  path: string
  visitor: Visitor
  session: Session | null
  /** How much data the remote's worker answers; null keeps the live answers. */
  amount: Amount | null
  /** Whether the live version has no such page. */
  isNew: boolean
  /** Whether the remote itself shows this page to this visitor. */
  isShown: boolean
  /** What the tab and the browser have stored before the visit. */
  stored: Stored
}

export interface VisitOptions extends ServedVersion {
  /** How the names of the version's classes start. */
  shownPrefix: string
  limitMs: number
  /** Starts of the keys under which other parts of the site store something. */
  others: string[]
  /** The presses of the live visit, which the visit of the build repeats. */
  plan: Press[] | null
  /** Whether the page is used, and not only opened and left. */
  isWhole: boolean
}

/** Returns null if the site did not answer. Never throws. */
export async function visit(
  browser: Browser,
  view: View,
  options: VisitOptions,
): Promise<Visit | null> {
  const found = emptyVisit(options.isWhole)
  const started = Date.now()
  const opened = openContext(browser, view, options)
  try {
    const visited = opened.then((context) => visitIn(context, view, options, found))
    const hasAnswered = await withTimeout(visited, options.limitMs, view.path)
    found.tookMs = Date.now() - started
    return hasAnswered ? found : null
  } catch (error) {
    const seconds = Math.round(options.limitMs / 1000)
    found.lost =
      error instanceof TimeoutError
        ? `it did not respond for ${seconds} s; does it render or compute without end?`
        : `the browser lost the page: ${String(error).split('\n')[0]}`
    return found
  } finally {
    // A page in an endless loop does not close.
    opened.then((context) => context.close()).catch(() => {})
  }
}

async function openContext(
  browser: Browser,
  { session, stored, visitor }: View,
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
  await serveVersion(context, options)
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
  const cookies = await readCookies(context)
  await session.send('Performance.enable')
  const requests = recordRequests(page, options)
  watchErrors(page, options, found)
  watchImages(page, found)
  if (!(await open(page, view, options, found))) return false
  await requests.settle()
  await readMounted(page, session, view, found)
  observe(found, 'request', 'as it opens', requests.take())
  // A page with some data has every control.
  if (options.isWhole && view.amount === 'some' && found.isShown) {
    await pressControls(page, requests, options.plan, found)
    await page.evaluate(() => window.encreRecorder.runWaiting())
    const { outside } = await page.evaluate(() => window.encreRecorder.readTraces([]))
    observe(found, 'outside', 'after all presses and timers', outside)
  }
  await readStorage(page, found)
  observe(found, 'storage', '', compareCookies(cookies, await readCookies(context)))
  if (view.isShown && found.isShown) await leave(page, session, options, found)
  return true
}

function emptyVisit(isWhole: boolean): Visit {
  return {
    isShown: false,
    isWhole,
    lost: null,
    observations: [],
    figures: {
      usableMs: 0,
      processorMs: 0,
      layoutShift: 0,
      imageBytes: 0,
      storedBytes: 0,
      keptBytes: 0,
    },
    presses: [],
    tookMs: 0,
    picture: null,
  }
}

function watchErrors(page: Page, { release }: VisitOptions, found: Visit): void {
  const add = (text: string) => {
    const isKnown = found.observations.some((one) => one.kind === 'error' && one.text === text)
    if (!isKnown) observe(found, 'error', '', [text])
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
    if (!isKnownPath(release, pathname) && !isOfOtherPage(release, page.url(), pathname))
      add(`it requests ${request.method()} ${pathname}, which its contract does not have`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isOwn = /^\/(api|remotes)\/(\w+)\//.exec(pathname)?.[2] === release.name
    if (isOwn && response.status() >= 400)
      add(`${response.request().method()} ${pathname} answered ${response.status()}`)
  })
}

function watchImages(page: Page, { figures }: Visit): void {
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
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0
  figures.processorMs = Math.round(seconds * 1000)
  figures.layoutShift = await page.evaluate(() => window.encreRecorder.readShift())
  const { focus, history } = await page.evaluate(readState)
  const lang = await page.locator('html').getAttribute('lang')
  const head = [`title "${await page.title()}"`, `language "${lang}"`]
  observe(found, 'word', '', [...head, ...linesOf(await readWords(page))])
  observe(found, 'state', '', [`the focus is on ${focus}`])
  observe(found, 'place', '', [`once it is open, the history has ${history} entries`])
  found.picture = await takePicture(page)
  if (!view.isShown) return
  const { outside } = await page.evaluate(() => window.encreRecorder.readTraces([]))
  observe(found, 'outside', '', outside)
  observe(found, 'error', '', await page.evaluate(tryOutside))
}

/** Pixels from the top that are compared. */
const pictureHeight = 2400

async function takePicture(page: Page): Promise<string | null> {
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  const clip = { x: 0, y: 0, width, height: Math.min(height, pictureHeight) }
  const image = await page
    .screenshot({ animations: 'disabled', caret: 'hide', fullPage: true, clip })
    .catch(() => null)
  return image?.toString('base64') ?? null
}

async function readStorage(page: Page, found: Visit): Promise<void> {
  found.figures.storedBytes = await page.evaluate(
    async () =>
      JSON.stringify({ ...localStorage, ...sessionStorage }).length +
      ((await navigator.storage.estimate()).usage ?? 0),
  )
}

/** Those that a script can set; the others come with the site's answers. */
async function readCookies(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  const ofScripts = cookies.filter(({ httpOnly }) => !httpOnly)
  return ofScripts.map(({ name, path, expires, sameSite }) => {
    const life = expires < 0 ? 'for the session' : 'for longer'
    return `the cookie ${name} of ${path} ${life}, SameSite ${sameSite}`
  })
}

/** What a visit changed. A member's session brings cookies with it. */
function compareCookies(before: string[], after: string[]): string[] {
  const added = after.filter((cookie) => !before.includes(cookie))
  const gone = before.filter((cookie) => !after.includes(cookie))
  return [...added, ...gone.map((cookie) => `${cookie}, now deleted`)]
}

/** A narrow header has its links in a menu. The shell takes the click on any link of the site. */
async function goAway(page: Page): Promise<void> {
  await page.locator(`a[href="${awayPath}"]`).first().dispatchEvent('click')
  await page.waitForURL((url) => url.pathname === awayPath, { timeout: 0 })
}

const waitStepMs = 400
/** What has not ended after so many steps is what the page has left behind. */
const mostSteps = 6

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
    observe(found, 'error', '', ['a click on a link of the site did not reach the shell'])
    return
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  let traces: ReturnType<Window['encreRecorder']['readTraces']>
  let steps = 0
  do {
    await setTimeout(waitStepMs)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
    found.figures.keptBytes = usedSize + backingStorageSize
    traces = await page.evaluate((keys) => window.encreRecorder.readTraces(keys), others)
    steps += 1
  } while (traces.running.length > 0 && steps < mostSteps)
  const workers = page
    .workers()
    .map((worker) => `a worker still runs: ${new URL(worker.url()).pathname}`)
  observe(found, 'running', afterLeft, [...traces.running, ...workers])
  observe(found, 'outside', afterLeft, traces.outside)
  observe(found, 'storage', afterLeft, traces.storage)
  observe(found, 'place', afterLeft, [
    `the focus is on ${traces.focus}`,
    `the title of the page is "${traces.title}"`,
  ])
  const replaced = await page.evaluate(() => window.encreRecorder.listReplaced())
  observe(found, 'builtIn', afterLeft, replaced)
}
