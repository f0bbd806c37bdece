import type { Browser } from '@playwright/test'
import {
  type Action,
  measureActions,
  measureHeap,
  openLargeGallery,
} from '../../remotes/gallery/e2e/large-gallery.ts'
import { withNewSite } from '../lib/new-site.ts'
import { findChromium } from '../lib/programs.ts'
import { withBrowser } from '../release/release-browser.ts'
import { prepareMember } from './cold-load/measure-load.ts'
import { median } from './median.ts'

const cards = 2400
const fewCards = 240

/**
 * Measures the gallery's page with 2,400 cards: processor time of its main thread by action, and
 * the heap of one card.
 */
export async function benchLargeGallery(
  rounds: number,
  say: (sentence: string) => void,
): Promise<[string, string][]> {
  const executablePath = findChromium(say)
  return withNewSite(say, ({ origin }) =>
    withBrowser(executablePath, (browser) => measurePage(browser, origin, rounds, say)),
  )
}

async function measurePage(
  browser: Browser,
  origin: string,
  rounds: number,
  say: (sentence: string) => void,
): Promise<[string, string][]> {
  const storageState = await prepareMember(browser, origin)
  const times = new Map<Action, number[]>()
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser, origin, storageState)
    await openLargeGallery(page, cards)
    for (const [action, milliseconds] of Object.entries(await measureActions(page)) as [
      Action,
      number,
    ][]) {
      times.set(action, [...(times.get(action) ?? []), milliseconds])
    }
    await page.context().close()
    say(`round ${round + 1} of ${rounds} measured`)
  }
  const heap: number[] = []
  for (const count of [fewCards, cards / 2, cards]) {
    const page = await openPage(browser, origin, storageState)
    await openLargeGallery(page, count)
    heap.push(await measureHeap(page))
    await page.context().close()
  }
  const [few = 0, half = 0, all = 0] = heap
  return [
    ...[...times].map(([action, values]): [string, string] => [
      `${action}, main thread`,
      `${Math.round(median(values))} ms`,
    ]),
    [
      'heap of a card, the first half / the second half',
      `${perCard(few, half, cards / 2 - fewCards)} / ${perCard(half, all, cards / 2)} kB`,
    ],
  ]
}

async function openPage(
  browser: Browser,
  baseURL: string,
  storageState: Awaited<ReturnType<typeof prepareMember>>,
) {
  const context = await browser.newContext({
    baseURL,
    storageState,
    locale: 'fr-FR',
    viewport: { width: 1280, height: 900 },
  })
  return context.newPage()
}

function perCard(before: number, after: number, count: number): string {
  return ((after - before) / count / 1000).toFixed(1)
}
