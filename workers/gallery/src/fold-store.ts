import { fold } from './fold.ts'

/** Rows per batch: one statement reads them, one writes them. */
const batchSize = 500

/**
 * Fills the folded subject of up to `batchSize` rows that lack it, of one member or of all. Returns how many it filled.
 */
async function foldBatch(db: D1Database, memberId: string | null): Promise<number> {
  const { results } = await db
    .prepare(
      `select id, subject from designs where folded_subject is null ${memberId === null ? '' : 'and member_id = ?'} limit ${batchSize}`,
    )
    .bind(...(memberId === null ? [] : [memberId]))
    .all<{ id: string; subject: string }>()
  if (results.length === 0) return 0
  const folded = results.map(({ id, subject }) => ({ id, folded: fold(subject) }))
  await db
    .prepare(
      `update designs set folded_subject = folds.folded
       from (select value ->> 'id' as id, value ->> 'folded' as folded from json_each(?)) as folds where designs.id = folds.id`,
    )
    .bind(JSON.stringify(folded))
    .run()
  return results.length
}

/** Makes every design of a member searchable. Reads no row if all are. */
export async function foldSubjects(db: D1Database, memberId: string): Promise<void> {
  while ((await foldBatch(db, memberId)) === batchSize);
}

/** Folds one batch of any member's subjects, for the sweep. */
export function foldOldSubjects(db: D1Database): Promise<number> {
  return foldBatch(db, null)
}
