import { answerHealth } from '@encre/worker/health'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { createClient } from './providers/client.ts'
import { configuredModels } from './providers/models-store.ts'

const deadline = 1200
const warnBefore = 60 * 24 * 60 * 60 * 1000
/** Asking is free but not anonymous: the world asks this page, the provider is asked every half minute at most. */
const keepFor = 30_000

const Model = z.object({ id: z.string(), shutdown_date: z.nullish(z.union([z.string(), z.number()])) })
type Model = z.infer<typeof Model>

let known: { at: number; models: Model[] } | null = null

export const health = new Hono<{ Bindings: Bindings }>().get('/', (c) =>
  answerHealth(c, 'generator', {
    d1: () => c.env.DB.prepare('select 1').run(),
    r2: () => c.env.REFERENCES.head('health'),
    provider: async () => warnOfModels(configuredModels(c.env), await listServedModels(c.env)),
  }),
)

async function listServedModels(env: Bindings): Promise<Model[]> {
  // The answer is kept, never the promise: one request cannot wait for another's.
  if (!known || Date.now() - known.at > keepFor) known = { at: Date.now(), models: await askForModels(env) }
  return known.models
}

async function askForModels(env: Bindings): Promise<Model[]> {
  const { data } = await createClient(env, deadline).models.list({ signal: AbortSignal.timeout(deadline) })
  return z.parse(z.array(Model), data)
}

/** Throws when no generation could succeed. */
function warnOfModels(configured: readonly string[], served: readonly Model[]): string[] {
  const found = configured.map((name) => ({ name, model: served.find(({ id }) => id === name) }))
  if (found.every(({ model }) => !model)) throw new Error(`the provider serves none of ${configured.join(', ')}`)
  return found.flatMap(({ name, model }) => (model ? warnOfShutdown(model) : [`model ${name} is not served`]))
}

function warnOfShutdown({ id, shutdown_date }: Model): string[] {
  if (!shutdown_date) return []
  // Seconds, like every time of that API, or a date.
  const date = new Date(typeof shutdown_date === 'number' ? shutdown_date * 1000 : shutdown_date)
  if (Number.isNaN(date.getTime()) || date.getTime() > Date.now() + warnBefore) return []
  return [`model ${id} shuts down on ${date.toISOString().slice(0, 10)}`]
}
