import type { Design } from '@encre/protocol/design'
import { log, logError, logFailure } from '@encre/worker/log'
import { isoDate } from '@encre/worker/moment'
import { Flag, jsonColumn, parseRows, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { askGallery, type Bindings } from '../bindings.ts'
import {
  type Generation,
  type GenerationFailure,
  GenerationRequest,
  GenerationState,
} from '../contract.ts'
import { referenceLifetimeMs } from '../lifetimes.ts'
import type { AnswerDetails, BilledTo, ImageRequest } from '../providers/provider.ts'
import { isRunning } from '../running.ts'

// Unknown fields are ignored here and refused in a page's request: a newer worker may have written
// them before a rollback.
const StoredRequest = z.object(GenerationRequest.shape)

/** A row of `generations`. */
export const StoredGeneration = z.object({
  id: z.string(),
  memberId: z.string(),
  ownerKey: z.string(),
  /** Of the run's Durable Object. '' for those of older versions. */
  jurisdiction: z.string(),
  bodyHash: z.string(),
  state: GenerationState,
  /**
   * Grows with each change of state. `moveGeneration` changes only the version that the caller
   * read. Also the id of the state's event.
   */
  version: z.number(),
  request: jsonColumn(StoredRequest),
  requestId: z.string(),
  composition: z.nullable(z.string()),
  model: z.nullable(z.string()),
  transparent: Flag,
  revisedPrompt: z.nullable(z.string()),
  tokens: z.nullable(z.number()),
  attempt: z.number(),
  problem: z.nullable(z.string()),
  billedTo: z.string(),
  /** When a busy provider is called again. Null unless the generation waits for it. */
  retryAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type StoredGeneration = z.infer<typeof StoredGeneration>

export const generationColumns = selectColumns(StoredGeneration)

export async function presentGeneration(
  env: Bindings,
  generation: StoredGeneration,
): Promise<Generation> {
  const { state, memberId, id } = generation
  return toContract(
    generation,
    state === 'done' ? await askGallery(env.LIBRARY.findDesign(memberId, id)) : null,
  )
}

/**
 * Like `presentGeneration` for a member's list, with one call to the gallery. Without the gallery,
 * the designs are null.
 */
export async function presentGenerations(
  env: Bindings,
  memberId: string,
  generations: StoredGeneration[],
): Promise<Generation[]> {
  const done = generations.filter(({ state }) => state === 'done').map(({ id }) => id)
  const designs = done.length === 0 ? [] : await findDesigns(env, memberId, done)
  return generations.map((generation) =>
    toContract(generation, designs.find(({ id }) => id === generation.id) ?? null),
  )
}

async function findDesigns(
  { LIBRARY }: Bindings,
  memberId: string,
  ids: string[],
): Promise<Design[]> {
  try {
    return await LIBRARY.findDesigns(memberId, ids)
  } catch (error) {
    logError(error, { call: 'findDesigns' })
    return []
  }
}

export function toContract(generation: StoredGeneration, design: Design | null): Generation {
  const {
    id,
    state,
    createdAt,
    request,
    transparent,
    revisedPrompt,
    problem,
    requestId,
    billedTo,
    retryAt,
  } = generation
  return {
    id,
    state,
    createdAt,
    request,
    transparent,
    revisedPrompt,
    counted: billedTo === 'member',
    waiting: retryAt !== null,
    problem,
    requestId,
    design,
    seed: design?.imageUrl ?? null,
  }
}

interface Move {
  to: GenerationState
  problem?: GenerationFailure
  billedTo?: BilledTo
  retryAt?: string | null
  outcome: string
}

type Version = Pick<StoredGeneration, 'id' | 'version'>

/**
 * Records the attempt before the provider is called. Null if the generation changed since it was
 * read: do not call the provider.
 */
export function beginAttempt(
  db: D1Database,
  { id, version }: Version,
  { model, transparent }: Pick<ImageRequest, 'model' | 'transparent'>,
): Promise<StoredGeneration | null> {
  const now = isoDate()
  return update(db, [
    db
      .prepare(
        `insert into attempts (generation_id, number, model, started_at)
         select id, attempt + 1, ?3, ?4 from generations where id = ?1 and version = ?2 and state = 'queued'`,
      )
      .bind(id, version, model, now),
    db
      .prepare(
        `update generations set state = 'calling', attempt = attempt + 1, model = ?3, transparent = ?4, retry_at = null,
           version = version + 1, updated_at = ?5
         where id = ?1 and version = ?2 and state = 'queued' returning ${generationColumns}`,
      )
      .bind(id, version, model, transparent ? 1 : 0, now),
  ])
}

/**
 * Null if another one changed the row since the caller read it. The last statement updates it:
 * until then each checks the version.
 */
export function moveGeneration(
  db: D1Database,
  { id, version }: Version,
  move: Move,
): Promise<StoredGeneration | null> {
  const now = isoDate()
  return update(db, [
    db
      .prepare(
        `update attempts set outcome = ?3, ended_at = ?4 where generation_id = ?1 and outcome is null
           and exists (select 1 from generations where id = ?1 and version = ?2)`,
      )
      .bind(id, version, move.outcome, now),
    ...(isRunning(move.to)
      ? []
      : [
          db
            .prepare(
              'update reference_images set expires_at = ?3 where id = (select reference_id from generations where id = ?1 and version = ?2)',
            )
            .bind(id, version, isoDate(referenceLifetimeMs)),
        ]),
    db
      .prepare(
        `update generations set state = ?3, problem = ?4, version = version + 1, updated_at = ?6, retry_at = ?7,
           billed_to = case billed_to when 'member' then ?5 else billed_to end
         where id = ?1 and version = ?2 returning ${generationColumns}`,
      )
      .bind(
        id,
        version,
        move.to,
        move.problem ?? null,
        move.billedTo ?? 'member',
        now,
        move.retryAt ?? null,
      ),
  ])
}

/**
 * Records the result of a call as soon as it is known, so that the attempt's time does not include
 * the download.
 */
export async function endAttempt(db: D1Database, id: string, outcome: string): Promise<void> {
  await db
    .prepare(
      'update attempts set outcome = ?, ended_at = ? where generation_id = ? and outcome is null',
    )
    .bind(outcome, isoDate(), id)
    .run()
}

export async function recordDetails(
  db: D1Database,
  id: string,
  { revisedPrompt, tokens }: AnswerDetails,
): Promise<void> {
  await db
    .prepare('update generations set revised_prompt = ?, tokens = ? where id = ?')
    .bind(revisedPrompt, tokens, id)
    .run()
}

async function update(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<StoredGeneration | null> {
  const results = await db.batch(statements)
  return parseRows(results.at(-1), StoredGeneration)[0] ?? null
}

/**
 * Writes one line per step of a generation, with the `ownerKey` instead of the member's id. An end
 * for which the member does not pay is an error.
 */
export function logStep(
  generation: StoredGeneration,
  step: string,
  fields: { ms: number; outcome: string; problem?: string },
): void {
  const { id, ownerKey, requestId, composition, model, billedTo } = generation
  const write = fields.problem && billedTo !== 'member' ? logFailure : log
  write('generation', {
    generationId: id,
    ownerKey,
    requestId,
    composition,
    step,
    model,
    ...fields,
  })
}

export function millisecondsSince(instant: string): number {
  return Date.now() - Date.parse(instant)
}
