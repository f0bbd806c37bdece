import { type Channel, HistoryEntry } from '@encre/releases/registry'
import { isoDate } from '@encre/worker/moment'
import { findRow, findValue, listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Versions } from './channel-moves.ts'

const ChannelRow = z.object({
  current: z.string(),
  previous: z.nullable(z.string()),
  canary: z.nullable(z.string()),
  canary_share: z.nullable(z.number()),
  revision: z.number(),
})

export async function getChannel(db: D1Database, remote: string): Promise<Channel> {
  const select = db.prepare(
    'select current, previous, canary, canary_share, revision from channels where remote = ?',
  )
  const row = await findRow(select.bind(remote), ChannelRow)
  return {
    remote,
    // The column is never null: the empty text stands for no version.
    current: row?.current || null,
    previous: row?.previous ?? null,
    canary: row?.canary ? { version: row.canary, share: row.canary_share ?? 0 } : null,
    revision: row?.revision ?? 0,
  }
}

/**
 * In the history, what visitors have after a withdrawal, or after the rollback of a first version.
 */
export const noVersion = 'none'

export interface ChannelChange {
  action: 'promote' | 'rollback' | 'canary' | 'withdraw'
  version: string
  replaced: string | null
  author: string
  reason: string | null
  next: Versions
}

/** False, without a change, when the channel is no longer at `revision` or a version was pruned. */
export async function changeChannel(
  db: D1Database,
  remote: string,
  revision: number,
  change: ChannelChange,
): Promise<boolean> {
  const { current, previous, canary } = change.next
  // The canary may be the previous version.
  const versions = [
    ...new Set([current, previous, canary?.version].filter((version) => version != null)),
  ]
  const now = isoDate()
  const [update] = await db.batch([
    db
      .prepare(
        `insert into channels (remote, current, previous, canary, canary_share, canary_since, canary_ramp, canary_step_at, revision)
         select ?1, ?2, ?3, ?4, ?5, ?9, ?10, ?9, ?6 + 1
         where ?6 = coalesce((select revision from channels where remote = ?1), 0)
           and ?7 = (select count(*) from releases where remote = ?1 and version in (select value from json_each(?8)))
         on conflict (remote) do update set
           current = excluded.current, previous = excluded.previous,
           canary_since = iif(canary = excluded.canary, canary_since, excluded.canary_since),
           canary = excluded.canary, canary_share = excluded.canary_share, canary_ramp = excluded.canary_ramp,
           canary_step_at = excluded.canary_step_at, revision = excluded.revision`,
      )
      .bind(
        remote,
        current ?? '',
        previous,
        canary?.version ?? null,
        canary?.share ?? null,
        revision,
        versions.length,
        JSON.stringify(versions),
        now,
        canary?.ramp ? 1 : 0,
      ),
    db
      .prepare(
        `insert into history (remote, action, version, replaced, share, author, reason, at)
         select ?, ?, ?, ?, ?, ?, ?, ? where changes() = 1`,
      )
      .bind(
        remote,
        change.action,
        change.version,
        change.replaced,
        change.action === 'canary' ? (canary?.share ?? 0) : null,
        change.author,
        change.reason,
        now,
      ),
  ])
  return update?.meta.changes === 1
}

export interface ActiveCanary {
  channel: Channel & { canary: NonNullable<Channel['canary']> }
  /** Whether the site raises its share by itself. */
  ramp: boolean
  /** When it got its present share. */
  stepAt: string
}

const Step = z.object({ ramp: z.number(), stepAt: z.nullable(z.string()) })

export async function findCanary(db: D1Database, remote: string): Promise<ActiveCanary | null> {
  const select = db.prepare(
    'select canary_ramp as ramp, canary_step_at as stepAt from channels where remote = ? and canary is not null',
  )
  const step = await findRow(select.bind(remote), Step)
  const { canary, ...rest } = await getChannel(db, remote)
  if (!step?.stepAt || !canary) return null
  return {
    channel: { ...rest, canary },
    ramp: step.ramp === 1,
    stepAt: step.stepAt,
  }
}

/**
 * Finds the fallback after a rollback: the last version that everyone got and that was not rolled
 * back since.
 */
export async function findFallback(
  db: D1Database,
  remote: string,
  except: string[],
): Promise<string | null> {
  const select = db.prepare(
    `select history.version from history
     join releases on releases.remote = history.remote and releases.version = history.version
     where history.remote = ?1 and (history.action = 'promote' or history.share = 100)
       and history.version not in (select value from json_each(?2))
       and not exists (
         select 1 from history as undone
         where undone.remote = ?1 and undone.action = 'rollback' and undone.replaced = history.version and undone.id > history.id
       )
     order by history.id desc limit 1`,
  )
  return findValue(select.bind(remote, JSON.stringify(except)), z.string())
}

export function listHistory(db: D1Database, remote: string): Promise<HistoryEntry[]> {
  const select = db.prepare(
    'select action, version, replaced, share, author, reason, at from history where remote = ? order by id desc limit 100',
  )
  return listRows(select.bind(remote), HistoryEntry)
}
