import { execFileSync } from 'node:child_process'
import { type Browser, chromium, type Page } from '@playwright/test'
import { allFaults, type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { expect, test } from './fixtures.ts'

// `npm test` runs a sample of the fault cases, `npm test -- --long files` all of them. ENCRE_FILES
// names the part of a case's title to run.
const only = process.env.ENCRE_FILES
const pagesAtOnce = only ? 8 : 4
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
  { path: '/', file: '/js/index.', fault: 'changed on its way' },
  { path: '/gallery', file: '/session.', fault: '404' },
  { path: '/gallery', file: '/css/classes.', fault: 'cut in half' },
  { path: '/generator', file: '/federation.', fault: 'HTML with 200' },
  { path: '/dashboard', file: '/remote-entry.', fault: 'hang' },
  { path: '/dashboard', file: '/remote-entry.', fault: 'changed on its way' },
  { path: '/sign-in', file: '/app.', fault: 'frozen connection' },
]
/** Public pages, because a session belongs to one origin and HTTP/2 needs https. */
const pagesOverHttp2 = ['/', '/sign-in', '/calque']

// Each page breaks on purpose and reports it in its console.
test.use({ allowedErrors: [/./] })

test('whatever does not arrive, the page works or says so within 20 s, and works again once the fault is gone', async ({
  site,
}) => {
  test.setTimeout(only ? 3_600_000 : 240_000)
  await site.signUp()
  await site.generateDesign('Un loup')
  const member = await site.page.context().storageState()
  const origin = new URL(new URL(site.page.url()).origin)
  const [plain, http2] = await Promise.all([
    startFaultProxy(origin),
    startFaultProxy(origin, createCertificate()),
  ])
  // It reaches the site through the proxy. The pages keep the site's origin, which sessions need.
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    `--host-resolver-rules=MAP ${origin.host} 127.0.0.1:${plain.port}`,
  ]
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args,
  })
  const waiting = only ? await listCases(site.page) : [...sample]
  const count = waiting.length
  const failures: string[] = []
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const isFrozen = one.fault === 'frozen connection'
      const address = isFrozen ? `https://localhost:${http2.port}` : origin.origin
      const failure = await runCase(browser, isFrozen ? http2 : plain, one, address, member).catch(
        String,
      )
      if (failure) failures.push(`${titleOf(one)}: ${failure}`)
      console.log(failure ? failures.at(-1) : `${titleOf(one)}: as promised`)
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, work))
  await browser.close()
  await Promise.all([plain.close(), http2.close()])
  console.log(`${count} fault cases, ${failures.length} failed`)
  expect(failures).toEqual([])
})

const titleOf = ({ path, file, fault }: FileCase) => `${path}, ${file}, ${fault}`
type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
let cases = 0

/** Opens the page with the fault. Returns what a member would complain about, or null. */
async function runCase(
  browser: Browser,
  proxy: FaultProxy,
  one: FileCase,
  origin: string,
  member: Session,
): Promise<string | null> {
  const { path, file, fault } = one
  const name = String(++cases)
  const isMember = path !== '/sign-in' && fault !== 'frozen connection'
  // The proxy knows the browser by it; another header would need the tenant's consent.
  const context = await browser.newContext({
    userAgent: `Mozilla/5.0 fault-${name}`,
    ignoreHTTPSErrors: true,
    ...(isMember && { storageState: member }),
  })
  try {
    const page = await context.newPage()
    proxy.broken.set(name, { file, fault })
    // A file that hangs holds back the events of the page.
    page.goto(origin + path, { waitUntil: 'commit' }).catch(() => {})
    const shown = await waitForState(page, path, fault === '2 kB/s' ? slowLimitMs : limitMs, [
      'works',
      'says',
    ])
    proxy.mend(name)
    if (shown === 'works') return null
    if (shown !== 'says') return shown
    // A page may go on by itself meanwhile.
    const button = page.getByText(/^(Réessayer|Recharger)$/).last()
    await button.click({ timeout: limitMs }).catch(() => {})
    const again = await waitForState(page, path, limitMs, ['works'])
    return again === 'works' ? null : `${again} after Réessayer`
  } finally {
    await context.close()
  }
}

/** Resolves to the page's state once it is a wanted one, or to its last one. */
async function waitForState(
  page: Page,
  path: string,
  timeout: number,
  wanted: string[],
): Promise<string> {
  const end = Date.now() + timeout
  for (;;) {
    const state = await page.evaluate(readState, path).catch(() => 'a blank page')
    if (wanted.includes(state) || Date.now() > end) return state
    await page.waitForTimeout(200)
  }
}

/** Runs in the page. */
function readState(path: string): string {
  if (location.pathname === '/sign-in' && path !== '/sign-in')
    return 'the sign-in form, to a member'
  const changedStyle = getComputedStyle(document.documentElement).getPropertyValue('--changed')
  if ('changed' in globalThis || changedStyle) return 'a file that was changed on its way'
  const notice = document.getElementById('missing')
  if (notice && getComputedStyle(notice).visibility === 'visible') return 'says'
  if (
    document
      .querySelector('main')
      ?.textContent?.match(
        /n'est pas arrivée|n’a pas pu être chargée|Impossible de vérifier votre session/,
      )
  )
    return 'says'
  const isHydrated = Object.keys(document.querySelector('header') ?? {}).some((key) =>
    key.startsWith('__reactProps'),
  )
  if (!isHydrated) return 'a page without a word'
  const isLoading =
    document.querySelector('#skeleton, main [aria-busy="true"]') ??
    document.body.textContent.includes('Chargement')
  return !isLoading && document.querySelector('main h1') ? 'works' : 'a skeleton'
}

/**
 * Every script and stylesheet of the pages, with every fault, and of public pages over a connection
 * that freezes.
 */
async function listCases(page: Page): Promise<FileCase[]> {
  const list: FileCase[] = []
  const visitor = await page
    .context()
    .browser()
    ?.newPage({ baseURL: new URL(page.url()).origin })
  if (!visitor) throw new Error('the browser has closed')
  await page.goto('/gallery')
  const design =
    (await page.locator('main a[href^="/gallery/"]').first().getAttribute('href')) ?? '/gallery'
  for (const path of [
    '/',
    '/sign-in',
    '/generator',
    '/gallery',
    design,
    '/dashboard',
    ...pagesOverHttp2,
  ]) {
    const wanted: Fault[] =
      list.some((one) => one.path === path) || path === '/calque'
        ? ['frozen connection']
        : allFaults
    const reader = path === '/sign-in' || wanted !== allFaults ? visitor : page
    const files = new Set<string>()
    reader.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(static|remotes)\/.*\.(js|css)$/.test(pathname)) files.add(pathname)
    })
    await reader.goto(path, { waitUntil: 'networkidle' })
    reader.removeAllListeners('request')
    for (const file of files) {
      list.push(...wanted.map((fault) => ({ path, file, fault })))
    }
  }
  return only === 'whole' ? list : list.filter((one) => titleOf(one).includes(only ?? ''))
}

function createCertificate(): { key: string; cert: string } {
  const words = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-keyout',
    '-',
    '-out',
    '-',
  ]
  const both = execFileSync('openssl', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { key: both, cert: both }
}
