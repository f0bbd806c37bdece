import type { Route } from '@encre/protocol/release'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import { redact } from '@encre/worker/log'
import type { BrowserContext, Page } from '@playwright/test'
import { type Sample, type ServedVersion, serveVersion, watchPage } from './sample-answers.ts'

export interface View {
  path: string
  who: string
  route: Route
  width: number
  isShown: boolean
  /** Replaces the answers of the remote's worker; null keeps the live ones. */
  sample: Sample | null
  /** Whether to leave and open the page several times, and to press its buttons. */
  isUsed: boolean
}

export interface Examined {
  ms: number
  isHung: boolean
  isShown: boolean
  errors: string[]
  facts: Facts | null
  requests: number
  imageBytes: number
  /** Bytes that the page keeps each time it is opened. */
  keptBytes: number
}

export interface ExamineOptions extends ServedVersion {
  shownPrefix: string
  limitMs: number
}

export async function examine(
  context: BrowserContext,
  view: View,
  options: ExamineOptions,
): Promise<Examined | null> {
  const { origin, release, shownPrefix, limitMs } = options
  const page = await context.newPage()
  await page.setViewportSize({ width: view.width, height: 800 })
  await serveVersion(page, options, view.sample)
  const seen = { requests: 0, imageBytes: 0 }
  page.on('request', (request) => {
    if (
      new URL(request.url()).pathname.startsWith(`/api/${release.name}/`) &&
      request.resourceType() !== 'image'
    )
      seen.requests += 1
  })
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'image') return
    seen.imageBytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  const errors = watchPage(page, release)
  const started = Date.now()
  const found: Omit<Examined, 'ms' | 'errors' | keyof typeof seen> = {
    isHung: false,
    isShown: false,
    facts: null,
    keptBytes: 0,
  }
  try {
    if (!(await withTimeout(use(), limitMs, view.path))) return null
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    found.isHung = true
    errors.push(describeHang(limitMs))
  } finally {
    page.close().catch(() => {})
  }
  return { ...found, ...seen, ms: Date.now() - started, errors }

  async function use(): Promise<boolean> {
    const open = () => page.goto(origin + view.path, { timeout: 0 }).catch(() => null)
    // A connection that a busy machine loses says nothing about the release.
    if (!((await open()) ?? (await open()))) return false
    const shown = view.isShown
      ? page.locator(`main [class*="${shownPrefix}"]`).first()
      : page.getByRole('heading', { level: 1 }).first()
    await shown
      .or(page.getByRole('button', { name: 'Réessayer' }))
      .first()
      .waitFor({ timeout: limitMs })
      .catch(() => {})
    // The replies to its first requests may still make it throw.
    await page.waitForLoadState('networkidle', { timeout: limitMs / 4 }).catch(() => {})
    found.isShown = await shown.isVisible()
    found.facts = await page.evaluate(readFacts)
    if (!view.isUsed || !found.isShown) return true
    await page.evaluate(() => Object.assign(window, { encreStays: true }))
    found.keptBytes = await measureKeptBytes(page)
    // Without the shell's handler the browser follows the links: each click loads the whole page.
    if (!(await page.evaluate(() => 'encreStays' in window)))
      errors.push('a click on a link of the site did not reach the shell')
    await pressButtons(page)
    found.facts = await page.evaluate(readFacts)
    return true
  }
}

export function describeHang(limitMs: number): string {
  return `it did not respond for ${Math.round(limitMs / 1000)} s; does it render or compute without end?`
}

interface Facts {
  title: string
  lang: string
  defects: string[]
  images: number
  /** Of text, in the two storages and the cookies. */
  storageBytes: number
  /** Of IndexedDB and the caches, as the browser estimates them. */
  databaseBytes: number
}

/**
 * Runs in the page before its own scripts: keeps the browser's functions that every part of the
 * page uses.
 */
export function saveNatives(): void {
  const list = () => [
    fetch,
    setTimeout,
    JSON.parse,
    history.pushState,
    navigator.sendBeacon,
    indexedDB.open,
    XMLHttpRequest.prototype.send,
    Array.prototype.map,
    Promise.prototype.then,
  ]
  const natives = list()
  Object.defineProperty(window, 'encreReplaced', {
    value: () => list().some((each, index) => each !== natives[index]),
  })
}

export async function readFacts(): Promise<Facts> {
  const defects: string[] = []
  const isReplaced: unknown = Reflect.get(window, 'encreReplaced')
  if (typeof isReplaced === 'function' && isReplaced())
    defects.push('it replaced a function of the browser')
  const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
  if (!document.body.dispatchEvent(tab)) defects.push('it takes the key Tab')
  if (!dispatchEvent(new Event('beforeunload', { cancelable: true })))
    defects.push('it asks before the page is left')
  const mains = document.querySelectorAll('main').length
  if (mains !== 1) defects.push(`the page has ${mains} elements "main"`)
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth + 1)
    defects.push(`the page is ${scrollWidth} pixels wide on a screen of ${clientWidth}`)
  const isDialogOpen = document.querySelector('dialog[open], :popover-open') !== null
  const isFixed = [document.documentElement, document.body].some(
    (element) => getComputedStyle(element).overflowY === 'hidden',
  )
  if (isFixed && !isDialogOpen) defects.push('the page cannot be scrolled')
  for (const name of ['header', 'footer']) {
    const part = document.querySelector(`${name}:not(main *)`)
    if (!part?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      defects.push(`the ${name} is gone`)
    const links = [...(part?.querySelectorAll('a') ?? [])].filter((link) => link.checkVisibility())
    const isCovered = links.some((link) => {
      link.scrollIntoView({ behavior: 'instant', block: 'nearest' })
      const { x, y, width, height } = link.getBoundingClientRect()
      const found = document.elementFromPoint(x + width / 2, y + height / 2)
      return found !== null && !part?.contains(found)
    })
    if (isCovered && !isDialogOpen) defects.push(`something lies over the ${name}`)
  }
  const text = (storage: Storage) => Object.entries(storage).flat().join('').length
  const images = document.querySelectorAll('main img').length
  const { usage = 0 } = await navigator.storage.estimate()
  return {
    title: document.title,
    lang: document.documentElement.lang,
    defects,
    images,
    storageBytes: text(localStorage) + text(sessionStorage) + document.cookie.length,
    databaseBytes: usage,
  }
}

