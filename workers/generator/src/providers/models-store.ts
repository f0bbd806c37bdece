import { dayMs, isoDate } from '@encre/worker/moment'
import { Flag, listRows, listValues } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { whereEnded } from '../running.ts'
import { type ProviderSettings, settingsOf } from '../settings.ts'
import { createClient } from './call-provider.ts'
import { type Capability, capabilities, suggestsGptImage } from './provider.ts'

// Which models are tried, and what each was found to lack. `run-steps.ts` asks before a call and
// records after it; the page offers what is left (`offeredOptions`).

type Database = Pick<Bindings, 'DB'>

export interface OfferedModel {
  name: string
  missing: Capability[]
}

export const retryCapabilityAfterMs = dayMs

const MissingRow = z.object({ model: z.string(), capability: z.string() })

/** The capabilities that a newer worker recorded before a rollback are left out. */
export async function listConfigured(env: Database): Promise<OfferedModel[]> {
  const { models, provider } = settingsOf(env)
  const rows = await listRows(
    env.DB.prepare(
      'select model, capability from missing_capabilities where base_url = ? and retry_at > ?',
    ).bind(provider.baseUrl, isoDate()),
    MissingRow,
  )
  return models.map((name) => {
    const missing = rows.filter(({ model }) => model === name).map(({ capability }) => capability)
    return { name, missing: capabilities.filter((capability) => missing.includes(capability)) }
  })
}

/**
 * The models to try, in order. If all are recorded as missing, all are returned: a refused call is
 * free, and one may be back.
 */
export async function listModels(env: Database): Promise<OfferedModel[]> {
  const configured = await listConfigured(env)
  const present = configured.filter(({ missing }) => !missing.includes('model'))
  return present.length > 0 ? present : configured
}

export function offeredOptions(models: readonly OfferedModel[]) {
  const someHas = (...capabilities: Capability[]) =>
    models.some(({ missing }) => !capabilities.some((capability) => missing.includes(capability)))
  return {
    references: someHas('edits'),
    masks: someHas('edits', 'mask'),
    transparent: someHas('background'),
    sizes: someHas('size'),
    partials: models.some(
      ({ name, missing }) => suggestsGptImage(name) && !missing.includes('stream'),
    ),
  }
}

export async function listMissingModels(env: Database, milliseconds: number): Promise<string[]> {
  return listValues(
    env.DB.prepare(
      "select model from missing_capabilities where base_url = ? and capability = 'model' and retry_at < ?",
    ).bind(settingsOf(env).provider.baseUrl, isoDate(milliseconds)),
    z.string(),
  )
}

/**
 * Records that the endpoint lacks a capability of a model, so that only the first member waits for
 * the refusal.
 */
export async function recordMissingCapability(
  env: Database,
  model: string,
  capability: Capability,
): Promise<void> {
  await env.DB.prepare(
    `insert into missing_capabilities (base_url, model, capability, retry_at) values (?, ?, ?, ?)
     on conflict (base_url, model, capability) do update set retry_at = excluded.retry_at`,
  )
    .bind(settingsOf(env).provider.baseUrl, model, capability, isoDate(retryCapabilityAfterMs))
    .run()
}

export async function deleteMissingCapability(
  env: Database,
  model: string,
  capability: Capability,
): Promise<void> {
  await env.DB.prepare(
    'delete from missing_capabilities where base_url = ? and model = ? and capability = ?',
  )
    .bind(settingsOf(env).provider.baseUrl, model, capability)
    .run()
}

/** Refusals are judged by what came after them: this many generations of the last day are read. */
const judged = { generations: 100, ms: dayMs }

const JudgedCall = z.object({
  model: z.string(),
  outcome: z.string(),
  ownerKey: z.string(),
  isOfWords: Flag,
})

export interface Refusals {
  /** Calls whose refusal may have been about the words, and the members who wrote them. */
  tries: number
  members: number
  /** The outcome of the last call that was refused for its key or model, or ''. */
  refusal: string
}

/** What a model refused since it last drew. Once it has drawn others' words, it was the words. */
export async function listRefusals(env: Database): Promise<(model: string) => Refusals> {
  const calls = await listRows(
    env.DB.prepare(
      `select attempts.model, outcome, ownerKey, isOfWords from attempts join (
         select id, owner_key as ownerKey, updated_at, problem is 'words-refused' as isOfWords
         from generations where ${whereEnded} and updated_at > ? order by updated_at desc limit ?
       ) as ended on ended.id = generation_id
       where outcome is not null order by updated_at desc, number desc`,
    ).bind(isoDate(-judged.ms), judged.generations),
    JudgedCall,
  )
  return (model) => {
    const ofModel = calls.filter((call) => call.model === model)
    const drawn = ofModel.findIndex(({ outcome }) => /^(image|address)$/.test(outcome))
    const since = drawn < 0 ? ofModel : ofModel.slice(0, drawn)
    const words = since.filter((call) => call.isOfWords && call.outcome.startsWith('refused'))
    const other = since.find(({ outcome }) => /^(key|model)-refused/.test(outcome))
    return {
      tries: words.length,
      members: new Set(words.map(({ ownerKey }) => ownerKey)).size,
      refusal: other?.outcome ?? '',
    }
  }
}

const timeoutMs = 1200
/** The health page is public, so the provider is asked at most once in this time. */
export const servedModelsCachedForMs = 30_000
/**
 * A failure is cached for less time, so that a starting site and its monitors see the end of a
 * failure soon.
 */
export const failureCachedForMs = 5_000

const ServedModel = z.object({
  id: z.string(),
  shutdown_date: z.nullish(z.union([z.string(), z.number()])),
})
export type ServedModel = z.infer<typeof ServedModel>

let cached: { at: number; models: ServedModel[] | Error } | null = null

export async function listServedModels(env: object): Promise<ServedModel[]> {
  // Caches the answer instead of the promise: in workerd a request cannot await another request's
  // promise.
  const cachedForMs = cached?.models instanceof Error ? failureCachedForMs : servedModelsCachedForMs
  const ageMs = Date.now() - (cached?.at ?? 0)
  // A clock that was set back makes no answer valid for longer.
  if (!cached || ageMs < 0 || ageMs > cachedForMs) {
    cached = {
      at: Date.now(),
      models: await askForModels(settingsOf(env).provider).catch((error) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    }
  }
  if (cached.models instanceof Error) throw cached.models
  return cached.models
}

async function askForModels(provider: ProviderSettings): Promise<ServedModel[]> {
  const { data } = await createClient(provider, timeoutMs).models.list({
    signal: AbortSignal.timeout(timeoutMs),
  })
  return z.parse(z.array(ServedModel), data)
}
