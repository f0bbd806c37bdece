import type { Position } from '@encre/worker/cursor'
import { isoDate, unchangedSince } from '@encre/worker/moment'
import { hasRow, listRows, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'

const DeletedRow = z.object({
  id: z.string(),
  subject: z.string(),
  style: z.string(),
  createdAt: z.string(),
  deletedAt: z.string(),
})
export type DeletedRow = z.infer<typeof DeletedRow>

// A design whose old image the sweep is removing cannot be deleted or restored: the sweep would
// remove the new copy too.
const notBeingRemoved = 'not exists (select 1 from removals where design_id = designs.id)'

/** False if the member has no such design, or the sweep is removing an old image of it. */
export async function markDeleted(
  db: D1Database,
  memberId: string,
  designId: string,
): Promise<boolean> {
  return hasRow(
    db
      .prepare(
        `update designs set deleted_at = ?1, marked_at = ?1 where id = ?2 and member_id = ?3 and deleted_at is null and ${notBeingRemoved} returning id`,
      )
      .bind(isoDate(), designId, memberId),
  )
}

/**
 * False if the member has deleted no such design since `since`, or the sweep is removing an old
 * image of it.
 */
export async function unmarkDeleted(
  db: D1Database,
  memberId: string,
  designId: string,
  since: string,
): Promise<boolean> {
  return hasRow(
    db
      .prepare(
        `update designs set deleted_at = null, marked_at = ? where id = ? and member_id = ? and deleted_at > ? and ${notBeingRemoved} returning id`,
      )
      .bind(isoDate(), designId, memberId, since),
  )
}

/** Whether another device may have deleted or restored the design after the press. */
export async function isChangedSince(
  db: D1Database,
  memberId: string,
  designId: string,
  pressedAt: string | null,
): Promise<boolean> {
  return hasRow(
    db
      .prepare(
        `select 1 from designs where id = ? and member_id = ? and not ${unchangedSince('marked_at')}`,
      )
      .bind(designId, memberId, pressedAt),
  )
}

export async function isDeleted(
  db: D1Database,
  memberId: string,
  designId: string,
  since: string,
): Promise<boolean> {
  return hasRow(
    db
      .prepare('select 1 from designs where id = ? and member_id = ? and deleted_at > ?')
      .bind(designId, memberId, since),
  )
}

/** Newest deletion first. `from`: the first one of a page; its date is that of the deletion. */
export async function listDeleted(
  db: D1Database,
  memberId: string,
  { since, from, limit }: { since: string; from: Position | null; limit: number },
): Promise<DeletedRow[]> {
  return listRows(
    db
      .prepare(
        `select ${selectColumns(DeletedRow)} from designs
         where member_id = ? and deleted_at > ? ${from ? 'and (deleted_at, id) <= (?, ?)' : ''}
         order by deleted_at desc, id desc limit ?`,
      )
      .bind(memberId, since, ...(from ? [from.createdAt, from.id] : []), limit),
    DeletedRow,
  )
}

const ExpiredRow = z.object({ id: z.string(), memberId: z.string() })

/** Designs of any member that were deleted before `before`. */
export async function listExpired(
  db: D1Database,
  before: string,
  limit: number,
): Promise<z.infer<typeof ExpiredRow>[]> {
  return listRows(
    db
      .prepare(
        `select ${selectColumns(ExpiredRow)} from designs where deleted_at is not null and deleted_at < ? order by deleted_at limit ?`,
      )
      .bind(before, limit),
    ExpiredRow,
  )
}

export async function deleteExpired(db: D1Database, designIds: string[]): Promise<void> {
  await db
    .prepare(
      'delete from designs where id in (select value from json_each(?)) and deleted_at is not null',
    )
    .bind(JSON.stringify(designIds))
    .run()
}
