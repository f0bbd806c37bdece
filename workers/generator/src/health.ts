import { Hono } from 'hono'
import { APIError } from 'openai'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { createClient } from './providers/client.ts'
import { configuredModels } from './providers/models-store.ts'

const deadline = 3000
const warnDaysBefore = 60
const day = 24 * 60 * 60 * 1000
/** Asking is free but not anonymous: the world asks this page, the provider is asked every half minute at most. */
const keepFor = 30_000

const Model = z.object({ id: z.string(), shutdown_date: z.nullish(z.union([z.string(), z.number()])) })

let provider: { at: number; lines: Promise<string[]> } | null = null

/** One line for this worker and for each thing that it depends on, for operators and the site's own `/api/health`. */
export const health = new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
  const [database, models] = await Promise.all([checkDatabase(c.env.DB), checkProviderSometimes(c.env)])
  const lines = ['ok generator', database, ...models]
  const isHealthy = lines.every((line) => !line.startsWith('fail'))
  return c.text(`${lines.join('\n')}\n`, isHealthy ? 200 : 503, { 'Cache-Control': 'no-store' })
})

async function checkDatabase(db: D1Database): Promise<string> {
  const started = Date.now()
  try {
    await db.prepare('select 1 from generations limit 1').first()
    return `ok d1 ${Date.now() - started} ms`
  } catch {
    return 'fail d1'
  }
}

function checkProviderSometimes(env: Bindings): Promise<string[]> {
  if (!provider || Date.now() - provider.at > keepFor) provider = { at: Date.now(), lines: checkProvider(env) }
  return provider.lines
}

async function checkProvider(env: Bindings): Promise<string[]> {
  const started = Date.now()
  try {
    const { data } = await createClient(env, deadline).models.list({ signal: AbortSignal.timeout(deadline) })
    const served = z.parse(z.array(Model), data)
    const configured = configuredModels(env)
    const isAnyServed = configured.some((model) => served.some(({ id }) => id === model))
    return [
      isAnyServed ? `ok provider ${Date.now() - started} ms` : `fail provider serves none of ${configured.join(', ')}`,
      ...configured.flatMap((model) => describeModel(model, served)),
    ]
  } catch (error) {
    return [`fail provider ${error instanceof APIError && error.status ? error.status : 'does not answer'}`]
  }
}

function describeModel(model: string, served: z.infer<typeof Model>[]): string[] {
  const found = served.find(({ id }) => id === model)
  if (!found) return [`warn model ${model} is not served`]
  if (!found.shutdown_date) return []
  // Seconds, like every time of that API, or a date.
  const date = new Date(typeof found.shutdown_date === 'number' ? found.shutdown_date * 1000 : found.shutdown_date)
  if (Number.isNaN(date.getTime()) || date.getTime() > Date.now() + warnDaysBefore * day) return []
  return [`warn model ${model} shuts down on ${date.toISOString().slice(0, 10)}`]
}
