import { deleteInPieces } from './bounded.ts'
import { isoDate, tokenLifetimeMs } from './moment.ts'
import { hasRow } from './rows.ts'

// The table `erased_owners` of a database. While an erasure stands here, the member's tokens create
// nothing: the statements that insert something ask it.

/** For `definePlaces`. */
export const selectErasedOwners = 'select owner_key from erased_owners'

/** The statement that records an erasure, before anything is deleted. */
export function recordErasure(db: D1Database, ownerKey: string): D1PreparedStatement {
  return db
    .prepare(
      'insert into erased_owners (owner_key, erased_at) values (?, ?) on conflict do nothing',
    )
    .bind(ownerKey, isoDate())
}

export function hasErasure(db: D1Database, ownerKey: string): Promise<boolean> {
  return hasRow(db.prepare('select 1 from erased_owners where owner_key = ?').bind(ownerKey))
}

/** Deletes the erasures whose members have no valid token any more. Resolves to their number. */
export function deleteErasures(db: D1Database): Promise<number> {
  const ended = { table: 'erased_owners', key: 'owner_key', condition: 'erased_at < ?' }
  return deleteInPieces(db, ended, isoDate(-tokenLifetimeMs))
}
