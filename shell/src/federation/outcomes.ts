import type { ManifestVersion, PageManifest } from '@encre/protocol/page-manifest'
import type { HealthReport } from '@encre/protocol/registry'
import { tell } from '../report-error.ts'

/** What a composition said of a version: without its token the registry believes nobody. */
interface Given {
  token: string
  remote: string
  watched: boolean
  base: string
}

const given = new Map<string, Given>()
const sent = new Set<string>()
const idleDelay = 3000

/** From now on the outcomes of this composition's versions can be said. */
export function expectOutcomes({ token, remotes }: PageManifest): void {
  if (!token) return
  for (const { name, current, watched = false } of remotes) given.set(current.global, { token, remote: name, watched, base: current.base })
}

/** Once per version: all went well. Said when the page has nothing better to do, and only while a canary needs to compare. */
export function recordSuccess({ global }: ManifestVersion): void {
  if (given.get(global)?.watched) setTimeout(send, idleDelay, global, 'ok')
}

/** Once per version and kind; a version that is only fallen back to has nobody to tell. */
export function recordFailure({ global }: ManifestVersion, outcome: 'load-failed' | 'error'): void {
  send(global, outcome)
}

/** An error that nobody caught is that of the version whose code it came through. */
export function recordFailureIn(stack: string): void {
  for (const [global, { base }] of given) if (stack.includes(base)) send(global, 'error')
}

function send(global: string, outcome: HealthReport['outcome']): void {
  const version = given.get(global)
  const key = `${global} ${outcome}`
  if (!version || sent.has(key)) return
  sent.add(key)
  const body: HealthReport = { token: version.token, remote: version.remote, outcome }
  tell('outcomes', body)
}
