import type { Canary, Promotion, ReleaseProblem, Rollback } from '@encre/protocol/registry'
import { findMisfits } from '../releases/release-check.ts'
import { findRelease } from '../releases/releases-store.ts'
import { type ChannelChange, changeChannel, findFallback, getChannel } from './channels-store.ts'

export interface Refusal {
  code: ReleaseProblem
  detail?: string
}

/** Each answers null when it is done, or why nothing changed. */
type Outcome = Promise<Refusal | null>

export async function promote(env: Env, remote: string, { version, reason, revision }: Promotion, author: string): Outcome {
  const channel = await getChannel(env.DB, remote)
  const refusal = await refuseVersion(env, remote, version)
  if (refusal) return refusal
  const isCurrent = channel.current === version
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'promote',
    version,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: { current: version, previous: isCurrent ? channel.previous : channel.current, canary: null },
  })
}

/** Takes back what came last: the canary, while one runs, else the current version. */
export async function rollBack(env: Env, remote: string, { reason, revision }: Rollback, author: string): Outcome {
  const channel = await getChannel(env.DB, remote)
  if (channel.current && channel.canary) {
    return apply(env.DB, remote, revision ?? channel.revision, {
      action: 'rollback',
      version: channel.current,
      replaced: channel.canary.version,
      author,
      reason: reason ?? null,
      next: { current: channel.current, previous: channel.previous, canary: null },
    })
  }
  if (!channel.current || !channel.previous) return { code: 'nothing-to-roll-back-to' }
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'rollback',
    version: channel.previous,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: {
      current: channel.previous,
      previous: await findFallback(env.DB, remote, [channel.current, channel.previous]),
      canary: null,
    },
  })
}

export async function startCanary(env: Env, remote: string, { version, share, reason, revision }: Canary, author: string): Outcome {
  const channel = await getChannel(env.DB, remote)
  const refusal = channel.current ? await refuseVersion(env, remote, version) : unknownVersion
  if (refusal || !channel.current) return refusal
  return apply(env.DB, remote, revision ?? channel.revision, {
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

const unknownVersion: Refusal = { code: 'unknown-version' }

/** The shell and the worker may have changed since the release was registered. */
async function refuseVersion(env: Env, remote: string, version: string): Outcome {
  const release = await findRelease(env.DB, remote, version)
  if (!release) return unknownVersion
  const misfits = await findMisfits(env, release)
  return misfits.length > 0 ? { code: 'does-not-fit', detail: misfits.join('; ') } : null
}

async function apply(db: D1Database, remote: string, revision: number, change: ChannelChange): Outcome {
  return (await changeChannel(db, remote, revision, change)) ? null : { code: 'stale-revision' }
}
