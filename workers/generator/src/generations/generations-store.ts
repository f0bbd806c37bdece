import type { Position } from '@encre/worker/cursor'
import type { GenerationRequest } from '../contract.ts'
import { saveTimeoutMs } from '../lifetimes.ts'
import { dayOf, newAccountsAfter, type QuotaLimits } from '../limits/limits.ts'
import { whereRunning } from '../running.ts'
import {
  type GenerationRow,
  generationColumns,
  type StoredGeneration,
  toGeneration,
} from './stored-generation.ts'
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
  /** The network that the request came from, as a keyed hash of the day. Null: unknown. */
  networkKey: string | null
  limits: QuotaLimits
}

/**
 * An ended generation stays in the list for this time, so that a page that was closed meanwhile can
 * show its result.
 */
const listEndedForMs = 10 * 60 * 1000
/** A run gives up a day after it was accepted, so nothing older is running or ended lately. */
const listAcceptedForMs = 2 * saveTimeoutMs

/**
 * Null if a limit is reached. One statement checks and inserts, so that concurrent requests cannot
 * both take the last place.
 */
export async function acceptGeneration(
  db: D1Database,
  generation: NewGeneration,
): Promise<StoredGeneration | null> {
  const now = new Date().toISOString()
  const { memberId, ownerKey, idempotencyKey, request, limits } = generation
  const networkKey = limits.perNetwork === null ? null : generation.networkKey
  const results = await db.batch<GenerationRow>([
    db
      .prepare(
        `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, reference_id, request_id, day,
           created_at, updated_at, composition, network_key)
         select ?1, ?2, ?3, ?4, ?5, 'queued', ?6, ?7, ?8, ?9, ?10, ?10, ?13, case when account.is_new then ?15 end
         from (select coalesce((select first_generation_at from owners where owner_key = ?3), ?10) > ?16 as is_new) as account
         where coalesce((select used from member_usage where day = ?9 and member_id = ?2), 0)
             + coalesce((select used_before_erasure from owner_usage where day = ?9 and owner_key = ?3), 0) < ?11
           and coalesce((select calls from owner_usage where day = ?9 and owner_key = ?3), 0) < ?14
           and (select count(*) from generations where member_id = ?2 and created_at >= ?9) < ?18
           and (?15 is null or not account.is_new
             or coalesce((select used from network_usage where day = ?9 and network_key = ?15), 0) < ?17)
           and coalesce((select used from site_usage where day = ?9), 0) < ?12
           and not exists (select 1 from erased_owners where owner_key = ?3)
         on conflict (member_id, idempotency_key) do nothing`,
      )
      .bind(
        generation.id,
        memberId,
        ownerKey,
        idempotencyKey,
        generation.bodyHash,
        JSON.stringify(request),
        request.referenceId ?? request.maskId ?? null,
        generation.requestId,
        dayOf(now),
        now,
        limits.perMember,
        limits.perSite,
        generation.composition,
        limits.attempts,
        networkKey,
        newAccountsAfter(new Date(now)),
        limits.perNetwork,
        limits.started,
      ),
    db
      .prepare(
        `insert into owners (owner_key, first_generation_at) select owner_key, created_at from generations where id = ?
         on conflict do nothing`,
      )
      .bind(generation.id),
    cancelWithdrawn(db, generation.id),
    db
      .prepare(
        `select ${generationColumns} from generations where member_id = ? and idempotency_key = ?`,
      )
      .bind(memberId, idempotencyKey),
  ])
  const row = results.at(-1)?.results[0]
  return row ? toGeneration(row) : null
}

export async function findGeneration(
  db: D1Database,
  memberId: string,
  id: string,
): Promise<StoredGeneration | null> {
  return (await select(db, 'member_id = ? and id = ?', memberId, id))[0] ?? null
}

/** For the Durable Object, which acts on behalf of the owner. Null once the account is erased. */
export async function findGenerationToRun(
  db: D1Database,
  id: string,
): Promise<StoredGeneration | null> {
  return (await select(db, 'id = ?', id))[0] ?? null
}

export async function hasGeneration(
  db: D1Database,
  memberId: string,
  idempotencyKey: string,
): Promise<boolean> {
  return (
    (await select(db, 'member_id = ? and idempotency_key = ?', memberId, idempotencyKey)).length > 0
  )
}

export function listGenerationsFrom(
  db: D1Database,
  memberId: string,
  from: Position | null,
  limit: number,
): Promise<StoredGeneration[]> {
  const rest = 'member_id = ? and (created_at, id) >= (?, ?) order by created_at, id limit ?'
  return select(db, rest, memberId, from?.createdAt ?? '', from?.id ?? '', limit)
}

export function listRecentGenerations(
  db: D1Database,
  memberId: string,
): Promise<StoredGeneration[]> {
  const [accepted, ended] = [listAcceptedForMs, listEndedForMs].map((milliseconds) =>
    new Date(Date.now() - milliseconds).toISOString(),
  )
  const rest = `member_id = ? and created_at > ? and (${whereRunning} or updated_at > ?) order by created_at desc, id desc limit 20`
  return select(db, rest, memberId, accepted, ended)
}

/**
 * Failed and interrupted generations since `since`, newest first, from `from` on. Reads no more
 * rows than it returns.
 */
export function listFailedGenerations(
  db: D1Database,
  memberId: string,
  { since, from, limit }: { since: Date; from: Position | null; limit: number },
): Promise<StoredGeneration[]> {
  const rest = `member_id = ? and state in ('failed', 'interrupted') and created_at > ? ${from ? 'and (created_at, id) <= (?, ?)' : ''}
    order by created_at desc, id desc limit ?`
  return select(
    db,
    rest,
    memberId,
    since.toISOString(),
    ...(from ? [from.createdAt, from.id] : []),
    limit,
  )
}

async function select(
  db: D1Database,
  rest: string,
  ...values: unknown[]
): Promise<StoredGeneration[]> {
  const statement = db.prepare(`select ${generationColumns} from generations where ${rest}`)
  return (await statement.bind(...values).all<GenerationRow>()).results.map(toGeneration)
}
