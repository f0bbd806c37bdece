import { deleteInPieces } from '@encre/worker/bounded'
import { ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { parseRows } from '@encre/worker/rows'
import { generationColumns, StoredGeneration } from './stored-generation.ts'

// Annuler for a request that has not arrived yet: its key is remembered, and `acceptGeneration`
// cancels what comes with it. A run that has begun is cancelled in `generations.ts`.

export const maxPerMember = 200

/**
 * Records that nothing may run for this key, or returns the generation that it created before.
 * 'refused': the member has too many keys.
 */
export async function withdrawKey(
  db: D1Database,
  memberId: string,
  idempotencyKey: string,
): Promise<StoredGeneration | 'withdrawn' | 'refused'> {
  const [, found, withdrawn] = await db.batch([
    db
      .prepare(
        `insert into withdrawn_keys (member_id, idempotency_key, created_at) select ?1, ?2, ?3
         where not exists (select 1 from generations where member_id = ?1 and idempotency_key = ?2)
           and (select count(*) from withdrawn_keys where member_id = ?1) < ?4
           and not exists (select 1 from erased_owners where owner_key = ?5)
         on conflict do nothing`,
      )
      .bind(memberId, idempotencyKey, isoDate(), maxPerMember, await ownerKey(memberId)),
    db
      .prepare(
        `select ${generationColumns} from generations where member_id = ? and idempotency_key = ?`,
      )
      .bind(memberId, idempotencyKey),
    db
      .prepare('select 1 from withdrawn_keys where member_id = ? and idempotency_key = ?')
      .bind(memberId, idempotencyKey),
  ])
  const [generation] = parseRows(found, StoredGeneration)
  if (generation) return generation
  return withdrawn?.results.length === 0 ? 'refused' : 'withdrawn'
}

/**
 * The statement that cancels a generation which was just accepted for a withdrawn key. It bills
 * nobody.
 */
export function cancelWithdrawn(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `update generations set state = 'cancelled', billed_to = 'nobody', version = version + 1
       where id = ? and exists (
         select 1 from withdrawn_keys
         where withdrawn_keys.member_id = generations.member_id and withdrawn_keys.idempotency_key = generations.idempotency_key
       )`,
    )
    .bind(id)
}

export function deleteWithdrawnKeys(db: D1Database, before: string): Promise<number> {
  const old = {
    table: 'withdrawn_keys',
    key: 'member_id, idempotency_key',
    condition: 'created_at < ?',
  }
  return deleteInPieces(db, old, before)
}
