import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { createClient } from './call-provider.ts'
import { type Capability, suggestsGptImage } from './provider.ts'

type ModelSettings = Pick<Bindings, 'DB' | 'IMAGE_MODELS' | 'OPENAI_BASE_URL'>

export interface OfferedModel {
  name: string
  missing: Capability[]
}

export const retryCapabilityAfterMs = 24 * 60 * 60 * 1000

export function configuredModels({ IMAGE_MODELS }: Pick<Bindings, 'IMAGE_MODELS'>): string[] {
  return IMAGE_MODELS.split(',')
    .map((model) => model.trim())
    .filter((model) => model !== '')
}

export async function listConfigured(env: ModelSettings): Promise<OfferedModel[]> {
  const { results } = await env.DB.prepare(
    'select model, capability from missing_capabilities where base_url = ? and retry_at > ?',
  )
    .bind(env.OPENAI_BASE_URL, new Date().toISOString())
    .all<{ model: string; capability: Capability }>()
  return configuredModels(env).map((name) => ({
    name,
    missing: results.filter(({ model }) => model === name).map(({ capability }) => capability),
  }))
}

/**
 * The models to try, in order. If all are recorded as missing, all are returned: a refused call is
 * free, and one may be back.
 */
export async function listModels(env: ModelSettings): Promise<OfferedModel[]> {
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

export async function listMissingModels(
  { DB, OPENAI_BASE_URL }: ModelSettings,
  milliseconds: number,
): Promise<string[]> {
  const { results } = await DB.prepare(
    "select model from missing_capabilities where base_url = ? and capability = 'model' and retry_at < ?",
  )
    .bind(OPENAI_BASE_URL, new Date(Date.now() + milliseconds).toISOString())
    .all<{ model: string }>()
  return results.map(({ model }) => model)
}

/**
 * Records that the endpoint lacks a capability of a model, so that only the first member waits for
 * the refusal.
 */
export async function recordMissingCapability(
  env: ModelSettings,
  model: string,
  capability: Capability,
): Promise<void> {
  await env.DB.prepare(
    `insert into missing_capabilities (base_url, model, capability, retry_at) values (?, ?, ?, ?)
     on conflict (base_url, model, capability) do update set retry_at = excluded.retry_at`,
  )
    .bind(
      env.OPENAI_BASE_URL,
      model,
      capability,
      new Date(Date.now() + retryCapabilityAfterMs).toISOString(),
    )
    .run()
}

export async function deleteMissingCapability(
  env: ModelSettings,
  model: string,
  capability: Capability,
): Promise<void> {
  await env.DB.prepare(
    'delete from missing_capabilities where base_url = ? and model = ? and capability = ?',
  )
    .bind(env.OPENAI_BASE_URL, model, capability)
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

export async function listServedModels(
  env: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>,
): Promise<ServedModel[]> {
  // Caches the answer instead of the promise: in workerd a request cannot await another request's
  // promise.
  const cachedForMs = cached?.models instanceof Error ? failureCachedForMs : servedModelsCachedForMs
  if (!cached || Date.now() - cached.at > cachedForMs) {
    cached = {
      at: Date.now(),
      models: await askForModels(env).catch((error) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    }
  }
  if (cached.models instanceof Error) throw cached.models
  return cached.models
}

async function askForModels(
  env: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>,
): Promise<ServedModel[]> {
  const { data } = await createClient(env, timeoutMs).models.list({
    signal: AbortSignal.timeout(timeoutMs),
  })
  return z.parse(z.array(ServedModel), data)
}
