import * as z from 'zod/mini'
import { type GenerationFailure, GenerationRequest, GenerationState } from '../contract.ts'
import type { ImageRequest } from '../providers/provider.ts'
import { referenceLifetime } from '../references/references-store.ts'

export const runningStates = ['queued', 'calling', 'storing'] as const satisfies readonly GenerationState[]

// Unlike a page's request it may carry what this worker does not know: a newer one wrote it, and was rolled back.
const StoredRequest = z.object(GenerationRequest.shape)

export interface StoredGeneration {
  id: string
  memberId: string
  ownerKey: string
  bodyHash: string
  state: GenerationState
  /** Grows with each change of state. */
  version: number
  request: GenerationRequest
  requestId: string
  /** What the page ran that asked, where it said so. */
  composition: string | null
  model: string | null
  /** Whether its last attempt asked for a transparent background. */
  transparent: boolean
  attempt: number
  problem: string | null
  createdAt: string
  updatedAt: string
}

export interface NewGeneration {
  id: string
  memberId: string
  ownerKey: string
  idempotencyKey: string
  bodyHash: string
  request: GenerationRequest
  requestId: string
  composition: string | null
  limits: { perMember: number; perSite: number }
}

/** Without progress for so long, a generation is started again by whoever sees it; its run tells whether there is anything to do. */
export const stalledAfter = 30_000

/** An ended generation is still listed for a while, so that a page that was closed meanwhile can tell how it went. */
const recentlyEnded = 10 * 60 * 1000

/**
 * Keeps a new generation, or finds the one that this key already made. Null when a quota is used up. Insert and quota are one
 * statement, so that no two requests can take the last place.
 */
