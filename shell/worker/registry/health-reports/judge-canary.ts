import { log } from '@encre/worker/log'
import { changeChannel, findRamp, getChannel, type Ramp } from '../channels/channels-store.ts'
import { updateLiveRemotes } from '../channels/live-remotes.ts'
import { findIncompatibilities } from '../releases/release-check.ts'
import { findRelease } from '../releases/releases-store.ts'
import { countHealthReports, countSuccesses } from './health-reports-store.ts'

/** The failure rate of a canary may exceed the current version's by this much. */
const margin = 0.1

/** Ends a canary that fails clearly more often than the current version, and writes the reason to the history. */
export async function endFailingCanary(env: Env, remote: string): Promise<void> {
  const { current, previous, canary, revision } = await getChannel(env.DB, remote)
  if (!current || !canary) return
  const [canaryReports, currentReports] = await Promise.all([
    countHealthReports(env.DB, remote, canary.version),
    countHealthReports(env.DB, remote, current),
  ])
  if (canaryReports.visitors < minimumReports) return
  const failures = rate(canaryReports, 'failed') - rate(currentReports, 'failed')
  // Pages of a healthy version fall silent too, when a browser is killed.
  const silences = Math.max(0, rate(canaryReports, 'silent') - rate(currentReports, 'silent'))
  if (failures + silences <= margin) return

  const reason = `${describe(canary.version, canaryReports)}, ${describe(current, currentReports)}`
  const ended = await changeChannel(env.DB, remote, revision, {
    action: 'rollback',
    version: current,
    replaced: canary.version,
    author: 'automatic',
    reason,
    next: { current, previous, canary: null },
  })
  if (!ended) return
  log('canary ended', { remote, version: canary.version, reason })
  await updateLiveRemotes(env)
}

type Counts = Awaited<ReturnType<typeof countHealthReports>>

function rate(counts: Counts, kind: 'failed' | 'silent'): number {
  return counts[kind] / Math.max(counts.visitors, minimumReports)
}

function describe(version: string, { visitors, failed, silent }: Counts): string {
  return `${version} failed for ${failed} of ${visitors} visitors${silent > 0 ? ` and fell silent for ${silent}` : ''}`
}

/** The share of visitors, in percent, after each step of a ramp. 100 is a promotion. */
const steps = [5, 25, 50, 100]
/** Without a bad report, a step ends after this many milliseconds, however few visitors there were. */
export const quietStepMs = 30 * 60_000

/** Raises the share of a canary that does well, up to everyone. Call it after `endFailingCanary`. */
export async function rampCanary(env: Env, remote: string): Promise<void> {
  const ramp = await findRamp(env.DB, remote)
  const reason = ramp && (await findReason(env.DB, ramp))
  if (!ramp || !reason || !(await isStillCompatible(env, remote, ramp.channel.canary.version))) return
  const { current, previous, canary, revision } = ramp.channel
  const share = steps.find((step) => step > canary.share) ?? 100
  const isLast = share === 100
  const changed = await changeChannel(env.DB, remote, revision, {
    action: isLast ? 'promote' : 'canary',
    version: canary.version,
    replaced: current,
    author: 'automatic',
    reason,
    next: isLast
      ? { current: canary.version, previous: current, canary: null }
      : { current, previous, canary: { version: canary.version, share, ramp: true } },
  })
  if (!changed) return
  log('canary raised', { remote, version: canary.version, share, reason })
  await updateLiveRemotes(env)
}

/** The shell and the worker may have changed since the canary started. */
async function isStillCompatible(env: Env, remote: string, version: string): Promise<boolean> {
  const release = await findRelease(env.DB, remote, version)
  return release !== null && (await findIncompatibilities(env, release)).length === 0
}

/** Why the canary may go to its next step, or null if it may not yet. */
async function findReason(db: D1Database, { channel, stepAt }: Ramp): Promise<string | null> {
  const { remote, canary } = channel
  const successes = await countSuccesses(db, remote, canary.version, stepAt)
  if (successes >= minimumReports) return `${successes} visitors reported success at ${canary.share} %`
  const { failed, silent } = await countHealthReports(db, remote, canary.version)
  const isQuiet = failed + silent === 0 && Date.now() - stepAt.getTime() >= quietStepMs
  return isQuiet ? `no bad report in ${quietStepMs / 60_000} minutes at ${canary.share} %` : null
}

/** A canary is judged from this many reports on. Rates divide by at least this number, so that one report decides nothing. */
export const minimumReports = 50
