import { withTimeout } from '@encre/protocol/timeout'
import { type Browser, type HTTPRequest, launch, type Page } from 'puppeteer-core'
import {
  describeHang,
  type Examined,
  type ExamineOptions,
  readFacts,
  type View,
} from './examine-page.ts'
import type { Session } from './release-browser.ts'
import { composePage, findReply, type Sample, type ServedVersion } from './sample-answers.ts'

// Puppeteer, because Playwright's own Firefox is another build and its WebDriver BiDi client asks
// Firefox for commands that it does not have.

type Reply = Parameters<HTTPRequest['respond']>[0]

/**
 * Runs `work` with a Firefox of its own. A page in an endless loop does not let it close: then it
 * is killed.
 */
export async function withFirefox<Result>(
  executablePath: string,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: 120_000,
  })
  try {
    return await work(browser)
  } finally {
    await withTimeout(browser.close(), 10_000, 'Firefox').catch(() =>
      browser.process()?.kill('SIGKILL'),
    )
  }
}

/**
 * Opens a page whose requests are answered by `answer`, or by the network where it returns null.
 */
export async function openPage(
  browser: Browser,
  width: number,
  session: Session | null,
  answer: (request: HTTPRequest) => Promise<Reply | null>,
): Promise<Page> {
  const page = await browser.newPage()
  if (session) {
    await browser.setCookie(
      ...session.cookies.map(({ name, value, domain, path, secure }) => ({
        name,
        value,
        domain,
        path,
        secure,
      })),
    )
    await page.evaluateOnNewDocument(
      (items) => {
        for (const { name, value } of items) {
          localStorage.setItem(name, value)
        }
      },
      session.origins.flatMap(({ localStorage }) => localStorage),
    )
  }
  await resize(page, width, 800)
  await page.setRequestInterception(true)
  page.on('request', async (request) => {
    const reply = await answer(request).catch(() => null)
    // The page may have gone.
    await (reply ? request.respond(reply) : request.continue()).catch(() => {})
  })
  return page
}

/**
 * Firefox ESR 140 takes the size, and lacks the command for the screen's orientation that Puppeteer
 * sends with it.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height }).catch((error) => {
    if (!String(error).includes('setScreenOrientationOverride')) throw error
  })
}

/** What `examine` finds in Chromium, as far as Firefox shows it. */
export async function examineInFirefox(
  browser: Browser,
  view: View,
  session: Session | null,
  options: ExamineOptions,
): Promise<Examined> {
  const page = await openPage(browser, view.width, session, (request) =>
    answer(request, options, view.sample),
  )
  const found: Examined = {
    ms: 0,
    isHung: false,
    isShown: false,
    errors: [],
    facts: null,
    requests: 0,
    imageBytes: 0,
    keptBytes: 0,
  }
  page.on('pageerror', (error) => {
    const message = error instanceof Error ? error.message : String(error)
    // An error of Firefox itself, without a stack: it also calls the function of
    // `evaluateOnNewDocument` in frames of other origins.
    if (!message.startsWith('Error: Permission denied to access property'))
      found.errors.push(message)
  })
  // Over WebDriver BiDi, an error that is logged has no text.
  await page.evaluateOnNewDocument(() => {
    const { error } = console
    console.error = (...parts: unknown[]) => error(...parts.map(String))
  })
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && found.errors.push(message.text().split('\n')[0] ?? ''),
  )
  const started = Date.now()
  const use = async () => {
    await page.goto(options.origin + view.path, { timeout: 0 })
    const shown = view.isShown ? `main [class*="${options.shownPrefix}"]` : 'h1'
    found.isShown =
      (await page
        .waitForSelector(shown, { visible: true, timeout: options.limitMs / 2 })
        .catch(() => null)) !== null
    // The replies to its first requests may still make it throw.
    await page.waitForNetworkIdle({ timeout: 3000 }).catch(() => {})
    found.facts = await page.evaluate(readFacts)
  }
  await withTimeout(use(), options.limitMs, view.path).catch(() => {
    found.isHung = true
    found.errors.push(describeHang(options.limitMs))
  })
  page.close().catch(() => {})
  return { ...found, ms: Date.now() - started }
}

async function answer(
  request: HTTPRequest,
  served: ServedVersion,
  sample: Sample | null,
): Promise<Reply | null> {
  const url = new URL(request.url())
  if (url.origin !== served.origin) return null
  const reply = findReply(served, sample, request.method(), url)
  if (reply || !request.isNavigationRequest()) return reply
  const response = await fetch(url, { headers: request.headers() })
  const headers = Object.fromEntries(
    [...response.headers].filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding)$/.test(name),
    ),
  )
  return { status: response.status, headers, body: composePage(served, await response.text()) }
}
