import { waits } from './load-retries.ts'

// Loads one file of the site, and once more from a new address when it does not arrive. The waits,
// and what follows for a part, a remote or the page, are in `load-retries.ts`.

type Kind = Parameters<NonNullable<typeof encreLoadFile>>[2]

/** Fewer bytes in `waits.quiet` are no progress. */
const progressBytes = 256

/** The name and the fields are those of Rspack's own errors, which `findLostFile` reads. */
export class LostFileError extends Error {
  override name = 'LostFileError'
  readonly type = 'error'
  constructor(
    readonly request: string,
    options?: ErrorOptions,
  ) {
    super(`the file ${request} did not arrive`, options)
  }
}

/** What a stylesheet that is added now applies to (`federation/stylesheets.ts`). */
export const newStylesheet = { media: '' }

const loading = new Map<string, Promise<string>>()
const lost = new Set<string>()
let retries = 0
/** On a slow network files wait for each other: the progress of one is that of all. */
let progressAt = 0

/**
 * Loads a file of the site and resolves to the address it came from. A file that fails, or makes no
 * progress, is requested once more under a new address and on a connection of its own. A slow file
 * is never cut. Rejects with a `LostFileError`; the next call tries a new address.
 */
export function loadFile(url: string, integrity: string | undefined, kind: Kind): Promise<string> {
  const { href } = new URL(url, location.href)
  const known = loading.get(href)
  if (known) return known
  const load = loadTwice(href, integrity, kind).finally(() => loading.delete(href))
  loading.set(href, load)
  return load
}

async function loadTwice(url: string, integrity: string | undefined, kind: Kind): Promise<string> {
  const arrived = Promise.withResolvers<string>()
  /** Resolves also when the element of an earlier try arrives after all. */
  const run = async (address: string) => {
    if (kind === 'worker') return address
    const element = findElement(address) ?? addElement(address, integrity, kind)
    const failed = Promise.withResolvers<never>()
    element.addEventListener('load', () => arrived.resolve(address))
    element.addEventListener('error', () => {
      element.remove()
      failed.reject(new LostFileError(address))
    })
    return Promise.race([arrived.promise, failed.promise])
  }
  let isWatched = true
  try {
    if (lost.has(url)) throw new LostFileError(url)
    if (kind === 'worker') await readFile(url)
    return await orLost(run(url), async () => {
      await pause(waits.watchAfter)
      if (isWatched) await readFile(url)
      await pause(waits.quiet)
    })
  } catch {
    lost.add(url)
  } finally {
    isWatched = false
  }
  const address = `${url}?retry=${++retries}`
  try {
    // Without credentials a browser uses another connection than the one that may be frozen, and
    // with `reload` no copy that it has kept of a file that was changed on its way.
    const read = readFile(address, { credentials: 'omit', cache: 'reload' })
    await Promise.race([arrived.promise, read])
    return await orLost(run(address), () => pause(waits.unreachable))
  } catch (error) {
    throw new LostFileError(url, { cause: error })
  }
}

async function orLost(work: Promise<string>, watch: () => Promise<void>): Promise<string> {
  return Promise.race([
    work,
    watch().then(() => {
      throw new Error('the file has arrived and does not run')
    }),
  ])
}

function findElement(address: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(
    ({ src }) => src === address,
  )
}

function addElement(
  address: string,
  integrity: string | undefined,
  kind: 'script' | 'style',
): HTMLElement {
  // The same attributes as the preload link: with others the browser would fetch the file twice.
  const common = { crossOrigin: 'anonymous', integrity: integrity ?? '' }
  const element =
    kind === 'script'
      ? Object.assign(document.createElement('script'), common, { src: address })
      : Object.assign(document.createElement('link'), common, newStylesheet, {
          rel: 'stylesheet',
          href: address,
        })
  document.head.append(element)
  return element
}

/**
 * Reads a file to its end, which leaves it in the browser's cache. Rejects when it fails or makes
 * no progress.
 */
async function readFile(address: string, options?: RequestInit): Promise<void> {
  const over = new AbortController()
  progressAt = performance.now()
  const read = async () => {
    const response = await fetch(address, { ...options, signal: over.signal })
    if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`)
    const reader = response.body.getReader()
    let bytes = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length
      if (bytes < progressBytes) continue
      bytes = 0
      progressAt = performance.now()
    }
  }
  try {
    await Promise.race([read(), waitForQuiet(over.signal)])
  } finally {
    over.abort()
  }
}

async function waitForQuiet(signal: AbortSignal): Promise<void> {
  const isQuiet = () => silentMs() >= waits.quiet
  while (!signal.aborted) {
    await pause(Math.max(waits.quiet - silentMs(), 500))
    if (!isQuiet()) continue
    // A site that answers has lost this file alone; one that does not may still come back.
    const isLost = (await siteAnswers()) || silentMs() >= waits.unreachable
    // The file may have gone on while the site was asked.
    if (isLost && isQuiet()) throw new Error('no progress')
  }
}

/** Milliseconds since a file of the page went on. */
function silentMs(): number {
  return performance.now() - progressAt
}

async function siteAnswers(): Promise<boolean> {
  const options = {
    method: 'HEAD',
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(waits.quiet),
  } as const
  return fetch('/robots.txt', options).then(
    () => true,
    () => false,
  )
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

globalThis.encreLoadFile = loadFile
