import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { type Browser, chromium } from '@playwright/test'
import { type NewSite, withNewSite } from '../lib/new-site.ts'
import { findChromium } from '../lib/programs.ts'
import {
  type Load,
  measureLoad,
  type Network,
  networks,
  prepareMember,
  type Session,
} from './cold-load/measure-load.ts'
import { type Build, type CompressionProxy, startCompressionProxy } from './compression-proxy.ts'
import { median } from './median.ts'
import { buildWith } from './sizes.ts'

const builds: Build[] = ['federated', 'single']

/** The screens that are compared with the one application. */
const screens = ['/generator', '/gallery', '/sign-in']

type Row = [string, string]

interface Bench {
  site: NewSite
  proxy: CompressionProxy
  browser: Browser
  member: Session
}

/**
 * Measures cold loads, federated and as one application, alternating. Returns rows of ratios,
 * federated / single.
 */
export async function benchColdLoad(runs: number, say: (sentence: string) => void): Promise<Row[]> {
  return withBench(say, async (bench) => {
    const rows: Row[] = []
    for (const network of networks) {
      for (const path of screens) {
        rows.push(...(await compareBuilds(bench, path, network, runs)))
        say(`${path}, ${network.name}: ${runs} pairs measured`)
      }
    }
    return rows
  })
}

/**
 * Starts a site, a member with a design, and a browser whose connections go through the compression
 * proxy.
 */
async function withBench<Result>(
  say: (sentence: string) => void,
  run: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const executablePath = findChromium(say)
  buildWith('scripts/bench/spa.rsbuild.config.ts')
  return withNewSite(say, async (site) => {
    const proxy = await startCompressionProxy(new URL(site.origin), join(root, '.data/bench/spa'))
    const { host } = new URL(site.origin)
    // Sign-in needs the site's own origin, so only the connection goes to the compression proxy.
    const args = [
      '--no-sandbox',
      '--disable-background-networking',
      `--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`,
    ]
    const browser = await chromium.launch({ executablePath, args })
    try {
      return await run({ site, proxy, browser, member: await prepareMember(browser, site.origin) })
    } finally {
      await browser.close()
      await proxy.close()
    }
  })
}

async function compareBuilds(
  bench: Bench,
  path: string,
  network: Network,
  runs: number,
): Promise<Row[]> {
  const loads: Record<Build, Load[]> = { federated: [], single: [] }
  for (let run = 0; run <= runs; run++) {
    for (const build of run % 2 ? builds : builds.toReversed()) {
      bench.proxy.build = build
      const load = await loadScreen(bench, path, network)
      if (run > 0) loads[build].push(load) // the first pair warms up the servers
    }
  }
  const middle = (build: Build, of: keyof Load) => median(loads[build].map((load) => load[of]))
  const figures = (of: keyof Load) =>
    `${Math.round(middle('federated', of))} / ${Math.round(middle('single', of))}`
  const ratio = (of: keyof Load, unit: string) => {
    const pairs = loads.federated
      .map((load, index) => load[of] / (loads.single[index]?.[of] ?? 1))
      .toSorted((a, b) => a - b)
    const [low, high] = [1, 3].map((quarter) =>
      pairs[Math.floor((quarter * (pairs.length - 1)) / 4)]?.toFixed(2),
    )
    return `${(middle('federated', of) / middle('single', of)).toFixed(2)} (half of the pairs ${low} to ${high}; ${figures(of)}${unit})`
  }
  const where = `${path}, ${network.name}`
  return [
    [`processor time of the page, ${where}`, ratio('processor', ' ms')],
    [`of it scripts, ${where}`, `${figures('scripts')} ms`],
    [`of it styles and layout, ${where}`, `${figures('layout')} ms`],
    [`first contentful paint, ${where}`, ratio('firstPaint', ' ms')],
    [`largest contentful paint, ${where}`, ratio('largestPaint', ' ms')],
    ...(path === '/generator'
      ? [[`time to the Générer button, ${where}`, ratio('button', ' ms')] satisfies Row]
      : []),
    [
      `layout shift, ${where}`,
      `${middle('federated', 'shift').toFixed(3)} / ${middle('single', 'shift').toFixed(3)}`,
    ],
    [`bytes, ${where}`, ratio('bytes', '')],
    [`requests, ${where}`, figures('requests')],
  ]
}

function loadScreen(
  { browser, member, site }: Bench,
  path: string,
  network: Network,
): Promise<Load> {
  return measureLoad(browser, {
    url: site.origin + path,
    session: path === '/sign-in' ? undefined : member,
    network,
    waitsForButton: path === '/generator',
  })
}
