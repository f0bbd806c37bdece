import { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { lastGoodKey } from '../files/keys.ts'
import { StoredRelease } from './releases-store.ts'

export const freshMs = 2000
/** After the database failed, an isolate reads again after this many milliseconds. */
const backOffMs = 5000

let cached: LiveRemote[] | null = null
let readAgainAt = 0

/**
 * When the database fails: what this isolate read last, then the last copy in the bucket, then
 * null.
 */
export async function readLiveRemotes(env: Env): Promise<LiveRemote[] | null> {
  if (Date.now() < readAgainAt) return cached
  try {
    cached = await withTimeout(listLiveRemotes(env.DB), dependencyTimeoutMs, 'the registry')
    readAgainAt = Date.now() + freshMs
  } catch (error) {
    logError(error, { event: 'registry' })
    readAgainAt = Date.now() + backOffMs
    cached ??= await readLastGood(env)
  }
  return cached
}

/**
 * Call it after a change: the next page of this isolate sees it. Never throws, because the change
 * itself is already written.
 */
export async function updateLiveRemotes(env: Env): Promise<void> {
  readAgainAt = 0
  try {
    const entries = await withTimeout(listLiveRemotes(env.DB), dependencyTimeoutMs, 'the registry')
    await withTimeout(
      env.RELEASES.put(lastGoodKey, JSON.stringify(entries)),
      dependencyTimeoutMs,
      lastGoodKey,
    )
  } catch (error) {
    logError(error, { event: 'last good registry' })
  }
}

/** For tests: the state of a new isolate. */
export function clearCachedRemotes(): void {
  cached = null
  readAgainAt = 0
}

const LiveRemote = z.object({
  remote: z.string(),
  /** Null before the first version has reached everyone, and while the remote is withdrawn. */
  current: z.nullable(Release),
  previous: z.nullable(Release),
  canary: z.nullable(z.object({ release: Release, share: z.number() })),
})
export type LiveRemote = z.infer<typeof LiveRemote>
const LastGood = z.array(LiveRemote)

async function readLastGood(env: Env): Promise<LiveRemote[] | null> {
  try {
    const object = await withTimeout(
      env.RELEASES.get(lastGoodKey),
      dependencyTimeoutMs,
      lastGoodKey,
    )
    return (
      object &&
      z.parse(LastGood, await withTimeout(object.json(), dependencyTimeoutMs, lastGoodKey))
    )
  } catch (error) {
    logError(error, { event: 'last good registry' })
    return null
  }
}

export function listReleases({ current, canary }: LiveRemote): Release[] {
  return [current, canary?.release].filter((release) => release != null)
}

export function isWithdrawn(entry: LiveRemote): boolean {
  return listReleases(entry).length === 0
}

const ChannelRow = z.object({
  remote: z.string(),
  share: z.nullable(z.number()),
  current: z.nullable(StoredRelease),
  previous: z.nullable(StoredRelease),
  canary: z.nullable(StoredRelease),
})

async function listLiveRemotes(db: D1Database): Promise<LiveRemote[]> {
  const select = db.prepare(
    `select channels.remote, channels.canary_share as share, now.release as current, before.release as previous, next.release as canary
     from channels
     left join releases as now on now.remote = channels.remote and now.version = channels.current
     left join releases as before on before.remote = channels.remote and before.version = channels.previous
     left join releases as next on next.remote = channels.remote and next.version = channels.canary
     order by channels.remote`,
  )
  const rows = await listRows(select, ChannelRow)
  return rows
    .filter(({ current, previous, canary }) => current ?? previous ?? canary)
    .map(toLiveRemote)
}

function toLiveRemote({ canary, share, ...row }: z.infer<typeof ChannelRow>): LiveRemote {
  return { ...row, canary: canary && { release: canary, share: share ?? 0 } }
}
