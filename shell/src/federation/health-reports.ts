import type { ManifestVersion, PageManifest } from '@encre/protocol/page-manifest'
import type { HealthReport } from '@encre/protocol/registry'
import { sendBeacon } from '../report-error.ts'

/** A version that this page may report on. The registry accepts no report without the token of the manifest that gave the version. */
interface ReportedVersion {
  token: string
  remote: string
  canaryActive: boolean
  base: string
}

/** Milliseconds after which a version that is on screen counts as healthy: the report leaves after the page's own work. */
export const healthyReportDelayMs = 3000

type Result = Exclude<HealthReport['outcome'], 'started' | 'left'>

const versions = new Map<string, ReportedVersion>()
const sent = new Set<string>()
/** Started versions without a result. */
const pending = new Set<string>()

/** Allows health reports on the current versions of this manifest. */
export function addReportedVersions({ token, remotes }: PageManifest): void {
  if (!token) return
  // The same listener, so only the first call adds it.
  addEventListener('pagehide', endPending)
  for (const { name, current, canaryActive = false } of remotes) {
    versions.set(current.global, { token, remote: name, canaryActive, base: current.base })
  }
}

/**
 * Reports that this version is about to be mounted, and only while a canary is active. A version that then blocks the page can report
 * nothing more: the registry counts this silence.
 */
export function reportStart({ global }: ManifestVersion): void {
  const version = versions.get(global)
  if (!version?.canaryActive || pending.has(global)) return
  pending.add(global)
  // Each page of the remote can block: its success is reported again.
  sent.delete(`${global} ok`)
  post(version, 'started')
}

/** Reports that a started version has left the page before its result, which says nothing about the version. */
export function reportLeft({ global }: Pick<ManifestVersion, 'global'>): void {
  const version = versions.get(global)
  if (pending.delete(global) && version) post(version, 'left')
}

/** Reports once per version that it works. Only while a canary is active, because the registry compares it with the current version. */
export function reportHealthy({ global }: ManifestVersion): void {
  if (versions.get(global)?.canaryActive) setTimeout(send, healthyReportDelayMs, global, 'ok')
}

/**
 * Reports once per version and kind. A version that only replaces a failed one is not reported, and neither is a version whose file the
 * network lost.
 */
export function reportFailure({ global }: Pick<ManifestVersion, 'global'>, outcome: 'load-failed' | 'error', error: unknown): void {
  const file = findLostFile(error)
  if (file) void isAbsent(file).then((isFault) => (isFault ? send(global, outcome) : reportLeft({ global })))
  else send(global, outcome)
}

/** Reports an uncaught error on the version whose file is in its stack. */
export function reportFailureIn(error: Error): void {
  for (const [global, { base }] of versions) if (error.stack?.includes(base)) reportFailure({ global }, 'error', error)
}

function send(global: string, outcome: Result): void {
  const version = versions.get(global)
  const key = `${global} ${outcome}`
  if (!version || sent.has(key)) return
  sent.add(key)
  pending.delete(global)
  post(version, outcome)
}

/** The page closes before these results: without a report, its silence would count against the versions. */
function endPending(): void {
  for (const global of pending) reportLeft({ global })
}

function post({ token, remote }: ReportedVersion, outcome: HealthReport['outcome']): void {
  const body: HealthReport = { token, remote, outcome }
  sendBeacon('outcomes', body)
}

/** The address of the script or stylesheet whose loading by Rspack's code caused the error, or null. */
export function findLostFile(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // A script of type `missing` arrived, and lacks what its name promises.
  if ('request' in error && typeof error.request === 'string' && 'type' in error && error.type !== 'missing') return error.request
  return findLostFile(error.cause)
}

/**
 * Whether the site answers that it has no such file. A lost connection says nothing about the file, and neither does a site that fails. The
 * request also replaces a damaged copy in the browser's cache, whose address cannot change.
 */
async function isAbsent(file: string): Promise<boolean> {
  const answer = await fetch(file, { cache: 'reload' }).catch(() => null)
  return answer?.status === 404
}
