import type { Release } from '@encre/protocol/release'
import { parseRelease } from '../releases/releases-store.ts'

/** A remote with the releases that visitors get. */
export interface LiveRemote {
  remote: string
  current: Release
  previous: Release | null
  canary: { release: Release; share: number } | null
}

/** Lists every promoted remote, by name. Throws when a stored release is invalid. */
export async function listLiveRemotes(db: D1Database): Promise<LiveRemote[]> {
  const { results } = await db
    .prepare(
      `select channels.remote, channels.canary_share, now.release as current, before.release as previous, next.release as canary
       from channels
       join releases as now on now.remote = channels.remote and now.version = channels.current
       left join releases as before on before.remote = channels.remote and before.version = channels.previous
       left join releases as next on next.remote = channels.remote and next.version = channels.canary
       order by channels.remote`,
    )
    .all<{ remote: string; canary_share: number | null; current: string; previous: string | null; canary: string | null }>()
  return results.map((row) => ({
    remote: row.remote,
    current: parseRelease(row.current),
    previous: row.previous ? parseRelease(row.previous) : null,
    canary: row.canary ? { release: parseRelease(row.canary), share: row.canary_share ?? 0 } : null,
  }))
}
