import type { Canary, Promotion, ReleaseProblem, Rollback } from '@encre/protocol/registry'
import { findMisfits } from '../releases/release-gate.ts'
import { findRelease } from '../releases/releases-store.ts'
import { type ChannelChange, changeChannel, findFallback, getChannel } from './channels-store.ts'

/** Each answers null when it is done, or why nothing changed. */
type Outcome = Promise<ReleaseProblem | null>

export async function promote(db: D1Database, remote: string, { version, reason, revision }: Promotion, author: string): Outcome {
  const channel = await getChannel(db, remote)
  const refusal = await refuseVersion(db, remote, version)
  if (refusal) return refusal
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
  const refusal = channel.current ? await refuseVersion(db, remote, version) : 'unknown-version'
  if (refusal || !channel.current) return refusal
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

/** The shell may have changed since the release was registered. */
async function refuseVersion(db: D1Database, remote: string, version: string): Outcome {
  const release = await findRelease(db, remote, version)
  if (!release) return 'unknown-version'
  return findMisfits(release).length > 0 ? 'does-not-fit' : null
}

async function apply(db: D1Database, remote: string, revision: number, change: ChannelChange): Outcome {
  return (await changeChannel(db, remote, revision, change)) ? null : 'stale-revision'
}
