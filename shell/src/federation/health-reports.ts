import type { ManifestVersion, PageManifest } from '@encre/protocol/page-manifest'
import type { HealthReport } from '@encre/releases/registry'
import { handleUncaught, natives, reportError, sendBeacon } from '../report-error.ts'
import { findDefect, watchFrames } from './judge-page.ts'

// What this page tells the registry of a version: started, well, failed, left. Called as a remote
// loads (`load-remote.ts`, `use-remote.ts`, `remote-page.tsx`). The worker accepts it in
// `shell/worker/registry/health-reports/`, and `canary-steps.ts` there draws the consequences.

/**
 * A version that this page may report on. The registry accepts no report without the token of the
 * manifest that gave the version.
 */
interface ReportedVersion {
  token: string
  remote: string
  canaryActive: boolean
  base: string
}

/**
 * Milliseconds after which a version that is on screen counts as healthy: the report leaves after
 * the page's own work.
 */
export const healthyReportDelayMs = 3000
/** Then a version that is still well is reported for the last time, as `done`. */
export const lastReportDelayMs = 60_000

type Result = Exclude<HealthReport['outcome'], 'started' | 'left'>

const versions = new Map<string, ReportedVersion>()
const sent = new Set<string>()
const pending = new Set<string>()
/** Versions that were well so far, and are judged again. */
const watched = new Set<string>()
const rounds = new Map<string, number>()

export function addReportedVersions({ token, remotes }: PageManifest): void {
  if (!token) return
  if (versions.size === 0) handleUncaught(reportFailureIn)
  // The same listeners, so only the first call adds them.
  addEventListener('pagehide', endPending)
  document.addEventListener('visibilitychange', endWatched)
  document.addEventListener('securitypolicyviolation', reportViolation)
  for (const { name, current, canaryActive = false } of remotes) {
    versions.set(current.global, { token, remote: name, canaryActive, base: current.base })
  }
}

/**
 * Reports, while a canary is active, that this version is about to be mounted. One that then blocks
 * the page stays silent, which the registry counts.
 */
export function reportStart({ global }: ManifestVersion): void {
  const version = versions.get(global)
  if (!version?.canaryActive || pending.has(global)) return
  pending.add(global)
  // Each page of the remote can block: its success is reported again.
  for (const outcome of ['ok', 'done']) {
    sent.delete(`${global} ${outcome}`)
  }
  post(version, 'started')
}

/** Reports a version that leaves the page: `left` before its result, else `done` after an `ok`. */
export function reportLeft({ global }: Pick<ManifestVersion, 'global'>): void {
  const version = versions.get(global)
  if (pending.delete(global) && version) post(version, 'left')
  if (watched.has(global)) send(global, 'done')
}

/**
 * Judges a version of an active canary now, and a minute later again: a fault may take its time.
 */
export function reportHealthy({ global }: ManifestVersion): void {
  if (!versions.get(global)?.canaryActive) return
  const round = (rounds.get(global) ?? 0) + 1
  rounds.set(global, round)
  const isWatched = () =>
    rounds.get(global) === round && (pending.has(global) || watched.has(global))
  watchFrames(isWatched, (defect) => fail(global, defect))
  natives.setTimeout(() => isWatched() && judge(global, 'ok'), healthyReportDelayMs)
  natives.setTimeout(() => isWatched() && judge(global, 'done'), lastReportDelayMs)
}

function judge(global: string, outcome: 'ok' | 'done'): void {
  const defect = findDefect()
  if (defect) fail(global, defect)
  else send(global, outcome)
}

function fail(global: string, defect: string): void {
  reportError(new Error(defect))
  send(global, 'error')
}

/** Reports once per version and kind, and nothing about a version whose file the network lost. */
export function reportFailure(
  { global }: Pick<ManifestVersion, 'global'>,
  outcome: 'load-failed' | 'error',
  error: unknown,
): void {
  const file = findLostFile(error)
  if (file)
    void isAbsent(file).then((isFault) =>
      isFault ? send(global, outcome) : reportLeft({ global }),
    )
  else send(global, outcome)
}

/**
 * Reports an uncaught error on the version whose file is in its stack, else on those that the page
 * shows.
 */
function reportFailureIn(error: Error): void {
  const culprits = [...versions]
    .filter(([, { base }]) => error.stack?.includes(base))
    .map(([global]) => global)
  for (const global of culprits.length > 0 ? culprits : [...pending, ...watched]) {
    reportFailure({ global }, 'error', error)
  }
}

/** Reports what the content security policy blocked in a file of a version. */
function reportViolation({ sourceFile }: SecurityPolicyViolationEvent): void {
  for (const [global, { base, canaryActive }] of versions) {
    if (canaryActive && sourceFile.includes(base)) send(global, 'error')
  }
}

function send(global: string, outcome: Result): void {
  const version = versions.get(global)
  const key = `${global} ${outcome}`
  if (!version || sent.has(key)) return
  sent.add(key)
  pending.delete(global)
  if (outcome === 'ok') watched.add(global)
  else watched.delete(global)
  post(version, outcome)
}

/**
 * The page closes before these results: without a report, its silence would count against the
 * versions.
 */
function endPending(): void {
  for (const global of [...pending, ...watched]) {
    reportLeft({ global })
  }
}

/** A browser may stop a hidden page for good: what was well until then is judged now. */
function endWatched(): void {
  if (document.visibilityState === 'hidden')
    for (const global of watched) {
      judge(global, 'done')
    }
}

function post({ token, remote }: ReportedVersion, outcome: HealthReport['outcome']): void {
  const body: HealthReport = { token, remote, outcome }
  sendBeacon('outcomes', body)
}

/**
 * The address of the script or stylesheet whose loading by Rspack's code caused the error, or null.
 */
export function findLostFile(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // A script of type `missing` arrived, and lacks what its name promises.
  if (
    'request' in error &&
    typeof error.request === 'string' &&
    'type' in error &&
    error.type !== 'missing'
  )
    return error.request
  return findLostFile(error.cause)
}

/**
 * Whether the site answers that it has no such file. The request also replaces a damaged copy in
 * the browser's cache.
 */
async function isAbsent(file: string): Promise<boolean> {
  const answer = await natives.fetch(file, { cache: 'reload' }).catch(() => null)
  return answer?.status === 404
}
