import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { allFaults, type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { expect, test } from './fixtures.ts'

// `npm test` runs a sample of the fault cases, `npm test -- --long files` all of them.
const whole = process.env.ENCRE_FILES === 'whole'
const pagesAtOnce = 3
/** A case ends within this; at 2 kB/s the largest file alone takes longer. */
const limitMs = 20_000
const slowLimitMs = 200_000

interface FileCase {
  path: string
  /** A part of the file's name. */
  file: string
  fault: Fault
}

const sample: FileCase[] = [
  { path: '/sign-in', file: '/react.', fault: 'hang' },
  { path: '/', file: '/js/index.', fault: 'reset' },
  { path: '/gallery', file: '/session.', fault: '404' },
  { path: '/gallery', file: '/css/index.', fault: 'cut in half' },
  { path: '/generator', file: '/federation.', fault: 'HTML with 200' },
  { path: '/dashboard', file: '/remote-entry.', fault: 'hang' },
]
const pages = ['/', '/sign-in', '/generator', '/gallery', '/dashboard']

// Each page breaks on purpose and reports it in its console.
test.use({ allowedErrors: [/./], trace: 'off' })

test('whatever does not arrive, the page works or says so within 20 s, and works again once the fault is gone', async ({ site }) => {
  test.setTimeout(whole ? 3_600_000 : 240_000)
  await site.signUp()
  await site.generateDesign('Un loup')
  const member = await site.page.context().storageState()
  const origin = new URL(site.page.url())
  const design = await findDesign(site.page)
  const cases = whole ? await listCases(site.page, [...pages, design]) : sample
  const waiting = [...cases]
  const failures: string[] = []
  const work = async () => {
    const proxy = await startFaultProxy(new URL(origin.origin))
    const browser = await openBrowser(origin.host, proxy)
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const context = await browser.newContext(one.path === '/sign-in' ? {} : { storageState: member })
      const failure = await runCase(context, proxy, one, origin.origin).catch(String)
      if (failure) failures.push(`${one.path}, ${one.file}, ${one.fault}: ${failure}`)
      await context.close()
    }
    await browser.close()
    await proxy.close()
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, work))
  console.log(`${cases.length} fault cases, ${failures.length} failed`)
  expect(failures).toEqual([])
})

/** Opens the page with the fault. Returns what a member would complain about, or null. */
async function runCase(
  context: BrowserContext,
  proxy: FaultProxy,
  { path, file, fault }: FileCase,
  origin: string,
): Promise<string | null> {
  const page = await context.newPage()
  proxy.broken = { file, fault }
  // A file that hangs holds back the events of the page.
  page.goto(origin + path, { waitUntil: 'commit' }).catch(() => {})
  const shown = await waitForState(page, path, fault === '2 kB/s' ? slowLimitMs : limitMs)
  proxy.broken = null
  if (shown === 'works') return null
  if (shown !== 'says') return shown
  await page
    .getByText(/^(Réessayer|Recharger)$/)
    .last()
    .click()
  const again = await waitForState(page, path, limitMs, ['works'])
  return again === 'works' ? null : `${again} after Réessayer`
}

async function waitForState(page: Page, path: string, timeout: number, wanted = ['works', 'says']): Promise<string> {
  const end = Date.now() + timeout
  for (;;) {
    const state = await page.evaluate(readState, path).catch(() => 'a page without a word')
    if (wanted.includes(state) || Date.now() > end) return state
    await page.waitForTimeout(200)
  }
}

/** Runs in the page. */
function readState(path: string): string {
  if (location.pathname === '/sign-in' && path !== '/sign-in') return 'the sign-in form, to a member'
  const notice = document.getElementById('missing')
  if (notice && getComputedStyle(notice).visibility === 'visible') return 'says'
  if (document.querySelector('main')?.textContent?.match(/n'est pas arrivée|Impossible de vérifier votre session/)) return 'says'
  const isHydrated = Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__reactProps'))
  const isLoading = document.querySelector('#skeleton, main [aria-busy="true"]') ?? document.body.textContent.includes('Chargement')
  return isHydrated && !isLoading && document.querySelector('main h1') ? 'works' : 'a page without a word'
}

/** Every script and stylesheet of these pages, with every fault. */
async function listCases(page: Page, paths: string[]): Promise<FileCase[]> {
  const cases: FileCase[] = []
  for (const path of paths) {
    const files = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(static|remotes)\/.*\.(js|css)$/.test(pathname)) files.add(pathname)
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    page.removeAllListeners('request')
    for (const file of files) cases.push(...allFaults.map((fault) => ({ path, file, fault })))
  }
  return cases
}

async function findDesign(page: Page): Promise<string> {
  await page.goto('/gallery')
  return (await page.locator('main a[href^="/gallery/"]').first().getAttribute('href')) ?? '/gallery'
}

/** A browser that reaches the site through the proxy. The pages keep the site's origin, which sessions need. */
function openBrowser(host: string, { port }: FaultProxy): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${host} 127.0.0.1:${port}`],
  })
}
