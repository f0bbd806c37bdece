import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { generateDesign, signUp } from '../../../shell/e2e/fixtures.ts'
import { watchPaints } from './watch-paints.ts'

export interface Network {
  name: string
  /** Round trip in milliseconds and bandwidth in Mbit/s; null for unthrottled loopback. */
  throttle: { latency: number; megabits: number } | null
}

export const networks: Network[] = [
  { name: 'unthrottled', throttle: null },
  { name: '300 ms, 3 Mbit/s', throttle: { latency: 300, megabits: 3 } },
  { name: '400 ms, 400 kbit/s', throttle: { latency: 400, megabits: 0.4 } },
]

/** Times in milliseconds from the navigation. */
export interface Load {
  firstPaint: number
  /**
   * Of the largest text or image that is in the window at the end; parts of a skeleton that left do
   * not count.
   */
  largestPaint: number
  /** Sum of all layout shifts. */
  shift: number
  /** The Générer button; 0 on other screens. */
  button: number
  /**
   * Milliseconds of processor time of the page's thread, and of it those of scripts, and of styles
   * with layout.
   */
  processor: number
  scripts: number
  layout: number
  bytes: number
  requests: number
}

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

interface Options {
  url: string
  /** Undefined for a visitor. */
  session: Session | undefined
  network: Network
  waitsForButton: boolean
}

export async function measureLoad(
  browser: Browser,
  { url, session, network, waitsForButton }: Options,
): Promise<Load> {
  const context = await browser.newContext({
    ...(session && { storageState: session }),
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await slowDown(devtools, network)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  let bytes = 0
  let requests = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.addInitScript(watchPaints)
  await page.goto(url, { timeout: 120_000 })
  if (waitsForButton)
    await page.waitForFunction(() => (window as unknown as Watched).watched.button > 0, null, {
      timeout: 120_000,
    })
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  const paints = await page.evaluate(() => (window as unknown as Watched).watched.read())
  const { metrics } = await devtools.send('Performance.getMetrics')
  await context.close()
  const spent = (name: string) =>
    1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0)
  const layout = spent('LayoutDuration') + spent('RecalcStyleDuration')
  return {
    ...paints,
    processor: spent('TaskDuration'),
    scripts: spent('ScriptDuration'),
    layout,
    bytes,
    requests,
  }
}

interface Watched {
  watched: {
    button: number
    read(): Pick<Load, 'firstPaint' | 'largestPaint' | 'shift' | 'button'>
  }
}

async function slowDown(devtools: CDPSession, { throttle }: Network): Promise<void> {
  await devtools.send('Network.enable')
  if (!throttle) return
  const throughput = (throttle.megabits * 1e6) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttle.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Creates a member with one design. Returns the browser's state. */
export async function prepareMember(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR' })
  const page = await context.newPage()
  await signUp(page, origin)
  await generateDesign(page, 'Un loup sous la lune')
  const state = await context.storageState()
  await context.close()
  return state
}
