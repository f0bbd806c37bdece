import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../lib/chromium.ts'
import { freePortPair } from '../lib/ports.ts'
import { startSite } from '../lib/site.ts'
import { buildWith } from './build-with.ts'
import { type Build, startCompressionProxy } from './compression-proxy.ts'
import { median } from './median.ts'

interface Load {
  /** Milliseconds from navigation to the Générer button. */
  button: number
  bytes: number
  requests: number
}

interface Network {
  name: string
  /** Round trip in milliseconds and bandwidth in Mbit/s; null for unthrottled loopback. */
  throttle: { latency: number; megabits: number } | null
}

const networks: Network[] = [
  { name: '300 ms, 3 Mbit/s', throttle: { latency: 300, megabits: 3 } },
  { name: 'unthrottled', throttle: null },
]
const builds: Build[] = ['federated', 'single']

/** Measures a member's cold load of /generator, federated and as one application, alternating. Returns rows of ratios, federated / single. */
export async function benchColdLoad(runs: number, say: (sentence: string) => void): Promise<[string, string][]> {
  const scratch = mkdtempSync(join(tmpdir(), 'encre-bench-'))
  const executablePath = findChromium(say)
  buildWith('scripts/bench/spa.rsbuild.config.ts')
  const site = await startSite({ port: await freePortPair(), dataFolder: scratch, environment: {}, say })
  const proxy = await startCompressionProxy({ site: new URL(site.origin), single: join(root, '.data/bench/spa') })
  const { host } = new URL(site.origin)
  // Sign-in needs the site's own origin, so only the connection goes to the compression proxy.
  const args = ['--no-sandbox', '--disable-background-networking', `--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`]
  const browser = await chromium.launch({ executablePath, args })
  try {
    const session = await signUp(browser, site.origin)
    const rows: [string, string][] = []
    for (const { name, throttle } of networks) {
      const loads: Record<Build, Load[]> = { federated: [], single: [] }
      for (let run = 0; run <= runs; run++) {
        for (const build of run % 2 ? builds : builds.toReversed()) {
          proxy.build = build
          const load = await measure(browser, session, site.origin, throttle)
          if (run > 0) loads[build].push(load) // the first pair warms up the servers
        }
      }
      rows.push(...compare(name, loads))
      say(`${name}: ${runs} pairs measured`)
    }
    proxy.build = 'federated'
    rows.push([
      'requests for a remote from hovering over its link to its page, then after the click',
      await measureApproach(browser, session, site.origin),
    ])
    return rows
  } finally {
    await browser.close()
    await proxy.close()
    await site.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

async function signUp(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ locale: 'fr-FR' })
  const page = await context.newPage()
  await page.goto(`${origin}/sign-up`)
  await page.getByLabel('Nom', { exact: true }).fill('Banc')
  await page.getByLabel('Email').fill(`bench-${crypto.randomUUID()}@encre.test`)
  await page.getByLabel('Mot de passe', { exact: true }).fill('aiguille-fine-7')
  await page.getByLabel('Confirmer le mot de passe').fill('aiguille-fine-7')
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  await page.waitForURL('**/dashboard')
  const state = await context.storageState()
  await context.close()
  return state
}

async function measure(browser: Browser, session: Session, origin: string, throttle: Network['throttle']): Promise<Load> {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (throttle) {
    const throughput = (throttle.megabits * 1e6) / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: throttle.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
  }
  const load: Load = { button: 0, bytes: 0, requests: 0 }
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    load.bytes += encodedDataLength
    load.requests += 1
  })
  await page.addInitScript(watchForButton)
  await page.goto(`${origin}/generator`)
  load.button = await page
    .waitForFunction(() => (window as unknown as { buttonAt?: number }).buttonAt)
    .then((handle) => handle.jsonValue() as Promise<number>)
  await page.waitForLoadState('networkidle')
  await context.close()
  return load
}

/** Counts the requests for a remote while the pointer is on its link and after the click. */
async function measureApproach(browser: Browser, session: Session, origin: string): Promise<string> {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/remotes/gallery/')) requests += 1
  })
  await page.goto(`${origin}/about`)
  const link = page.getByRole('banner').getByRole('link', { name: 'Mes Designs' })
  await link.hover()
  await page.waitForLoadState('networkidle')
  const hovered = requests
  await link.click()
  await page.getByRole('main').getByRole('heading', { level: 1, name: 'Mes Designs' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  return `${hovered}, ${requests - hovered}`
}

/** Runs in the page: records when the Générer button appears. */
function watchForButton(): void {
  const findButton = () => {
    const found = [...document.querySelectorAll('button')].some((button) => button.textContent?.trim() === 'Générer')
    if (!found) return
    Object.assign(window, { buttonAt: performance.now() })
    observer.disconnect()
  }
  const observer = new MutationObserver(findButton)
  observer.observe(document, { childList: true, subtree: true })
}

function compare(network: string, loads: Record<Build, Load[]>): [string, string][] {
  const middle = (build: Build, of: keyof Load) => median(loads[build].map((load) => load[of]))
  const ratio = (of: keyof Load) => (middle('federated', of) / middle('single', of)).toFixed(2)
  const figures = (of: keyof Load) => `${Math.round(middle('federated', of))} / ${Math.round(middle('single', of))}`
  return [
    [`time to the Générer button, ${network}`, `${ratio('button')} (${figures('button')} ms)`],
    [`bytes, ${network}`, `${ratio('bytes')} (${figures('bytes')})`],
    [`requests, ${network}`, `${figures('requests')}`],
  ]
}
