import type { CDPSession, Page } from '@playwright/test'
import { healthyReportDelayMs } from '../src/federation/health-reports.ts'
import {
  expect,
  holdRequests,
  markAsMember,
  memberPaths,
  publicPaths,
  sample,
  test,
} from './fixtures.ts'
import { maximumShift, readShift, recordShift } from './layout-shift.ts'

// The remote and the app that cannot load.
test.use({
  allowedErrors: [/remotes\/gallery|gallery_|ERR_FAILED|no version to go back to|Loading chunk/],
})

test('without JavaScript every page has its frame, and says what is missing', {
  tag: ['@core', '@matrix'],
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of sample(['/generator', ...publicPaths])) {
    await page.goto(path)
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Connectez-vous' }),
      path,
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('contentinfo'), path).toBeAttached()
    await expect(page.locator('noscript'), path).toBeVisible()
  }
  await markAsMember(context, baseURL)
  for (const path of sample(memberPaths)) {
    await page.goto(path)
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Mes Designs' }),
      path,
    ).toBeVisible()
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Déconnexion' }),
      path,
    ).toBeVisible()
  }
  await context.close()
})

test('what comes later in the HTML moves nothing that was painted before it', {
  tag: ['@core', '@matrix'],
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await markAsMember(context, baseURL)
  const page = await context.newPage()
  for (const width of [375, 1280, 1920]) {
    await page.setViewportSize({ width, height: 1080 })
    for (const path of sample([...memberPaths, ...publicPaths])) {
      await page.goto(path)
      expect(await page.evaluate(listMoved), `${path} at ${width}`).toEqual([])
    }
  }
  await context.close()
})

test('a page loads each of the two typefaces once, with no more than the weights in use', {
  tag: '@core',
}, async ({ site: { page } }) => {
  const fonts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(response.body())
  })
  await page.goto('/')
  await waitForReact(page)
  await page.waitForFunction(() =>
    ['Hanken Grotesk', 'Grenze Gotisch'].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', '') === name && status === 'loaded',
      ),
    ),
  )
  expect(fonts).toHaveLength(2)
  const bytes = (await Promise.all(fonts)).reduce((sum, { length }) => sum + length, 0)
  expect(bytes).toBeLessThan(50_000)
})

test("React keeps every node of a visitor's page", { tag: ['@core', '@matrix'] }, async ({
  site: { page },
}) => {
  await page.addInitScript(recordNodes)
  for (const path of sample(publicPaths)) {
    await page.goto(path)
    await waitForReact(page)
    expect(await listLostNodes(page), path).toEqual([])
  }
})

test("React keeps the nodes of a member's page until the remote's first commit", {
  tag: ['@core', '@matrix'],
}, async ({ site }) => {
  const { page } = site
  await site.signUp()
  await page.addInitScript(recordNodes)
  for (const path of sample(memberPaths)) {
    // The remote waits, and with it its first commit.
    const release = await holdRequests(page, '**/remotes/**/remote-entry.js*')
    await page.goto(path, { waitUntil: 'commit' })
    await waitForReact(page)
    expect(await listLostNodes(page), path).toEqual([])
    await release()
    await expect(
      page.getByRole('main').getByRole('heading', { level: 1 }).first(),
      path,
    ).toBeVisible()
    expect(await listLostNodes(page, '#root > header *, #root > footer *'), path).toEqual([])
  }
})

