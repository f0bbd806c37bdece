import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { createClient } from './client.ts'

const timeoutMs = 1200
/** The health page is public, so the provider is asked once per this time at most. */
export const servedModelsCachedForMs = 30_000
/** A failure may be over by now: the site starts, and monitors see it healed, without half a minute of waiting. */
export const failureCachedForMs = 5_000

const ServedModel = z.object({ id: z.string(), shutdown_date: z.nullish(z.union([z.string(), z.number()])) })
export type ServedModel = z.infer<typeof ServedModel>

let cached: { at: number; models: ServedModel[] | Error } | null = null

/** The models that the provider lists. Throws if it does not answer. */
export async function listServedModels(env: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>): Promise<ServedModel[]> {
  // Caches the answer instead of the promise: in workerd a request cannot await another request's promise.
  const cachedForMs = cached?.models instanceof Error ? failureCachedForMs : servedModelsCachedForMs
  if (!cached || Date.now() - cached.at > cachedForMs) cached = { at: Date.now(), models: await askForModels(env).catch(toError) }
  if (cached.models instanceof Error) throw cached.models
  return cached.models
}

async function askForModels(env: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>): Promise<ServedModel[]> {
  const { data } = await createClient(env, timeoutMs).models.list({ signal: AbortSignal.timeout(timeoutMs) })
  return z.parse(z.array(ServedModel), data)
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