async function pressButtons(page: Page): Promise<void> {
  const buttons = page.locator('main button:visible:enabled')
  const kinds = await buttons.evaluateAll((all) =>
    all.map(({ className, textContent }) => className || textContent),
  )
  const firsts = kinds
    .flatMap((kind, index) => (kinds.indexOf(kind) === index ? [index] : []))
    .slice(0, 8)
  for (const index of firsts) {
    await buttons
      .nth(index)
      .click({ timeout: 1000 })
      .catch(() => {})
    await page.keyboard.press('Escape')
  }
}

/** Times that the page is left and opened again, after `warmUpRounds`, which fill caches. */
const rounds = 4
const warmUpRounds = 2

async function measureKeptBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const path = new URL(page.url()).pathname
  for (let round = 0; round < warmUpRounds; round++) {
    await leaveAndReturn(page, path)
  }
  const before = await readHeapBytes()
  for (let round = 0; round < rounds; round++) {
    await leaveAndReturn(page, path)
  }
  return Math.max(0, Math.round(((await readHeapBytes()) - before) / rounds))

  async function readHeapBytes(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
    return usedSize + backingStorageSize
  }
}

async function leaveAndReturn(page: Page, path: string): Promise<void> {
  // A narrow header has its links in a menu. The shell takes the click on any link of the site.
  await page.locator('a[href="/about"]').first().dispatchEvent('click')
  await page.waitForURL((url) => url.pathname === '/about', { timeout: 0 })
  await page.goBack({ timeout: 0 })
  await page.waitForURL((url) => url.pathname === path, { timeout: 0 })
  await page.locator('main h1').first().waitFor({ timeout: 0 })
}

/** The addresses of files and the names of classes contain the version. */
function withoutVersion(error: string): string {
  return error.replaceAll(/(remotes\/\w+\/|\b[a-z]+_)[0-9a-z-]+/g, '$1…')
}

/**
 * What a version may always use, and up to which multiple of the live version's figure. An empty
 * IndexedDB counts 74 kB in Chromium.
 */
const allowances = {
  storageBytes: 20_000,
  databaseBytes: 200_000,
  requests: 8,
  imageBytes: 500_000,
  keptBytes: 300_000,
}
const multiple = 3

/**
 * What the new version does worse than the live one, one sentence each. A first release has no live
 * one: then `before` has shown nothing.
 */
export function judge(
  { route, isShown }: Pick<View, 'route' | 'isShown'>,
  before: Examined,
  after: Examined | null,
): string[] {
  if (!after) return ['the site did not answer']
  const known = before.errors.map(withoutVersion)
  // An address or an error may contain the token of a member or of an image.
  const errors = after.errors.filter((error) => !known.includes(withoutVersion(error))).map(redact)
  if (!after.facts) return errors
  const { title, lang, defects, images, storageBytes, databaseBytes } = after.facts
  const liveImages = before.facts?.images ?? 0
  const limit = (what: string, name: keyof typeof allowances, value: number, live: number) => {
    const most = Math.max(allowances[name], live * multiple)
    return value > most ? [`${what}: ${value}, the live version ${live}, the limit is ${most}`] : []
  }
  return [
    ...(after.isShown ? [] : ['nothing of it was shown']),
    ...errors,
    ...(isShown && images * multiple < liveImages
      ? [`it shows ${images} images, the live version ${liveImages}`]
      : []),
    ...defects.filter((defect) => !before.facts?.defects.includes(defect)),
    ...(isShown && !title.includes('Encre') ? [`the title of the page is "${title}"`] : []),
    ...(isShown && lang !== route.lang
      ? [`the language of the page is "${lang}", its route says "${route.lang}"`]
      : []),
    ...limit('it stores bytes', 'storageBytes', storageBytes, before.facts?.storageBytes ?? 0),
    ...limit(
      'its databases have bytes',
      'databaseBytes',
      databaseBytes,
      before.facts?.databaseBytes ?? 0,
    ),
    ...limit('it sends requests to its worker', 'requests', after.requests, before.requests),
    ...limit('it loads bytes of images', 'imageBytes', after.imageBytes, before.imageBytes),
    ...limit(
      'it keeps more memory each time it is opened, in bytes',
      'keptBytes',
      after.keptBytes,
      before.keptBytes,
    ),
  ]
}
