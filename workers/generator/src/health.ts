import { describeDecoder } from '@encre/worker/clean-image'
import { createHealth } from '@encre/worker/health'
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
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
    images: async (env) => describeDecoder(env.DECODER),
    // Also while the provider does not answer.
    contract: async (env) => warnOfContract(settingsOf(env).provider),
    provider: async (env) => {
      const configured = await listConfigured(env)
      const served = await listServedModels(env).catch(explainUnreadList)
      return [...checkPermission(configured), ...readModels(configured, served)]
    },
  },
)

/**
 * A slow list, and a key that may not read it, do not keep anybody from drawing. Throws what else
 * went wrong.
 */
function explainUnreadList(error: unknown): string {
  const isSlow = error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError
  if (isSlow) return 'the provider was too slow to list its models'
  const status = error instanceof APIError ? error.status : undefined
  if (status === 403 || status === 404) return `the provider does not list its models: ${status}`
  throw error
}

/** Fails if the provider refuses the key for every model. Drawing with one ends it. */
function checkPermission(configured: readonly OfferedModel[]): string[] {
  const refused = configured.filter(({ missing }) => missing.includes('permission'))
  const level = refused.length === configured.length ? 'fail: ' : ''
  return refused.map(
    ({ name }) =>
      `${level}the provider answers 403 for ${name}: the key may not draw with it. At OpenAI, verify the organisation; the next generation tries again`,
  )
}

function readModels(
  configured: readonly OfferedModel[],
  served: readonly ServedModel[] | string,
): string[] {
  return typeof served === 'string' ? [served] : checkModels(configured, served)
}

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
