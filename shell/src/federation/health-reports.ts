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

const versions = new Map<string, ReportedVersion>()
const sent = new Set<string>()

/** Allows health reports on the current versions of this manifest. */
export function addReportedVersions({ token, remotes }: PageManifest): void {
  if (!token) return
  for (const { name, current, watched: canaryActive = false } of remotes) {
    versions.set(current.global, { token, remote: name, canaryActive, base: current.base })
  }
}

/** Reports once per version that it works, and only while a canary is active: the registry compares the two. */
export function reportHealthy({ global }: ManifestVersion): void {
  if (versions.get(global)?.canaryActive) setTimeout(send, healthyReportDelayMs, global, 'ok')
}

/** Reports once per version and kind. A version that only replaces a failed one is not reported. */
export function reportFailure({ global }: ManifestVersion, outcome: 'load-failed' | 'error'): void {
  send(global, outcome)
}

/** Reports an uncaught error on the version whose file is in its stack. */
export function reportFailureIn(stack: string): void {
  for (const [global, { base }] of versions) if (stack.includes(base)) send(global, 'error')
}

function send(global: string, outcome: HealthReport['outcome']): void {
  const version = versions.get(global)
  const key = `${global} ${outcome}`
  if (!version || sent.has(key)) return
  sent.add(key)
  const body: HealthReport = { token: version.token, remote: version.remote, outcome }
  sendBeacon('outcomes', body)
}
