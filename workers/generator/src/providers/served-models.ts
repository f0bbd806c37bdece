import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { createClient } from './client.ts'

const deadline = 1200
/** Asking is free but not anonymous: the world asks the health page, the provider is asked every half minute at most. */
const keepFor = 30_000

const ServedModel = z.object({ id: z.string(), shutdown_date: z.nullish(z.union([z.string(), z.number()])) })
export type ServedModel = z.infer<typeof ServedModel>

let known: { at: number; models: ServedModel[] | Error } | null = null

/** The models that the provider says it has. Throws when it does not answer. */
export async function listServedModels(env: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>): Promise<ServedModel[]> {
  // The answer is kept, never the promise: one request cannot wait for another's.
  if (!known || Date.now() - known.at > keepFor) known = { at: Date.now(), models: await askForModels(env).catch(toError) }
  if (known.models instanceof Error) throw known.models
  return known.models
}

async function askForModels(env: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>): Promise<ServedModel[]> {
  const { data } = await createClient(env, deadline).models.list({ signal: AbortSignal.timeout(deadline) })
  return z.parse(z.array(ServedModel), data)
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
