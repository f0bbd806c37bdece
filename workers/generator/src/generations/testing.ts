import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { GenerationRequest } from '../contract.ts'
import { settingsOf } from '../settings.ts'
import { designPng, eventually, generationRequest } from '../testing.ts'
import { acceptGeneration, type NewGeneration } from './generations-store.ts'
import { findBusyAnswers, saveResult } from './run-storage.ts'
import { beginAttempt, type StoredGeneration } from './stored-generation.ts'

/** Accepts a generation without starting its run, as a crash right after the insert does. */
export async function acceptOnly(
  memberId: string,
  fields: Partial<NewGeneration> = {},
): Promise<string> {
  const id = crypto.randomUUID()
  await acceptGeneration(env.DB, {
    id,
    memberId,
    ownerKey: await ownerKey(memberId),
    idempotencyKey: crypto.randomUUID(),
    bodyHash: '',
    request: GenerationRequest.parse(generationRequest()),
    requestId: 'request',
    composition: null,
    networkKey: null,
    jurisdiction: '',
    limits: settingsOf(env).limits,
    ...fields,
  })
  return id
}

/** Inserts generations in these states. Answers their ids. */
export async function insertGenerations(
  memberId: string,
  states: string[],
  acceptedAt: (index: number) => number,
): Promise<string[]> {
  const insert = env.DB.prepare(
    `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, request_id, day, created_at, updated_at)
     values (?1, ?2, 'owner', ?1, '', ?3, ?4, 'request', '2026-01-01', ?5, ?5)`,
  )
  const request = JSON.stringify(generationRequest())
  const ids = states.map(() => crypto.randomUUID())
  const dateOf = (index: number) => new Date(acceptedAt(index)).toISOString()
  await env.DB.batch(
    ids.map((id, index) => insert.bind(id, memberId, states[index], request, dateOf(index))),
  )
  return ids
}

/** Records the call of a generation that was just accepted, without making it. */
export function recordCall(
  id: string,
  model = 'gpt-image-2.5-flare',
): Promise<StoredGeneration | null> {
  return beginAttempt(env.DB, { id, version: 1 }, { model, transparent: false })
}

/** Stores an image of several chunks in the run's own storage. */
export async function storeImage(id: string): Promise<void> {
  await runInDurableObject(env.RUNS.getByName(id), (_, { storage }) => {
    const bytes = new Uint8Array(2_500_000)
    bytes.set(designPng)
    saveResult(storage.kv, {
      bytes,
      type: 'image/png',
      model: 'gpt-image-2.5-flare',
      prompt: 'stored',
    })
  })
}

export function listStored(id: string): Promise<string[]> {
  return runInDurableObject(env.RUNS.getByName(id), async (_, { storage }) => [
    ...(await storage.list()).keys(),
  ])
}

/** Starts the run as the first alarm after a crash does. */
export async function restart(id: string): Promise<void> {
  await env.RUNS.getByName(id).start(id)
  await runDurableObjectAlarm(env.RUNS.getByName(id))
}

export function stateOf(id: string): Promise<string | null> {
  return env.DB.prepare('select state from generations where id = ?')
    .bind(id)
    .first<string>('state')
}

export function alarmInMs(id: string): Promise<number | null> {
  return runInDurableObject(env.RUNS.getByName(id), async (_, { storage }) => {
    const alarm = await storage.getAlarm()
    return alarm === null ? null : alarm - Date.now()
  })
}

/** Waits until the run has ended its step and waits for its next alarm. */
export function waitForAlarm(id: string): Promise<void> {
  return eventually(async () => {
    const ms = await alarmInMs(id)
    if (ms === null || ms <= 0) throw new Error(`${id} has no alarm ahead`)
  })
}

export async function usedBySite(): Promise<number> {
  return (
    (await env.DB.prepare('select used from site_usage order by day desc').first<number>('used')) ??
    0
  )
}

/** Moves the last change of a generation into the past. */
export async function setUpdated(id: string, millisecondsAgo: number): Promise<void> {
  const updatedAt = new Date(Date.now() - millisecondsAgo).toISOString()
  await env.DB.prepare('update generations set updated_at = ? where id = ?')
    .bind(updatedAt, id)
    .run()
}

/** Ends the wait for a busy provider: the next call is due now. */
export async function endWait(id: string): Promise<void> {
  await env.DB.prepare('update generations set retry_at = ? where id = ?')
    .bind(new Date(0).toISOString(), id)
    .run()
  await runDurableObjectAlarm(env.RUNS.getByName(id))
}

/** Ends the wait for a busy provider, which has then lasted so many minutes more. */
export async function passMinutes(id: string, minutes: number): Promise<void> {
  await runInDurableObject(env.RUNS.getByName(id), (_, { storage }) => {
    const { answers, since } = findBusyAnswers(storage.kv)
    storage.kv.put('busy', { answers, since: since - minutes * 60_000 })
  })
  await endWait(id)
}