export async function acceptGeneration(db: D1Database, generation: NewGeneration): Promise<StoredGeneration | null> {
  const now = new Date().toISOString()
  const { memberId, idempotencyKey, request, limits } = generation
  const [, found] = await db.batch<GenerationRow>([
    db
      .prepare(
        `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, reference_id, request_id, day,
           created_at, updated_at, composition)
         select ?1, ?2, ?3, ?4, ?5, 'queued', ?6, ?7, ?8, ?9, ?10, ?10, ?13
         where coalesce((select used from usage where day = ?9 and member_id = ?2), 0) < ?11
           and coalesce((select used from usage where day = ?9 and member_id = ''), 0) < ?12
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
    db.prepare(`select ${columns} from generations where member_id = ? and idempotency_key = ?`).bind(memberId, idempotencyKey),
  ])
  const row = found?.results[0]
  return row ? toGeneration(row) : null
}

/** A member's own generation, or null. */
export async function findGeneration(db: D1Database, memberId: string, id: string): Promise<StoredGeneration | null> {
  const row = await db
    .prepare(`select ${columns} from generations where member_id = ? and id = ?`)
    .bind(memberId, id)
    .first<GenerationRow>()
  return row && toGeneration(row)
}

/** For the run itself, which acts for the owner. Null once the account was erased. */
export async function findGenerationToRun(db: D1Database, id: string): Promise<StoredGeneration | null> {
  const row = await db.prepare(`select ${columns} from generations where id = ?`).bind(id).first<GenerationRow>()
  return row && toGeneration(row)
}

/** A member's running generations and those that ended a moment ago, newest first. */
export async function listRecentGenerations(db: D1Database, memberId: string): Promise<StoredGeneration[]> {
  const { results } = await db
    .prepare(
      `select ${columns} from generations
       where member_id = ? and (state in ('queued', 'calling', 'storing') or updated_at > ?)
       order by created_at desc, id desc limit 20`,
    )
    .bind(memberId, new Date(Date.now() - recentlyEnded).toISOString())
    .all<GenerationRow>()
  return results.map(toGeneration)
}

/** Writes that the provider is about to be called. Null when the generation is no longer queued: then it must not be called. */
export async function beginAttempt(
  db: D1Database,
  id: string,
  { model, transparent }: Pick<ImageRequest, 'model' | 'transparent'>,
): Promise<StoredGeneration | null> {
  const now = new Date().toISOString()
  const [updated] = await db.batch<GenerationRow>([
    db
      .prepare(
        `update generations set state = 'calling', attempt = attempt + 1, model = ?, transparent = ?, version = version + 1, updated_at = ?
         where id = ? and state = 'queued' returning ${columns}`,
      )
      .bind(model, transparent ? 1 : 0, now, id),
    db
      .prepare(
        `insert into attempts (generation_id, number, model, started_at)
         select id, attempt, model, ? from generations where id = ? and state = 'calling'
         on conflict (generation_id, number) do nothing`,
      )
      .bind(now, id),
  ])
  const row = updated?.results[0]
  return row ? toGeneration(row) : null
}

/** Both quotas, the site's alone, or none: a member pays for what they caused, the site for whatever may have been billed. */
export type Charged = 'member' | 'site' | 'nobody'

const countedAs: Record<Charged, number> = { member: 1, site: 2, nobody: 0 }

export interface Move {
  from: readonly GenerationState[]
  to: GenerationState
  problem?: GenerationFailure
  /** Whose quota of the day it keeps a place in; 'member' when left out. */
  charged?: Charged
  /** What came of the attempt under way. */
  outcome: string
}

/** Moves a generation on. Null when it is no longer in one of the states `from`, because it was cancelled or erased meanwhile. */
export async function moveGeneration(db: D1Database, id: string, move: Move): Promise<StoredGeneration | null> {
  const now = new Date().toISOString()
  // Whether the first statement moved it: the others must not touch what it left alone.
  const moved = 'select reference_id from generations where id = ?1 and state = ?2 and updated_at = ?3'
  const [updated] = await db.batch<GenerationRow>([
    db
      .prepare(
        `update generations set state = ?1, problem = ?2, counted = case counted when 1 then ?3 else counted end, version = version + 1, updated_at = ?4
         where id = ?5 and state in (select value from json_each(?6)) returning ${columns}`,
      )
      .bind(move.to, move.problem ?? null, countedAs[move.charged ?? 'member'], now, id, JSON.stringify(move.from)),
    db
      .prepare(`update attempts set outcome = ?4, ended_at = ?3 where generation_id = ?1 and outcome is null and exists (${moved})`)
      .bind(id, move.to, now, move.outcome),
    ...(isRunning(move.to)
      ? []
      : [
          db
            .prepare(`update reference_images set expires_at = ?4 where id = (${moved})`)
            .bind(id, move.to, now, new Date(Date.now() + referenceLifetime).toISOString()),
        ]),
  ])
  const row = updated?.results[0]
  return row ? toGeneration(row) : null
}

/** Writes that the provider's answer is known, before what follows from it: the attempt took no longer. */
export async function endAttempt(db: D1Database, id: string, outcome: string): Promise<void> {
  await db
    .prepare('update attempts set outcome = ?, ended_at = ? where generation_id = ? and outcome is null')
    .bind(outcome, new Date().toISOString(), id)
    .run()
}

/** Whether this key already made a generation. */
export async function hasGeneration(db: D1Database, memberId: string, idempotencyKey: string): Promise<boolean> {
  const found = await db
    .prepare('select 1 from generations where member_id = ? and idempotency_key = ?')
    .bind(memberId, idempotencyKey)
    .first()
  return found !== null
}

/** Generations without progress since `before`, whoever they belong to: for the sweep. */
export async function listStalledGenerations(db: D1Database, before: Date, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(`select id from generations where state in ('queued', 'calling', 'storing') and updated_at < ? order by updated_at limit ?`)
    .bind(before.toISOString(), limit)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}

export async function listRunningGenerations(db: D1Database, memberId: string): Promise<string[]> {
  const { results } = await db
    .prepare(`select id from generations where member_id = ? and state in ('queued', 'calling', 'storing')`)
    .bind(memberId)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}

/** Removes generations that ended before `before`, with their attempts. Their designs are the gallery's and stay. */
export async function removeEndedGenerations(db: D1Database, before: Date, limit: number): Promise<number> {
  const ended = `select id from generations where state in ('done', 'failed', 'interrupted', 'cancelled') and updated_at < ?
    order by updated_at limit ?`
  const values = [before.toISOString(), limit]
  const [, removed] = await db.batch([
    db.prepare(`delete from attempts where generation_id in (${ended})`).bind(...values),
    db.prepare(`delete from generations where id in (${ended})`).bind(...values),
  ])
  return removed?.meta.changes ?? 0
}

export async function eraseGenerations(db: D1Database, memberId: string): Promise<void> {
  await db.batch([
    db.prepare('delete from attempts where generation_id in (select id from generations where member_id = ?)').bind(memberId),
    db.prepare('delete from generations where member_id = ?').bind(memberId),
    db.prepare('delete from usage where member_id = ?').bind(memberId),
  ])
}

export function isRunning(state: GenerationState): boolean {
  return runningStates.some((running) => running === state)
}

/** `2026-11-20`, in UTC. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10)
}

const columns =
  'id, member_id, owner_key, body_hash, state, version, request, request_id, composition, model, transparent, attempt, problem, created_at, updated_at'

interface GenerationRow {
  id: string
  member_id: string
  owner_key: string
  body_hash: string
  state: string
  version: number
  request: string
  request_id: string
  composition: string | null
  model: string | null
  transparent: number
  attempt: number
  problem: string | null
  created_at: string
  updated_at: string
}

function toGeneration(row: GenerationRow): StoredGeneration {
  return {
    id: row.id,
    memberId: row.member_id,
    ownerKey: row.owner_key,
    bodyHash: row.body_hash,
    state: z.parse(GenerationState, row.state),
    version: row.version,
    request: z.parse(StoredRequest, JSON.parse(row.request)),
    requestId: row.request_id,
    composition: row.composition,
    model: row.model,
    transparent: row.transparent === 1,
    attempt: row.attempt,
    problem: row.problem,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
