import type { ErasedOwner } from '@encre/protocol/member-data'
import { deleteInPieces, sweepInPieces } from '@encre/worker/bounded'
import { eraseRows } from '@encre/worker/member-rows'
import { isoDate } from '@encre/worker/moment'
import { listRows, listValues } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { dayOf } from '../limits/limits.ts'
import { whereEnded, whereRunning } from '../running.ts'
import { tables } from '../tables.ts'
import type { StoredGeneration } from './stored-generation.ts'

// Generations that stand still, are over, or belong to an erased account. Readers
// (`generations.ts`) and the minute's `sweep.ts` start the first ones again.

/**
 * A generation without progress for this time is started again by the next reader or sweep.
 * Starting one that runs changes nothing.
 */
export const stalledAfterMs = 30_000

export function isStalled({ updatedAt }: Pick<StoredGeneration, 'updatedAt'>): boolean {
  return Date.parse(updatedAt) < Date.now() - stalledAfterMs
}

const NamedRun = z.object({ id: z.string(), jurisdiction: z.string() })
type NamedRun = z.infer<typeof NamedRun>

export async function listStalledGenerations(db: D1Database, limit: number): Promise<NamedRun[]> {
  return listRows(
    db
      .prepare(
        `select id, jurisdiction from generations where ${whereRunning} and updated_at < ? order by updated_at limit ?`,
      )
      .bind(isoDate(-stalledAfterMs), limit),
    NamedRun,
  )
}

export async function listRunningGenerations(
  db: D1Database,
  memberId: string,
): Promise<NamedRun[]> {
  return listRows(
    db
      .prepare(`select id, jurisdiction from generations where member_id = ? and ${whereRunning}`)
      .bind(memberId),
    NamedRun,
  )
}

/**
 * Deletes generations that ended before `before`, with their attempts. Their designs belong to the
 * gallery and stay.
 */
export function deleteEndedGenerations(db: D1Database, before: string): Promise<number> {
  const ended = `select id from generations where ${whereEnded} and updated_at < ?
    order by updated_at limit ?`
  return sweepInPieces(async (limit) => {
    const values = [before, limit]
    const [, deleted] = await db.batch([
      db.prepare(`delete from attempts where generation_id in (${ended})`).bind(...values),
      db.prepare(`delete from generations where id in (${ended})`).bind(...values),
    ])
    return deleted?.meta.changes ?? 0
  })
}

export async function deleteUsage(db: D1Database, before: string): Promise<number> {
  const condition = 'day < ?'
  const members = { table: 'member_usage', key: 'day, member_id', condition }
  const site = { table: 'site_usage', key: 'day', condition }
  return (await deleteInPieces(db, members, before)) + (await deleteInPieces(db, site, before))
}

/**
 * Deletes a member's rows. Today's use stays under the owner key, so that erasing the account does
 * not renew the quota.
 */
export async function eraseGenerations(
  db: D1Database,
  memberId: string,
  ownerKey: string,
): Promise<void> {
  await db.batch([
    db
      .prepare(
        `insert into owner_usage (day, owner_key, used_before_erasure)
         select day, ?2, used from member_usage where member_id = ?1 and day = ?3
         on conflict (day, owner_key) do update set used_before_erasure = used_before_erasure + excluded.used_before_erasure`,
      )
      .bind(memberId, ownerKey, dayOf(isoDate())),
    ...eraseRows(db, tables, { memberId, ownerKey }),
  ])
}

/**
 * The members with generations from before their erasure: a copy of the database brought them back.
 * Their date in `owners` tells who came back with the same id.
 */
export async function findReturnedMembers(
  db: D1Database,
  erased: ErasedOwner[],
  limit: number,
): Promise<string[]> {
  return listValues(
    db
      .prepare(
        `select distinct generations.member_id from json_each(?1)
         cross join owners on owners.owner_key = value ->> 'ownerKey'
         cross join generations on generations.owner_key = owners.owner_key
         where first_generation_at < value ->> 'erasedAt' limit ?2`,
      )
      .bind(JSON.stringify(erased), limit),
    z.string(),
  )
}
