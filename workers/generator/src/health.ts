import { createHealth } from '@encre/worker/health'
import type { Bindings } from './bindings.ts'
import {
  listConfigured,
  listServedModels,
  type OfferedModel,
  type ServedModel,
} from './providers/models-store.ts'
import { type ProviderSettings, settingsOf } from './settings.ts'

const warnBeforeMs = 60 * 24 * 60 * 60 * 1000

export const health = createHealth<Bindings>(
  'generator',
  {
    d1: (env) => env.DB.prepare('select 1').run(),
    r2: (env) => env.REFERENCES.head('health'),
  },
  {
    // Also while the provider does not answer.
    contract: async (env) => warnOfContract(settingsOf(env).provider),
    provider: async (env) => checkModels(await listConfigured(env), await listServedModels(env)),
  },
)

/**
 * Warnings, and what was learned of each model that draws. Fails if no configured model is served.
 */
function checkModels(
  configured: readonly OfferedModel[],
  served: readonly ServedModel[],
): string[] {
  const found = configured.map(({ name, missing }) => ({
    name,
    missing,
    model: served.find(({ id }) => id === name),
  }))
  if (found.every(({ model }) => !model)) {
    const names = served.map(({ id }) => id).filter((id) => /image|dall-e/.test(id))
    const list = names.slice(0, 5).join(', ') || 'no model for images'
    return [
      `fail: the provider serves none of ${found.map(({ name }) => name).join(', ')}; it has ${list}. Set IMAGE_MODELS`,
    ]
  }
  return found.flatMap(({ name, missing, model }) => {
    if (!model) return [`model ${name} is not served`]
    const isIdle = missing.includes('model') || missing.includes('images')
    const learned =
      missing.length > 0
        ? `without ${missing.join(', ')}`
        : 'with all parameters, as far as is known'
    const state = isIdle
      ? `model ${name} is served but refused to draw`
      : `info: model ${name} is served, ${learned}`
    return [state, ...warnOfShutdown(model)]
  })
}

/** OpenRouter draws at `/api/v1/images`, with bodies and answers of its own. */
function warnOfContract({ baseUrl }: ProviderSettings): string[] {
  if (!/^https?:\/\/([^/]+\.)?openrouter\.ai(:|\/|$)/.test(baseUrl)) return []
  return [
    "OPENAI_BASE_URL names OpenRouter, whose images API is its own: name a server with OpenAI's /images/generations",
  ]
}

function warnOfShutdown({ id, shutdown_date }: ServedModel): string[] {
  if (!shutdown_date) return []
  // The API sends seconds since 1970 or a date.
  const date = new Date(typeof shutdown_date === 'number' ? shutdown_date * 1000 : shutdown_date)
  if (Number.isNaN(date.getTime()) || date.getTime() > Date.now() + warnBeforeMs) return []
  return [`model ${id} shuts down on ${date.toISOString().slice(0, 10)}`]
}
