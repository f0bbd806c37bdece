import type { VitalsReport } from '@encre/releases/insight'
import type { ErrorReport, HealthReport } from '@encre/releases/registry'

/**
 * The page's functions as they were before any remote ran: one that replaces them can neither
 * silence nor change what this page reports.
 */
export const natives = readNatives()

export function readNatives() {
  const { fetch, setTimeout } = globalThis
  return {
    fetch: fetch.bind(globalThis),
    setTimeout: setTimeout.bind(globalThis),
    stringify: JSON.stringify,
    used: listUsed(),
  }
}

/**
 * Browser functions that the page and all remotes share, so replacing one affects them all. Some
 * are absent in the prerender.
 */
export function listUsed(): unknown[] {
  const { history, XMLHttpRequest } = globalThis
  return [
    fetch,
    setTimeout,
    JSON.parse,
    history?.pushState,
    XMLHttpRequest?.prototype.send,
    EventTarget.prototype.addEventListener,
    [].map,
  ]
}

export const maximumReports = 10

let openedWith = 'none'
let shown = 'none'
let reports = 0
/** Remotes with their versions, in the order in which this page mounted them first. */
const mounted = new Set<string>()

/**
 * Sets the id of the page manifest that every report names. The first one is also kept as the
 * manifest that the page opened with.
 */
export function reportPageManifest(id: string): void {
  if (shown === 'none') openedWith = id
  shown = id
  // `request()` reads it here: every remote has its own copy of that function.
  document.documentElement.dataset.composition = id
}

/** What a remote has broken may show in another one only. */
export function reportMounted(remote: string, version: string): void {
  mounted.add(`${remote} ${version}`)
}

/**
 * Reports an unexpected error of the shell or of a remote to the console and to the site's worker.
 * Never throws.
 */
export function reportError(error: unknown): void {
  // The release check reads this prefix from the console of the live shell.
  console.error(`[composition ${shown}]`, error)
  if (++reports > maximumReports) return
  const requestId = findRequestId(error)
  const stack = error instanceof Error ? error.stack?.slice(0, 4000) : undefined
  const report: ErrorReport = {
    composition: shown,
    openedWith,
    path: location.pathname.slice(0, 200),
    message: describe(error).slice(0, 1000),
    ...(stack && { stack }),
    ...(requestId && { requestId }),
    ...(mounted.size > 0 && { earlier: [...mounted].slice(-10) }),
  }
  sendBeacon('errors', report)
}

/**
 * Calls `handle` with what nobody catches. Browsers send notices the same way, such as one on a
 * ResizeObserver: these are no Errors.
 */
export function handleUncaught(handle: (error: Error) => void): void {
  addEventListener('error', ({ error }) => error instanceof Error && handle(error))
  addEventListener('unhandledrejection', ({ reason }) =>
    handle(reason instanceof Error ? reason : new Error(String(reason))),
  )
}

/**
 * Sends a report that also leaves when the page closes. `fetch` with `keepalive`, because
 * `navigator.sendBeacon` takes no headers.
 */
export function sendBeacon(
  kind: 'errors' | 'outcomes' | 'vitals',
  body: ErrorReport | HealthReport | VitalsReport,
): void {
  natives
    .fetch(`/api/releases/${kind}`, {
      method: 'POST',
      headers: { 'x-composition-id': shown },
      body: natives.stringify(body),
      keepalive: true,
    })
    .catch(() => {})
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name}: ${error.message}${error.cause ? `, because ${describe(error.cause)}` : ''}`
}

/**
 * Finds the `requestId` of the refusal that caused the error. It looks at the shape, because each
 * remote has its own copy of the class.
 */
function findRequestId(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('requestId' in error && typeof error.requestId === 'string') return error.requestId
  return findRequestId(error.cause)
}
