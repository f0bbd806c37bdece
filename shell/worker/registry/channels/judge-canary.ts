import { log } from '@encre/worker/log'
import { updateLiveRemotes } from '../releases/live-remotes.ts'
import { findIncompatibilities } from '../releases/release-check.ts'
import { findRelease } from '../releases/releases-store.ts'
import { moves } from './channel-moves.ts'
import { changeChannel, findRamp, getChannel, noVersion, type Ramp } from './channels-store.ts'
import { compareFailures, type Failures, rateOf } from './compare-failures.ts'
import { countHealthReports } from './health-reports-store.ts'

export async function endFailingCanary(env: Env, remote: string): Promise<void> {
  const channel = await getChannel(env.DB, remote)
  const { current, canary, revision } = channel
  if (!canary) return
  const [canaryReports, currentReports] = await Promise.all([
    countHealthReports(env.DB, remote, canary.version),
    current ? countHealthReports(env.DB, remote, current) : nobody,
  ])
  if (compareFailures(failuresOf(canaryReports), failuresOf(currentReports)) !== 'worse') return

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
    next: moves.end(channel),
  })
  if (!ended) return
  log('canary ended', { remote, version: canary.version, reason })
  await updateLiveRemotes(env)
}

type Counts = Awaited<ReturnType<typeof countHealthReports>>
const nobody: Counts = { visitors: 0, done: 0, failed: 0, silent: 0 }

/** Pages of a healthy version fall silent too, when a browser is killed. */
function failuresOf({ visitors, failed, silent }: Counts): Failures {
  return { reports: visitors + silent, failed: failed + silent }
}

function describe(version: string, { visitors, failed, silent }: Counts): string {
  return `${version} failed for ${failed} of ${visitors} visitors${silent > 0 ? ` and fell silent for ${silent}` : ''}`
}

/**
 * How an active canary does beside the current version: the verdict, both failure rates with their
 * intervals, and what comes next.
 */
export async function describeVerdict(
  db: D1Database,
  remote: string,
): Promise<{ text: string; isWorse: boolean } | null> {
  const { current, canary } = await getChannel(db, remote)
  if (!canary) return null
  const [ofCanary, ofCurrent] = await Promise.all([
    countHealthReports(db, remote, canary.version).then(failuresOf),
    current ? countHealthReports(db, remote, current).then(failuresOf) : failuresOf(nobody),
  ])
  const verdict = compareFailures(ofCanary, ofCurrent)
  const rates = `${describeRate(ofCanary)} against ${describeRate(ofCurrent)}`
  const next = verdict === 'worse' ? 'it ends' : ((await describeWait(db, remote)) ?? 'it stays')
  return {
    text: `${canary.share} %: ${verdictWords[verdict]}, ${rates}; ${next}`,
    isWorse: verdict === 'worse',
  }
}

const verdictWords = { worse: 'worse', 'as-good': 'as good', unclear: 'not clear yet' }

function describeRate(failures: Failures): string {
  if (failures.reports === 0) return 'no report'
  const { rate, low, high } = rateOf(failures)
  const [percent, from, to] = [rate, low, high].map((share) => (share * 100).toFixed(1))
  return `${percent} % failing (${from} to ${to}, ${failures.reports} reports)`
}

/** The share of visitors, in percent, after each step of a ramp. 100 is a promotion. */
const steps = [5, 25, 50, 100]
/** No step is shorter, so that failures that take a while are seen by few. */
export const shortestStepMs = 10 * 60_000
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
  const { current, canary, revision } = ramp.channel
  const share = steps.find((step) => step > canary.share) ?? 100
  const isLast = share === 100
  const changed = await changeChannel(env.DB, remote, revision, {
    action: isLast ? 'promote' : 'canary',
    version: canary.version,
    replaced: current,
    author: 'automatic',
    reason,
    next: moves.raise(ramp.channel, { share }),
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
  const { remote, current, canary } = channel
  const goOn = (reason: string) => ({ reason, waitsFor: null })
  const wait = (why: string) => ({
    reason: null,
    waitsFor: `it stays at ${canary.share} %, ${why}`,
  })
  const [{ done, failed, silent }, live] = await Promise.all([
    countHealthReports(db, remote, canary.version, stepAt),
    current ? countHealthReports(db, remote, current, stepAt) : nobody,
  ])
  if (done === 0) return wait('nobody has reported success yet')
  const counted = `successes: ${done}, failures: ${failed}, silent: ${silent}`
  const age = Date.now() - stepAt.getTime()
  if (age < shortestStepMs)
    return wait(`${counted}; ${shortestStepMs / 60_000} minutes have not passed`)
  // A page that has only been shown may still fail.
  const seen = { reports: done + failed + silent, failed: failed + silent }
  if (compareFailures(seen, failuresOf(live)) === 'as-good')
    return goOn(`${counted} at ${canary.share} %: as good as the current version`)
  if (failed + silent > 0) return wait(`${counted}: too few to tell that it is as good`)
  const quietMinutes = quietStepMs / 60_000
  return age >= quietStepMs
    ? goOn(`successes: ${done}; no bad report in ${quietMinutes} minutes at ${canary.share} %`)
    : wait(`successes: ${done}; ${quietMinutes} minutes have not passed`)
}
