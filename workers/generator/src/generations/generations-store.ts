import type { Position } from '@encre/worker/cursor'
import { isoDate } from '@encre/worker/moment'
import { listRows, parseRows } from '@encre/worker/rows'
import type { GenerationRequest } from '../contract.ts'
import { saveTimeoutMs } from '../lifetimes.ts'
import { dayOf, newAccountsAfter } from '../limits/limits.ts'
import { whereRunning } from '../running.ts'
import type { QuotaLimits } from '../settings.ts'
import { generationColumns, StoredGeneration } from './stored-generation.ts'
import { cancelWithdrawn } from './withdrawn-keys.ts'

// The rows of generations. `acceptGeneration` counts every quota in one statement; the numbers are
// in `settings.ts`, and what a member still has in `limits/limits.ts`.

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
  jurisdiction: string
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
 * Null if a limit of `settings.ts` is reached: of the member's day (designs, starts, calls), of the
 * network, of new accounts, of the site. Days are UTC. One statement checks and inserts, so that concurrent requests cannot
 * both take the last place.
 */
export async function acceptGeneration(
  db: D1Database,
  generation: NewGeneration,
): Promise<StoredGeneration | null> {
  const { id, memberId, idempotencyKey } = generation
  const results = await db.batch([
    insertAccepted(db, generation),
    db
      .prepare(
        `insert into owners (owner_key, first_generation_at) select owner_key, created_at from generations where id = ?
         on conflict do nothing`,
      )
      .bind(id),
    cancelWithdrawn(db, id),
    db
      .prepare(
        `select ${generationColumns} from generations where member_id = ? and idempotency_key = ?`,
      )
      .bind(memberId, idempotencyKey),
  ])
  return parseRows(results.at(-1), StoredGeneration)[0] ?? null
}

function insertAccepted(db: D1Database, generation: NewGeneration): D1PreparedStatement {
  const { request, limits } = generation
  const now = isoDate()
  const given = {
    id: generation.id,
    member_id: generation.memberId,
    owner_key: generation.ownerKey,
    idempotency_key: generation.idempotencyKey,
    body_hash: generation.bodyHash,
    request: JSON.stringify(request),
    reference_id: request.referenceId ?? request.maskId ?? null,
    request_id: generation.requestId,
    composition: generation.composition,
    network_key: limits.perNetwork === null ? null : generation.networkKey,
    day: dayOf(now),
    jurisdiction: generation.jurisdiction,
    now,
    new_after: newAccountsAfter(),
    per_member: limits.perMember,
    started: limits.started,
    attempts: limits.attempts,
    per_network: limits.perNetwork,
    per_site: limits.perSite,
    per_new_accounts: limits.perNewAccounts,
  }
  // A table of one row, because D1 binds values by position only.
  const columns = Object.keys(given).join(', ')
  const values = Object.keys(given).fill('?').join(', ')
  return db
    .prepare(
      `with
         given (${columns}) as (values (${values})),
         account as (
           select coalesce(
             (select first_generation_at from owners where owners.owner_key = given.owner_key),
             given.now
           ) as first_at
           from given
         ),
         today as (
           select
             (select used from member_usage
               where day = given.day and member_id = given.member_id) as by_member,
             (select used_before_erasure from owner_usage
               where day = given.day and owner_key = given.owner_key) as before_erasure,
             (select calls from owner_usage
               where day = given.day and owner_key = given.owner_key) as calls,
             (select count(*) from generations
               where member_id = given.member_id and created_at >= given.day) as started,
             (select used from network_usage
               where day = given.day and network_key = given.network_key) as by_network,
             (select used from site_usage where day = given.day) as by_site,
             (select used_by_new_accounts from site_usage
               where day = given.day) as by_new_accounts
           from given
         )
       insert into generations (
         id, member_id, owner_key, idempotency_key, body_hash, state, request, reference_id,
         request_id, day, created_at, updated_at, composition, jurisdiction, network_key,
         of_new_account
       )
       select
         id, member_id, owner_key, idempotency_key, body_hash, 'queued', request, reference_id,
         request_id, day, now, now, composition, jurisdiction,
         case when first_at > new_after then network_key end, first_at >= day
       from given, account, today
       where coalesce(by_member, 0) + coalesce(before_erasure, 0) < per_member
         and coalesce(calls, 0) < attempts
         and today.started < given.started
         and coalesce(by_site, 0) < per_site
         and (first_at < day or coalesce(by_new_accounts, 0) < per_new_accounts)
         and (network_key is null or first_at <= new_after or coalesce(by_network, 0) < per_network)
         and not exists (select 1 from erased_owners where erased_owners.owner_key = given.owner_key)
       on conflict (member_id, idempotency_key) do nothing`,
    )
    .bind(...Object.values(given))
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
  const acceptedAfter = isoDate(-listAcceptedForMs)
  const endedAfter = isoDate(-listEndedForMs)
  const rest = `member_id = ? and created_at > ? and (${whereRunning} or updated_at > ?) order by created_at desc, id desc limit 20`
  return select(db, rest, memberId, acceptedAfter, endedAfter)
}

/**
 * Failed and interrupted generations since `since`, newest first, from `from` on. Reads no more
 * rows than it returns.
 */
export function listFailedGenerations(
  db: D1Database,
  memberId: string,
  { since, from, limit }: { since: string; from: Position | null; limit: number },
): Promise<StoredGeneration[]> {
  const rest = `member_id = ? and state in ('failed', 'interrupted') and created_at > ? ${from ? 'and (created_at, id) <= (?, ?)' : ''}
    order by created_at desc, id desc limit ?`
  return select(db, rest, memberId, since, ...(from ? [from.createdAt, from.id] : []), limit)
}

async function select(
  db: D1Database,
  rest: string,
  ...values: unknown[]
): Promise<StoredGeneration[]> {
  const statement = db.prepare(`select ${generationColumns} from generations where ${rest}`)
  return listRows(statement.bind(...values), StoredGeneration)
}
