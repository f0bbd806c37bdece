import { log } from '@encre/worker/log'
import { changeChannel, getChannel } from '../channels/channels-store.ts'
import { refreshRegistry } from '../channels/live-remotes.ts'
import { countOutcomes } from './health-reports-store.ts'

/**
 * Visitors whose votes make a judgement, and by how much of them a canary may be worse than what everyone else has. Of fewer, each
 * failure weighs as it would among so many: the first to vote must not decide what is normal.
 */
const enough = 50
const margin = 0.1

/** Ends a canary that fails clearly more often than the current version does, and says so in the history. */
export async function endBadCanary(env: Env, remote: string): Promise<void> {
  const { current, previous, canary, revision } = await getChannel(env.DB, remote)
  if (!current || !canary) return
  const [worse, better] = await Promise.all([countOutcomes(env.DB, remote, canary.version), countOutcomes(env.DB, remote, current)])
  if (worse.visitors < enough || rate(worse) - rate(better) <= margin) return

  const reason = `${canary.version} failed for ${worse.failed} of ${worse.visitors} visitors, ${current} for ${better.failed} of ${better.visitors}`
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
  await refreshRegistry(env)
}

function rate({ visitors, failed }: { visitors: number; failed: number }): number {
  return failed / Math.max(visitors, enough)
}
