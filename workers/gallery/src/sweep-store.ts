import { isoDate } from '@encre/worker/moment'
import { mostOrphans, type OrphanSurvey, type SweepStop } from '@encre/worker/orphans'
import { findRow, listRows, listValues, parseRows, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'

const Removal = z.object({ designId: z.string(), key: z.string() })
export type Removal = z.infer<typeof Removal>

/** An object that may have no design. `isDeleted`: its key is that of a deleted design. */
export interface Candidate extends Removal {
  isDeleted: boolean
}

const hasNoDesign = `not exists (
  select 1 from designs where id = value ->> 'designId' and (deleted_at is not null) = (value ->> 'isDeleted')
)`

/** Records the images without a design. Those of an erased account are expected. */
export async function recordOrphans(
  db: D1Database,
  candidates: (Candidate & { ownerKey: string; uploadedAt: string })[],
): Promise<void> {
  if (candidates.length === 0) return
  await db
    .prepare(
      `insert into orphans (image_key, uploaded_at, found_at, is_expected)
       select value ->> 'key', value ->> 'uploadedAt', ?2, exists (select 1 from erased_owners where owner_key = value ->> 'ownerKey')
       from json_each(?1) where ${hasNoDesign}
       on conflict (image_key) do nothing`,
    )
    .bind(JSON.stringify(candidates), isoDate())
    .run()
}

const BucketRow = z.object({ newestRow: z.nullable(z.string()), objects: z.number() })
const OrphanAge = z.object({ uploadedAt: z.string() })

/**
 * What decides whether the sweep stops. The newest design is the last one inserted, so that one row
 * is read.
 */
export async function surveyOrphans(db: D1Database): Promise<OrphanSurvey> {
  const [orphans, rows] = await db.batch([
    db
      .prepare('select uploaded_at as uploadedAt from orphans where is_expected = 0 limit ?')
      .bind(mostOrphans + 1),
    db.prepare(
      'select (select created_at from designs order by rowid desc limit 1) as newestRow, max(objects, objects_in_round) as objects from image_sweep',
    ),
  ])
  const [{ newestRow, objects } = { newestRow: null, objects: 0 }] = parseRows(rows, BucketRow)
  return {
    newestRow: newestRow === null ? null : new Date(newestRow),
    orphans: parseRows(orphans, OrphanAge).map(({ uploadedAt }) => new Date(uploadedAt)),
    objects,
  }
}

/** The images that have waited since `before`. */
export async function listOrphans(
  db: D1Database,
  before: string,
  limit: number,
): Promise<string[]> {
  return listValues(
    db
      .prepare('select image_key from orphans where found_at < ? order by found_at limit ?')
      .bind(before, limit),
    z.string(),
  )
}

export async function deleteOrphans(db: D1Database, keys: string[]): Promise<void> {
  await db
    .prepare('delete from orphans where image_key in (select value from json_each(?))')
    .bind(JSON.stringify(keys))
    .run()
}

/**
 * Marks images without a design for deletion. One statement checks and marks; no design with a
 * marked id is saved, deleted or restored.
 */
export async function startRemovals(db: D1Database, candidates: Candidate[]): Promise<number> {
  if (candidates.length === 0) return 0
  const { meta } = await db
    .prepare(
      `insert into removals (design_id, image_key)
       select value ->> 'designId', value ->> 'key' from json_each(?) where ${hasNoDesign}
       on conflict (design_id) do nothing`,
    )
    .bind(JSON.stringify(candidates))
    .run()
  return meta.changes
}

export async function listRemovals(db: D1Database, limit: number): Promise<Removal[]> {
  return listRows(
    db.prepare('select design_id as designId, image_key as key from removals limit ?').bind(limit),
    Removal,
  )
}

export async function finishRemovals(db: D1Database, removals: Removal[]): Promise<void> {
  await db
    .prepare('delete from removals where design_id in (select value from json_each(?))')
    .bind(JSON.stringify(removals.map(({ designId }) => designId)))
    .run()
}

/** The last key that the sweep read; null at the start of a round. */
export async function readSweepPosition(db: D1Database): Promise<string | null> {
  return (await readSweep(db))?.readUpTo ?? null
}

/** Adds the objects that were read to those of the round. `key` is null at its end. */
export async function writeSweepPosition(
  db: D1Database,
  key: string | null,
  objects: number,
): Promise<void> {
  await db
    .prepare(
      `update image_sweep set read_up_to = ?1, objects = iif(?1 is null, objects_in_round + ?2, objects),
         objects_in_round = iif(?1 is null, 0, objects_in_round + ?2)`,
    )
    .bind(key, objects)
    .run()
}

/** Why the sweep removes no image, until an operator resumes it. Null while it works. */
export async function readSweepStop(db: D1Database): Promise<string | null> {
  return (await readSweep(db))?.stoppedFor ?? null
}

const Sweep = z.object({ readUpTo: z.nullable(z.string()), stoppedFor: z.nullable(z.string()) })

function readSweep(db: D1Database): Promise<z.infer<typeof Sweep> | null> {
  return findRow(db.prepare(`select ${selectColumns(Sweep)} from image_sweep`), Sweep)
}

export async function writeSweepStop(db: D1Database, stop: SweepStop): Promise<void> {
  await db.prepare('update image_sweep set stopped_for = ?').bind(stop).run()
}
