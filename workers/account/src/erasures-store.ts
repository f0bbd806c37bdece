import type { ErasedOwner } from '@encre/protocol/member-data'
import { ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { findValue, hasRow, listValues } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { erasureListLifetimeMs } from './lifetimes.ts'

// Two records of an erasure: the table `erasures` for a repeated press, and the bucket that a
// restore reads (`scripts/operate/restore/restore-site.ts`). The third, `erased_owners` of the
// other workers, is `shared/worker/src/erased-owners.ts`.

export async function recordErasure(db: D1Database, memberId: string): Promise<void> {
  await db
    .prepare(
      'insert into erasures (member_id, erased_at) values (?, ?) on conflict (member_id) do update set erased_at = excluded.erased_at',
    )
    .bind(memberId, isoDate())
    .run()
}

/** Whether the account is erased, its sign-in included. */
export async function hasErasure(db: D1Database, memberId: string): Promise<boolean> {
  return hasRow(db.prepare('select 1 from erasures where member_id = ?').bind(memberId))
}

export async function listErasuresBefore(
  db: D1Database,
  date: string,
  limit: number,
): Promise<string[]> {
  return listValues(
    db
      .prepare('select member_id from erasures where erased_at < ? order by erased_at limit ?')
      .bind(date, limit),
    z.string(),
  )
}

export async function deleteErasure(db: D1Database, memberId: string): Promise<void> {
  await db.prepare('delete from erasures where member_id = ?').bind(memberId).run()
}

const batch = 100

/**
 * A separate bucket survives the loss of the database: a restored backup erases these accounts
 * again. The keys sort by date.
 */
export async function addToErasureList(bucket: R2Bucket, memberId: string): Promise<void> {
  await bucket.put(`${isoDate()}/${await ownerKey(memberId)}`, '')
}

const erasedPerSweep = 1000

/** The next erased accounts of the list. A new round begins after the last of them. */
export async function listNextErased({
  DB,
  ERASURES,
}: Pick<Bindings, 'DB' | 'ERASURES'>): Promise<{ erased: ErasedOwner[]; isLast: boolean }> {
  const before = await findValue(
    DB.prepare('select read_up_to from erasure_round where only = 1'),
    z.nullable(z.string()),
  )
  const { objects, truncated } = await ERASURES.list({
    limit: erasedPerSweep,
    ...(before && { startAfter: before }),
  })
  const readUpTo = truncated ? (objects.at(-1)?.key ?? null) : null
  if (readUpTo !== before)
    await DB.prepare('update erasure_round set read_up_to = ? where only = 1').bind(readUpTo).run()
  const erased = objects.map(({ key }) => {
    const [erasedAt = '', owner = ''] = key.split('/')
    return { erasedAt, ownerKey: owner }
  })
  return { erased, isLast: !truncated }
}

/** Deletes erasures that are older than every backup. Returns how many. */
export async function deleteOldErasures(bucket: R2Bucket): Promise<number> {
  const before = isoDate(-erasureListLifetimeMs)
  const { objects } = await bucket.list({ limit: batch })
  const old = objects.map(({ key }) => key).filter((key) => key < before)
  if (old.length > 0) await bucket.delete(old)
  return old.length
}
