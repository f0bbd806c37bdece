export interface Removal {
  designId: string
  key: string
}

/** An object that may have no design. `isDeleted`: its key is that of a deleted design. */
export interface Candidate extends Removal {
  isDeleted: boolean
}

/**
 * Marks images without a design for deletion. One statement checks and marks; no design with a marked id is saved, deleted or restored.
 * Marks nothing while the table is empty: the database was lost and is about to be restored. Returns the number of marks.
 */
export async function startRemovals(db: D1Database, candidates: Candidate[]): Promise<number> {
  if (candidates.length === 0) return 0
  const { meta } = await db
    .prepare(
      `insert into removals (design_id, image_key)
       select value ->> 'designId', value ->> 'key' from json_each(?)
       where exists (select 1 from designs) and not exists (
         select 1 from designs where id = value ->> 'designId' and (deleted_at is not null) = (value ->> 'isDeleted')
       ) on conflict (design_id) do nothing`,
    )
    .bind(JSON.stringify(candidates))
    .run()
  return meta.changes
}

export async function listRemovals(db: D1Database, limit: number): Promise<Removal[]> {
  return (await db.prepare('select design_id as designId, image_key as key from removals limit ?').bind(limit).all<Removal>()).results
}

export async function finishRemovals(db: D1Database, removals: Removal[]): Promise<void> {
  await db
    .prepare('delete from removals where design_id in (select value from json_each(?))')
    .bind(JSON.stringify(removals.map(({ designId }) => designId)))
    .run()
}

/** The last key that the sweep read; null at the start of a round. */
export function readSweepPosition(db: D1Database): Promise<string | null> {
  return db.prepare('select read_up_to from image_sweep').first<string>('read_up_to')
}

export async function writeSweepPosition(db: D1Database, key: string | null): Promise<void> {
  await db.prepare('update image_sweep set read_up_to = ?').bind(key).run()
}

export async function deleteErasures(db: D1Database, before: Date): Promise<void> {
  await db.prepare('delete from erased_owners where erased_at < ?').bind(before.toISOString()).run()
}
