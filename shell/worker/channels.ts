import type { Canary, Promotion, ReleaseProblem, Rollback } from '@encre/protocol/registry'
import { type ChannelChange, changeChannel, findFallback, findRelease, getChannel } from './registry-store.ts'

/** Each answers null when it is done, or why nothing changed. */
type Outcome = Promise<ReleaseProblem | null>

export async function promote(db: D1Database, remote: string, { version, reason, revision }: Promotion, author: string): Outcome {
  const channel = await getChannel(db, remote)
  if (!(await findRelease(db, remote, version))) return 'unknown-version'
  const isCurrent = channel.current === version
  return apply(db, remote, revision ?? channel.revision, {
    action: 'promote',
    version,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: { current: version, previous: isCurrent ? channel.previous : channel.current, canary: null },
  })
}

export async function rollBack(db: D1Database, remote: string, { reason, revision }: Rollback, author: string): Outcome {
  const channel = await getChannel(db, remote)
  if (!channel.current || !channel.previous) return 'nothing-to-roll-back-to'
  return apply(db, remote, revision ?? channel.revision, {
    action: 'rollback',
    version: channel.previous,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: {
      current: channel.previous,
      previous: await findFallback(db, remote, [channel.current, channel.previous]),
      canary: null,
    },
  })
}

export async function startCanary(db: D1Database, remote: string, { version, share, reason, revision }: Canary, author: string): Outcome {
  const channel = await getChannel(db, remote)
  if (!channel.current || !(await findRelease(db, remote, version))) return 'unknown-version'
  return apply(db, remote, revision ?? channel.revision, {
    action: 'canary',
    version,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: {
      current: channel.current,
      previous: channel.previous,
      canary: share > 0 && version !== channel.current ? { version, share } : null,
    },
  })
}

async function apply(db: D1Database, remote: string, revision: number, change: ChannelChange): Outcome {
  return (await changeChannel(db, remote, revision, change)) ? null : 'stale-revision'
}
