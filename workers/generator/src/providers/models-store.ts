import { listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { type ProviderSettings, settingsOf } from '../settings.ts'
import { createClient } from './call-provider.ts'
import { type Capability, capabilities, suggestsGptImage } from './provider.ts'

type Database = Pick<Bindings, 'DB'>

export interface OfferedModel {
  name: string
  missing: Capability[]
}

export const retryCapabilityAfterMs = 24 * 60 * 60 * 1000

const MissingRow = z.object({ model: z.string(), capability: z.string() })

/** The capabilities that a newer worker recorded before a rollback are left out. */
export async function listConfigured(env: Database): Promise<OfferedModel[]> {
  const { models, provider } = settingsOf(env)
  const rows = await listRows(
    env.DB.prepare(
      'select model, capability from missing_capabilities where base_url = ? and retry_at > ?',
    ).bind(provider.baseUrl, new Date().toISOString()),
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

const ModelRow = z.object({ model: z.string() })

export async function listMissingModels(env: Database, milliseconds: number): Promise<string[]> {
  const rows = await listRows(
    env.DB.prepare(
      "select model from missing_capabilities where base_url = ? and capability = 'model' and retry_at < ?",
    ).bind(settingsOf(env).provider.baseUrl, new Date(Date.now() + milliseconds).toISOString()),
    ModelRow,
  )
  return rows.map(({ model }) => model)
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
    .bind(
      settingsOf(env).provider.baseUrl,
      model,
      capability,
      new Date(Date.now() + retryCapabilityAfterMs).toISOString(),
    )
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
  if (!cached || Date.now() - cached.at > cachedForMs) {
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
