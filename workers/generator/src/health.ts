import { answerHealth } from '@encre/worker/health'
import { Hono } from 'hono'
import type { Bindings } from './bindings.ts'
import { configuredModels, listServedModels, type ServedModel } from './providers/models-store.ts'

const warnBeforeMs = 60 * 24 * 60 * 60 * 1000

export const health = new Hono<{ Bindings: Bindings }>().get('/', (c) =>
  answerHealth(c, 'generator', {
    d1: () => c.env.DB.prepare('select 1').run(),
    r2: () => c.env.REFERENCES.head('health'),
    provider: async () => checkModels(configuredModels(c.env), await listServedModels(c.env)),
  }),
)

/** Returns warnings. Throws if no configured model is served. */
function checkModels(configured: readonly string[], served: readonly ServedModel[]): string[] {
  const found = configured.map((name) => ({ name, model: served.find(({ id }) => id === name) }))
  if (found.every(({ model }) => !model)) throw new Error(`the provider serves none of ${configured.join(', ')}`)
  return found.flatMap(({ name, model }) => (model ? warnOfShutdown(model) : [`model ${name} is not served`]))
}

function warnOfShutdown({ id, shutdown_date }: ServedModel): string[] {
  if (!shutdown_date) return []
  // The API sends seconds since 1970 or a date.
  const date = new Date(typeof shutdown_date === 'number' ? shutdown_date * 1000 : shutdown_date)
  if (Number.isNaN(date.getTime()) || date.getTime() > Date.now() + warnBeforeMs) return []
  return [`model ${id} shuts down on ${date.toISOString().slice(0, 10)}`]
}
