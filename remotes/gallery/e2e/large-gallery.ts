import { styles } from '@encre/protocol/catalogue'
import type { CDPSession, Page } from '@playwright/test'

export type Action =
  | 'one more page'
  | 'a filter'
  | 'back from the filter'
  | 'the question before a delete'
  | 'a delete'
  | 'a star'

const pageSize = 48
const image =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'
const subjects = [
  'Une hirondelle',
  'Un loup hurlant sous la lune, entouré de pins',
  'Une rose, un poignard, un ruban avec le prénom Louise',
]

/**
 * Opens the gallery of a signed-in member with this many cards. Its worker is replaced, so that
 * only the page is measured.
 */
export async function openLargeGallery(page: Page, cards: number): Promise<void> {
  await page.addInitScript(stopScrollLoading)
  await page.route('**/large-gallery.svg*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: image }),
  )
  await page.route(/\/api\/gallery\/favourites/, (route) => route.fulfill({ status: 204 }))
  await page.route(/\/api\/gallery\/designs/, async (route) => {
    const { origin, searchParams } = new URL(route.request().url())
    if (route.request().method() === 'DELETE') return route.fulfill({ status: 204 })
    const start = Number(searchParams.get('cursor') ?? 0)
    // The second page brings all the other cards.
    const end = start === pageSize ? cards : start + pageSize
    const style = searchParams.get('style')
    const designs = Array.from({ length: end - start }, (_, index) =>
      makeDesign(origin, start + index, style),
    )
    await route.fulfill({
      json: {
        designs,
        next: style ? null : String(end),
        ...(start === 0 && !style && { total: 5000 }),
      },
    })
  })
  await page.goto('/gallery')
  await waitForCards(page, pageSize)
  // Not by the mouse: cards that get their true height just then can move the button away between
  // press and release.
  await page.getByRole('button', { name: 'Afficher plus' }).press('Enter')
  await waitForCards(page, cards)
}

/**
 * Does each action once. Returns milliseconds of the main thread's own processor time: other
 * processes of the machine do not count.
 */
export async function measureActions(page: Page): Promise<Record<Action, number>> {
  const devtools = await page.context().newCDPSession(page)
  // Processor time of the thread, not time by the clock.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const count = await countCards(page)
  const button = 'main button'
  const style = 'main fieldset label'
  const cardButton = 'article button'
  const costs = {
    'one more page': await measure(devtools, page, [button, 'Afficher plus'], () =>
      waitForCards(page, count + pageSize),
    ),
    'a filter': await measure(devtools, page, [style, 'Aquarelle'], () =>
      waitForCards(page, pageSize),
    ),
    'back from the filter': await measure(devtools, page, [style, 'Tous les styles'], () =>
      waitForCards(page, count + pageSize),
    ),
    'the question before a delete': await measure(devtools, page, [cardButton, 'Supprimer'], () =>
      waitForQuestion(page),
    ),
    'a delete': await measure(devtools, page, ['dialog[open] button', 'Supprimer'], () =>
      waitForCards(page, count + pageSize - 1),
    ),
    'a star': await measure(devtools, page, [cardButton, 'Favori'], async () => {}),
  }
  await devtools.detach()
  return costs
}

/** Bytes of the page's JavaScript objects after a garbage collection. */
export async function measureHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}

/** An element: its selector, and its text or the start of its label. */
type Target = [selector: string, name: string]

async function measure(
  devtools: CDPSession,
  page: Page,
  target: Target,
  isDone: () => Promise<void>,
): Promise<number> {
  // Scrolling there and hovering are not part of the action.
  const { x, y } = await page.evaluate(find, target)
  await page.mouse.move(x, y)
  await settle(devtools)
  const place = await page.evaluate(find, target)
  const before = await readThreadTime(devtools)
  await page.mouse.click(place.x, place.y)
  await isDone()
  await settle(devtools)
  return (await readThreadTime(devtools)) - before
}

async function readThreadTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Waits until the page has nothing more to do: less than 8 ms of work in 200 ms, at most 4 s. */
async function settle(devtools: CDPSession): Promise<void> {
  let before = Number.NEGATIVE_INFINITY
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const now = await readThreadTime(devtools)
    if (now - before < 8) return
    before = now
  }
}

function countCards(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll('ol[start]')].reduce(
      (count, group) => count + (group.closest('[hidden]') ? 0 : group.children.length),
      0,
    ),
  )
}

async function waitForCards(page: Page, count: number): Promise<void> {
  await waitUntil(`${count} cards`, async () => (await countCards(page)) === count)
}

async function waitForQuestion(page: Page): Promise<void> {
  await waitUntil('a question', () =>
    page.evaluate(() => document.querySelector('dialog[open]') !== null),
  )
}

/** Asks rarely, and without Playwright's locators: their work in the page would be measured too. */
async function waitUntil(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 75; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    if (await isDone()) return
  }
  throw new Error(`the gallery does not show ${what}`)
}

function makeDesign(origin: string, index: number, style: string | null) {
  return {
    id: `design-${index}${style ?? ''}`,
    imageUrl: `${origin}/large-gallery.svg?n=${index}`,
    prompt: 'Create a traditional tattoo design. '.repeat(12),
    subject: `${subjects[index % subjects.length]} ${index}`,
    style: style ?? styles[index % styles.length]?.id,
    size: 'medium',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: ['#000000', '#cc0000'],
    createdAt: '2026-11-21T10:00:00.000Z',
    userId: 'member',
    model: 'dall-e-3',
    origin: 'drawn',
    favourite: index % 5 === 0,
    number: 5000 - index,
    parentId: null,
  }
}

/** Runs in the page: pages come by a click only. */
function stopScrollLoading(): void {
  Object.assign(window, {
    IntersectionObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  })
}

/** Runs in the page, and finds where to click: on the fifth card, otherwise on the last element. */
function find([selector, name]: Target) {
  const found = [...document.querySelectorAll(selector)].filter(
    (element) =>
      !element.closest('[hidden]') &&
      (element.textContent?.trim() === name || element.ariaLabel?.startsWith(name)),
  )
  const element = selector.startsWith('article') ? found[4] : found.at(-1)
  if (!element) throw new Error(`there is no ${name} in ${selector}`)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}
