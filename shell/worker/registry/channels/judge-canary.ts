import { log } from '@encre/worker/log'
import { updateLiveRemotes } from '../releases/live-remotes.ts'
import { findIncompatibilities } from '../releases/release-check.ts'
import { findRelease } from '../releases/releases-store.ts'
import { describeWait, type Evidence, type Judgement, judge } from './canary-steps.ts'
import { moves } from './channel-moves.ts'
import {
  type ActiveCanary,
  type ChannelChange,
  changeChannel,
  findCanary,
  noVersion,
} from './channels-store.ts'
import { noVotes, type Votes } from './compare-failures.ts'
import { countVotes } from './health-reports-store.ts'

// Reads what is reported of a canary and moves its channel as `canary-steps.ts` says. The cron
// calls it each minute (`shell/worker/maintenance.ts`), and each report of a failure.

interface JudgedCanary extends ActiveCanary {
  evidence: Evidence
  judgement: Judgement
}

/** Reads what the visitors of a canary and of the current version have reported since it began. */
async function findJudgement(db: D1Database, remote: string): Promise<JudgedCanary | null> {
  const found = await findCanary(db, remote)
  if (!found) return null
  const { channel, ramp, stepAt } = found
  const { current, canary } = channel
  const [votes, live] = await Promise.all([
    countVotes(db, remote, canary.version, stepAt),
    current ? countVotes(db, remote, current, stepAt) : noVotes,
  ])
  const evidence = {
    share: canary.share,
    ageMs: Date.now() - Date.parse(stepAt),
    canary: votes,
    live,
    recent: votes.recent,
  }
  const judgement = judge(evidence)
  const keepsItsShare = !ramp && judgement.move !== 'end'
  return { ...found, evidence, judgement: keepsItsShare ? { move: 'wait' } : judgement }
}

/** Ends a canary, raises its share or makes it the current version, as its visitors' reports say. */
export async function judgeCanary(env: Env, remote: string): Promise<void> {
  const found = await findJudgement(env.DB, remote)
  const change = found && toChange(found)
  if (!change) return
  const { channel, judgement } = found
  const { version } = channel.canary
  if (judgement.move !== 'end' && !(await isStillCompatible(env, remote, version))) return
  const changed = await changeChannel(env.DB, remote, channel.revision, change)
  if (!changed) return
  log('canary judged', { remote, version, move: judgement.move, reason: change.reason })
  await updateLiveRemotes(env)
}

function toChange({ channel, evidence, judgement }: JudgedCanary): ChannelChange | null {
  const { current, canary } = channel
  const { version } = canary
  const reason = [
    describeVotes(version, evidence.canary),
    ...(current ? [describeVotes(current, evidence.live)] : []),
  ].join(', ')
  const author = 'automatic'
  switch (judgement.move) {
    case 'wait':
      return null
    case 'end':
      return {
        action: 'rollback',
        version: current ?? noVersion,
        replaced: version,
        author,
        reason,
        next: moves.end(channel),
      }
    case 'raise':
      return {
        action: 'canary',
        version,
        replaced: current,
        author,
        reason: `${reason}: ${describeMargin(judgement.margin)}`,
        next: moves.raise(channel, { share: judgement.share }),
      }
    case 'promote':
      return {
        action: 'promote',
        version,
        replaced: current,
        author,
        reason: `${reason}: ${describeMargin(judgement.margin)}, a day after everyone got it`,
        next: moves.promote(channel, { version }),
      }
  }
}

function describeVotes(version: string, { failed, visitors }: Votes): string {
  return `${version} failed for ${failed} of ${visitors} visitors`
}

function describeMargin(margin: number): string {
  return `it does not fail for ${margin * 100} more of a hundred`
}

/** The shell and the worker may have changed since the canary started. */
async function isStillCompatible(env: Env, remote: string, version: string): Promise<boolean> {
  const release = await findRelease(env.DB, remote, version)
  return release !== null && (await findIncompatibilities(env, release)).length === 0
}

interface Verdict {
  /** What comes next, and of how many visitors. */
  text: string
  share: number
  ramp: boolean
  isWorse: boolean
}

/** How an active canary does beside the current version. Null without one. */
export async function describeVerdict(db: D1Database, remote: string): Promise<Verdict | null> {
  const found = await findJudgement(db, remote)
  if (!found) return null
  const { channel, ramp, evidence, judgement } = found
  const { canary, live, share } = evidence
  const votes = `${describeVotes(channel.canary.version, canary)}, ${describeLive(live)}`
  return {
    text: `${describeNext(judgement, found)}; ${votes}`,
    share,
    ramp,
    isWorse: judgement.move === 'end',
  }
}

function describeLive({ failed, visitors }: Votes): string {
  return visitors === 0
    ? 'nobody has reported on the current one'
    : `the current one for ${failed} of ${visitors}`
}

function describeNext(judgement: Judgement, { ramp, evidence }: JudgedCanary): string {
  switch (judgement.move) {
    case 'wait':
      return ramp ? describeWait(evidence) : 'it keeps its share'
    case 'end':
      return 'it is worse and ends'
    case 'raise':
      return `it goes to ${judgement.share} %`
    case 'promote':
      return 'it becomes the current version'
  }
}
