import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMember, signIn } from '@encre/releases/browser'
import { type BrowserContext, chromium } from '@playwright/test'
import { createRsbuild, mergeRsbuildConfig, rspack } from '@rsbuild/core'
import { shell } from '../../../../shell/rsbuild.config.ts'
import { withNewSite } from '../../../lib/new-site.ts'
import { findChromium } from '../../../lib/programs.ts'
import { median } from '../median.ts'
import { type Build, serveBuilds } from './serve-builds.ts'

/** Milliseconds of a round trip, bytes a second (-1 is no limit), and loads of each build. */
const networks = {
  'no limit': { latency: 0, throughput: -1, rounds: 60 },
  '3 Mbit/s': { latency: 100, throughput: 375_000, rounds: 20 },
  '400 kbit/s': { latency: 400, throughput: 50_000, rounds: 5 },
}
type Network = (typeof networks)[keyof typeof networks]

/** Milliseconds of the first and largest paint and so on, from the navigation; bytes. */
type Load = Record<string, number>

/**
 * Loads pages of the site, and of the same sources as one application without and with content,
 * one after the other with an empty cache. Returns the ratios of their medians.
 */
export function benchPages(say: (sentence: string) => void): Promise<[string, string][]> {
  const executablePath = findChromium(say)
  return withNewSite(say, async ({ origin, scratch }) => {
    const folder = join(scratch, 'application')
    await buildApplication(folder)
    const builds = await serveBuilds(new URL(origin), folder)
    // Sign-in needs the site's own origin, so only the connection goes to the server of builds.
    const rule = `MAP ${new URL(origin).host} 127.0.0.1:${builds.port}`
    const args = ['--no-sandbox', `--host-resolver-rules=${rule}`]
    await using browser = await chromium.launch({ executablePath, args })
    const member = await findMember(origin)
    const session = member && (await signIn(browser, origin, member))
    if (!session) throw new Error('the member cannot sign in')
    const load = async (build: Build, path: string, network: Network) => {
      builds.shown = build
      await using context = await browser.newContext({ storageState: session })
      return await measure(context, origin + path, network)
    }
    const rows: [string, string][] = []
    for (const path of ['/generator', '/gallery']) {
      for (const [name, network] of Object.entries(networks)) {
        const loads = await loadInTurn(network, (build) => load(build, path, network))
        rows.push(...describe(`${path}, ${name}`, loads))
      }
    }
    return rows
  })
}

type Loads = Record<Build, Load[]>

/** The first round warms up, and is not among the results. */
async function loadInTurn(
  { rounds }: Network,
  load: (build: Build) => Promise<Load>,
): Promise<Loads> {
  const loads: Loads = { federated: [], application: [], prerendered: [] }
  const builds = Object.keys(loads) as Build[]
  for (let round = 0; round <= rounds; round++) {
    for (const build of builds) {
      const measured = await load(build)
      if (round > 0) loads[build].push(measured)
    }
  }
  return loads
}

/** Each remote is a chunk of the application. */
async function buildApplication(folder: string): Promise<void> {
  const loader = fileURLToPath(import.meta.resolve('./load-remote.ts'))
  const plugins = [new rspack.NormalModuleReplacementPlugin(/\/load-remote\.ts$/, loader)]
  const config = mergeRsbuildConfig(shell, {
    mode: 'production',
    output: { distPath: { root: folder }, cleanDistPath: true },
    performance: { preload: { type: 'all-assets', include: [/\/(react|app|classes)\.[^/]*$/] } },
    tools: { rspack: { plugins } },
  })
  await (await createRsbuild({ config })).build()
}

/** The medians of the site over those of the application without and with content. */
function describe(where: string, loads: Loads): [string, string][] {
  return Object.keys(loads.federated[0] ?? {}).map((name) => {
    const medianOf = (build: Build) =>
      Math.round(median(loads[build].map((load) => load[name] ?? 0)))
    const federated = medianOf('federated')
    const ratios = (['application', 'prerendered'] as const).map((build) => {
      const other = medianOf(build)
      return `${(federated / other).toFixed(2)} (${federated} / ${other})`
    })
    return [`${name}, ${where}`, ratios.join(', prerendered ')]
  })
}

async function measure(
  context: BrowserContext,
  url: string,
  { latency, throughput }: Network,
): Promise<Load> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Network.enable')
  const network = { latency, downloadThroughput: throughput, uploadThroughput: throughput }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(notePressable)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle')
  // Nothing is looked at before: what Playwright puts into a page for it takes up to 29 ms of its
  // thread.
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const button = await page.waitForFunction(() => performance.getEntriesByName('pressable')[0])
  const [first = 0, largest = 0] = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<PerformanceEntryList>()
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return [paint?.startTime, (await promise).at(-1)?.startTime]
  })
  const pressable = await button.evaluate((mark) => mark?.startTime ?? 0)
  return { first, largest, button: pressable, bytes, processor: seconds * 1000 }
}

/**
 * Runs in the page. A button of a skeleton is not React's yet. An observer, because a timer would be
 * a tenth of what the page's thread does.
 */
function notePressable() {
  const observer = new MutationObserver(() => {
    const first = document.querySelector('main button')
    if (!Object.keys(first ?? {}).some((key) => key.startsWith('__reactProps'))) return
    observer.disconnect()
    performance.mark('pressable')
  })
  observer.observe(document, { childList: true, subtree: true })
}
