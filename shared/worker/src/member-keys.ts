import type { ErasedOwner } from '@encre/protocol/member-data'
import * as z from 'zod/mini'
import { ownerKey } from './member.ts'
import { listValues } from './rows.ts'

// The list of erased accounts has owner keys, and rows have members' ids. The table `member_keys` of
// a database joins the two; a trigger adds each member with the date of their first row.

/** Computes the keys of new members, which SQL cannot. Returns how many. */
export async function hashNewMembers(db: D1Database, limit: number): Promise<number> {
  const members = await listValues(
    db.prepare('select member_id from member_keys where owner_key is null limit ?').bind(limit),
    z.string(),
  )
  if (members.length === 0) return 0
  const update = db.prepare('update member_keys set owner_key = ? where member_id = ?')
  await db.batch(
    await Promise.all(
      members.map(async (memberId) => update.bind(await ownerKey(memberId), memberId)),
    ),
  )
  return members.length
}

/**
 * The members with rows from before their erasure: a copy of the database brought them back. One
 * who came back with the same id has newer rows only.
 */
export async function findReturned(
  db: D1Database,
  erased: ErasedOwner[],
  limit: number,
): Promise<string[]> {
  return listValues(
    db
      .prepare(
        `select member_id from json_each(?1)
         cross join member_keys on owner_key = value ->> 'ownerKey'
         where known_since < value ->> 'erasedAt' limit ?2`,
      )
      .bind(JSON.stringify(erased), limit),
    z.string(),
  )
}