test('the page that came as HTML is laid out once, and styled once, until the remote takes its place', {
  tag: '@core',
}, async ({ site }) => {
  const { page } = site
  await site.signUp()
  const devtools = await page.context().newCDPSession(page)
  for (const path of sample(['/generator', '/gallery'])) {
    const releaseApp = await holdRequests(page, '**/static/js/index.*')
    const releaseSession = await holdRequests(page, '**/oauth/token')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#skeleton h1')).toBeAttached()
    // The typefaces are the only reason for a second layout, and wait for the first script.
    const typefaces = page.locator('style[media="not all"]')
    await typefaces.evaluate((style) => style.removeAttribute('media'))
    // `fonts.ready` would not do: it has come before the first layout asks for them.
    await page.waitForFunction(
      () =>
        document.fonts.check('1em "Hanken Grotesk"') &&
        document.fonts.check('600 1em "Grenze Gotisch"'),
    )
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
    const stop = await recordWork(devtools)
    await releaseApp()
    await waitForReact(page)
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ href }) => href?.includes('/remotes/')),
    )
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const { elements, objects } = await stop()
    const all = await page.locator('*').count()
    expect(objects, `${path}: objects that were laid out again`).toBeLessThan(all / 10)
    expect(elements, `${path}: elements that were styled again`).toBeLessThan(all / 5)
    await releaseSession()
    await expect(page.locator('#skeleton'), path).toHaveCount(0)
    // The remote's stylesheets waited for it.
    const media = await page.evaluate(() =>
      [...document.styleSheets].map((sheet) => sheet.media.mediaText),
    )
    expect(new Set(media), path).toEqual(new Set(['']))
  }
})

test("the controls of a skeleton look like the page's, and nothing happens when they are used", {
  tag: '@matrix',
}, async ({ site }) => {
  const { page } = site
  await site.signUp()
  for (const path of sample(['/generator', '/gallery', '/settings'])) {
    if (path === '/gallery') {
      // Its search and its selection come with the second design.
      await site.generateDesign('Un loup')
      await site.generateDesign('Une rose')
    }
    const release = await holdRequests(page, '**/remotes/**/remote-entry.js*')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(
      page.locator('#skeleton').getByRole('heading', { level: 1, includeHidden: true }),
      path,
    ).toBeVisible()
    const skeleton = await page.evaluate(listLooks)
    await page.mouse.click(300, 400)
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
    }
    // Under the pointer a control of the page would look different.
    await page.mouse.move(0, 0)
    expect(
      await page.evaluate(() => document.activeElement?.closest('#skeleton') ?? null),
      path,
    ).toBeNull()
    await release()
    await expect(page.locator('#skeleton'), path).toHaveCount(0)
    expect(skeleton.length, path).toBeGreaterThan(0)
    expect(await page.evaluate(listLooks), path).toEqual(expect.arrayContaining(skeleton))
  }
})

test('a form keeps what was typed before React took over', { tag: '@core' }, async ({
  site: { page },
}) => {
  const release = await holdRequests(page, '**/static/js/index.*')
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('lea@encre.test')
  await page.getByLabel('Mot de passe').fill('aiguille')
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeDisabled()
  await page.getByLabel('Mot de passe').press('Enter')
  await release()
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('lea@encre.test')
  await expect(page.getByLabel('Mot de passe')).toHaveValue('aiguille')
  await expect(page).toHaveURL(/\/sign-in$/)
})

test("a cookie without a session: the sign-in page takes the place of the member's page", {
  tag: '@core',
}, async ({ site: { page }, baseURL }) => {
  await markAsMember(page.context(), baseURL)
  await page.setViewportSize({ width: 375, height: 720 })
  await recordShift(page)
  await page.goto('/gallery')
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  expect(await readShift(page)).toBeLessThanOrEqual(maximumShift)
})

test('a cold load requests nothing twice and no manifest, and what the page declares as prefetch before the remote asks for it', {
  tag: '@core',
}, async ({ site }) => {
  const { page } = site
  await site.signUp()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await holdRequests(page, '**/remotes/gallery/**/remote-entry.js*')
  await page.clock.install()
  const prefetched = page.waitForRequest('**/api/gallery/designs')
  await page.goto('/gallery', { waitUntil: 'commit' })
  await prefetched
  await release()
  await expect(page.getByText('Aucun design trouvé')).toBeVisible()
  await page.waitForLoadState('networkidle')
  // While a canary is active, a healthy page reports after this delay.
  await page.clock.runFor(healthyReportDelayMs)
  expect(asked.filter((path) => /releases|manifest|registry/.test(path))).toEqual([])
  const own = asked.filter((path) => /^\/(static|remotes|api)\//.test(path))
  expect(own).toContain('/api/gallery/designs')
  expect(own.filter((path, index) => own.indexOf(path) !== index)).toEqual([])
})

interface TraceEvent {
  args: { elementCount?: number; beginData?: { dirtyObjects?: number } }
}

/** Runs in the page: records the nodes that the HTML contains before the page's scripts run. */
function recordNodes(): void {
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return
    const selector =
      '#root header *, #root main, #root main > *, #root main h1, #root main form *, #skeleton *, #root footer *'
    Object.assign(window, { recorded: [...document.querySelectorAll(selector)] })
  })
}

