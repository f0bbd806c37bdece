import { log } from '@encre/worker/log'
import { updateLiveRemotes } from '../releases/live-remotes.ts'
import { findIncompatibilities } from '../releases/release-check.ts'
import { findRelease } from '../releases/releases-store.ts'
import {
  changeChannel,
  findRamp,
  getChannel,
  noVersion,
  type Ramp,
  replaceCurrent,
} from './channels-store.ts'
import { countHealthReports, countSuccesses } from './health-reports-store.ts'

/** The failure rate of a canary may exceed the current version's by this much. */
const margin = 0.1

export async function endFailingCanary(env: Env, remote: string): Promise<void> {
  const { current, previous, canary, revision } = await getChannel(env.DB, remote)
  if (!canary) return
  const [canaryReports, currentReports] = await Promise.all([
    countHealthReports(env.DB, remote, canary.version),
    current ? countHealthReports(env.DB, remote, current) : nobody,
  ])
  if (canaryReports.visitors < minimumReports) return
  const failures = rate(canaryReports, 'failed') - rate(currentReports, 'failed')
  // Pages of a healthy version fall silent too, when a browser is killed.
  const silences = Math.max(0, rate(canaryReports, 'silent') - rate(currentReports, 'silent'))
  if (failures + silences <= margin) return

  const reason = [
    describe(canary.version, canaryReports),
    ...(current ? [describe(current, currentReports)] : []),
  ].join(', ')
  const ended = await changeChannel(env.DB, remote, revision, {
    action: 'rollback',
    version: current ?? noVersion,
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
const nobody: Counts = { visitors: 0, failed: 0, silent: 0 }

function rate(counts: Counts, kind: 'failed' | 'silent'): number {
  return counts[kind] / Math.max(counts.visitors, minimumReports)
}

function describe(version: string, { visitors, failed, silent }: Counts): string {
  return `${version} failed for ${failed} of ${visitors} visitors${silent > 0 ? ` and fell silent for ${silent}` : ''}`
}

/** The share of visitors, in percent, after each step of a ramp. 100 is a promotion. */
const steps = [5, 25, 50, 100]
/**
 * Without a bad report, a step with a success ends after this many milliseconds, however few
 * visitors there were.
 */
export const quietStepMs = 30 * 60_000

export async function rampCanary(env: Env, remote: string): Promise<void> {
  const ramp = await findRamp(env.DB, remote)
  const reason = ramp && (await judgeStep(env.DB, ramp)).reason
  if (!ramp || !reason || !(await isStillCompatible(env, remote, ramp.channel.canary.version)))
    return
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
      ? { ...replaceCurrent(ramp.channel, canary.version), canary: null }
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

export async function describeWait(db: D1Database, remote: string): Promise<string | null> {
  const ramp = await findRamp(db, remote)
  return ramp && (await judgeStep(db, ramp)).waitsFor
}

/**
 * Why the canary may go to its next step, else what it waits for. Silence is no success: without a
 * report, a step never ends.
 */
async function judgeStep(
  db: D1Database,
  { channel, stepAt }: Ramp,
): Promise<{ reason: string | null; waitsFor: string | null }> {
  const { remote, canary } = channel
  const goOn = (reason: string) => ({ reason, waitsFor: null })
  const wait = (why: string) => ({
    reason: null,
    waitsFor: `it stays at ${canary.share} %, ${why}`,
  })
  const successes = await countSuccesses(db, remote, canary.version, stepAt)
  if (successes >= minimumReports)
    return goOn(`${successes} visitors reported success at ${canary.share} %`)
  if (successes === 0) return wait('nobody has reported success yet')
  const { failed, silent } = await countHealthReports(db, remote, canary.version)
  if (failed + silent > 0)
    return wait(
      `failures: ${failed}, silent: ${silent}, successes: ${successes} of ${minimumReports}`,
    )
  const quietMinutes = quietStepMs / 60_000
  const isQuiet = Date.now() - stepAt.getTime() >= quietStepMs
  return isQuiet
    ? goOn(`successes: ${successes}; no bad report in ${quietMinutes} minutes at ${canary.share} %`)
    : wait(`successes: ${successes}; ${quietMinutes} minutes have not passed`)
}

/**
 * A canary is judged from this many reports on. Rates divide by at least this number, so that one
 * report decides nothing.
 */
export const minimumReports = 50
