import type { GenerationRequest } from '../contract.ts'
import { dayOf, type QuotaLimits } from './quota.ts'
import { type GenerationRow, generationColumns, type StoredGeneration, toGeneration } from './stored-generation.ts'
import { cancelWithdrawn } from './withdrawn-keys.ts'

export interface NewGeneration {
  id: string
  memberId: string
  ownerKey: string
  idempotencyKey: string
  bodyHash: string
  request: GenerationRequest
  requestId: string
  composition: string | null
  limits: QuotaLimits
}

/** An ended generation stays in the list for this time, so that a page that was closed meanwhile can show its result. */
const listEndedForMs = 10 * 60 * 1000

/**
 * Creates a generation, or finds the one that this idempotency key created before. Null if a quota is used up. One statement checks
 * the quotas and inserts, so that two concurrent requests cannot take the same last place.
 */
export async function acceptGeneration(db: D1Database, generation: NewGeneration): Promise<StoredGeneration | null> {
  const now = new Date().toISOString()
  const { memberId, idempotencyKey, request, limits } = generation
  const results = await db.batch<GenerationRow>([
    db
      .prepare(
        `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, reference_id, request_id, day,
           created_at, updated_at, composition)
         select ?1, ?2, ?3, ?4, ?5, 'queued', ?6, ?7, ?8, ?9, ?10, ?10, ?13
         where coalesce((select used from member_usage where day = ?9 and member_id = ?2), 0) < ?11
           and coalesce((select used from site_usage where day = ?9), 0) < ?12
         on conflict (member_id, idempotency_key) do nothing`,
      )
      .bind(
        generation.id,
        memberId,
        generation.ownerKey,
        idempotencyKey,
        generation.bodyHash,
        JSON.stringify(request),
        request.referenceId,
        generation.requestId,
        dayOf(now),
        now,
        limits.perMember,
        limits.perSite,
        generation.composition,
      ),
    cancelWithdrawn(db, generation.id),
    db.prepare(`select ${generationColumns} from generations where member_id = ? and idempotency_key = ?`).bind(memberId, idempotencyKey),
  ])
  const row = results.at(-1)?.results[0]
  return row ? toGeneration(row) : null
}

/** A member's own generation, or null. */
export async function findGeneration(db: D1Database, memberId: string, id: string): Promise<StoredGeneration | null> {
  const row = await db
    .prepare(`select ${generationColumns} from generations where member_id = ? and id = ?`)
    .bind(memberId, id)
    .first<GenerationRow>()
  return row && toGeneration(row)
}

/** For the Durable Object, which acts on behalf of the owner. Null once the account is erased. */
export async function findGenerationToRun(db: D1Database, id: string): Promise<StoredGeneration | null> {
  const row = await db.prepare(`select ${generationColumns} from generations where id = ?`).bind(id).first<GenerationRow>()
  return row && toGeneration(row)
}

/** Whether this idempotency key already created a generation. */
export async function hasGeneration(db: D1Database, memberId: string, idempotencyKey: string): Promise<boolean> {
  const found = await db
    .prepare('select 1 from generations where member_id = ? and idempotency_key = ?')
    .bind(memberId, idempotencyKey)
    .first()
  return found !== null
}

/** A member's running and recently ended generations, newest first. */
export async function listRecentGenerations(db: D1Database, memberId: string): Promise<StoredGeneration[]> {
  const { results } = await db
    .prepare(
      `select ${generationColumns} from generations
       where member_id = ? and (state in ('queued', 'calling', 'storing') or updated_at > ?)
       order by created_at desc, id desc limit 20`,
    )
    .bind(memberId, new Date(Date.now() - listEndedForMs).toISOString())
    .all<GenerationRow>()
  return results.map(toGeneration)
}