/**
 * Runs in the page: the parts whose upper left corner moves while the HTML arrives. The document is
 * cut before each part, from the last to the first, as where a slow parser stops and the browser
 * paints.
 */
function listMoved(): string[] {
  const parts = [...document.querySelectorAll('main :is(h1, h2, form, section, aside, ul, figure)')]
  const isPainted = (part: Element) => part.clientHeight > 0
  const placeOf = (part: Element) => {
    const { x, y } = part.getBoundingClientRect()
    return `${Math.round(x)}, ${Math.round(y)}`
  }
  if (!parts.some(isPainted)) return ['nothing is painted']
  const places = parts.map(placeOf)
  const moved: string[] = []
  for (const [count, part] of [...parts.entries()].reverse()) {
    const rest = document.createRange()
    rest.setStartBefore(part)
    rest.setEnd(document.body, document.body.childNodes.length)
    rest.deleteContents()
    for (const [index, earlier] of parts.slice(0, count).entries()) {
      const place = placeOf(earlier)
      if (isPainted(earlier) && place !== places[index]) {
        moved.push(`${earlier.localName}.${earlier.className}: ${place} before ${places[index]}`)
      }
    }
  }
  return moved
}

/**
 * Counts what the browser styles and lays out from now on in the page. Chromium reports it in the
 * traces that its performance panel shows.
 */
async function recordWork(
  devtools: CDPSession,
): Promise<() => Promise<{ elements: number; objects: number }>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  )
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    devtools.once('Tracing.tracingComplete', () => resolve())
    await devtools.send('Tracing.end')
    await promise
    const sum = (numbers: (number | undefined)[]) =>
      numbers.reduce<number>((total, each = 0) => total + each, 0)
    return {
      elements: sum(events.map(({ args }) => args.elementCount)),
      objects: sum(events.map(({ args }) => args.beginData?.dirtyObjects)),
    }
  }
}

/** Waits until React has hydrated the header and the page in `<main>`. */
async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isHydrated = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps'))
    const elements = [document.querySelector('header'), document.querySelector('main > *')]
    return elements.every((element) => element !== null && isHydrated(element))
  })
}

/** The recorded nodes, or those of them that match `selector`, that have left the document. */
function listLostNodes(page: Page, selector = '*'): Promise<string[]> {
  return page.evaluate((wanted) => {
    const recorded: unknown = Reflect.get(window, 'recorded')
    if (!Array.isArray(recorded) || recorded.length === 0) return ['no node was recorded']
    const lost = recorded.filter((node: Element) => node.matches(wanted) && !node.isConnected)
    return lost.map((node: Element) => node.outerHTML.slice(0, 80))
  }, selector)
}

/** The controls of the page's content and their labels, each with its colours and its border. */
function listLooks(): string[] {
  const controls = document.querySelectorAll(
    'main :is(label, button, textarea, input:not([type=radio], [type=checkbox]))',
  )
  return [...controls].map((control) => {
    const { color, backgroundColor, borderTopStyle, borderTopColor, borderTopWidth } =
      getComputedStyle(control)
    const name =
      control.textContent || control.getAttribute('name') || control.getAttribute('aria-label')
    return [
      control.localName,
      name,
      color,
      backgroundColor,
      borderTopStyle,
      borderTopColor,
      borderTopWidth,
    ].join(' ')
  })
}
