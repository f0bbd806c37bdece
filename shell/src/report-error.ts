import type { ErrorReport, HealthReport } from '@encre/protocol/registry'

/** Reports that one page sends: an error in a loop says nothing new. */
const mostReports = 10

let openedWith = 'none'
let composition = 'none'
let reports = 0

/** Says which versions this page runs in every report, and which it was opened with. */
export function reportComposition(id: string): void {
  if (composition === 'none') openedWith = id
  composition = id
  // Where `request()` finds it, of which every remote has a copy.
  document.documentElement.dataset.composition = id
}

/** Where every unexpected error of the shell and of the remotes ends. Never throws. */
export function reportError(error: unknown): void {
  console.error(`[composition ${composition}]`, error)
  if (++reports > mostReports) return
  const requestId = findRequestId(error)
  const stack = error instanceof Error ? error.stack?.slice(0, 4000) : undefined
  const report: ErrorReport = {
    composition,
    openedWith,
    path: location.pathname.slice(0, 200),
    message: describe(error).slice(0, 1000),
    ...(stack && { stack }),
    ...(requestId && { requestId }),
  }
  tell('errors', report)
}

/** Tells the site's worker something of this page, which may be closing. What does not arrive is lost. */
export function tell(what: 'errors' | 'outcomes', body: ErrorReport | HealthReport): void {
  fetch(`/api/releases/${what}`, {
    method: 'POST',
    headers: { 'x-composition-id': composition },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => {})
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name}: ${error.message}${error.cause ? `, because ${describe(error.cause)}` : ''}`
}

/** Of the refusal that the error is about: the worker's own log has the rest. By its shape, since each remote has a copy of the class. */
function findRequestId(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('requestId' in error && typeof error.requestId === 'string') return error.requestId
  return findRequestId(error.cause)
}
