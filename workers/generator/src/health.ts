import { describeDecoder } from '@encre/worker/clean-image'
import { createHealth } from '@encre/worker/health'
import { dayMs } from '@encre/worker/moment'
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import type { Bindings } from './bindings.ts'
import {
  listConfigured,
  listRefusals,
  listServedModels,
  type OfferedModel,
  type Refusals,
  type ServedModel,
} from './providers/models-store.ts'
import { type ProviderSettings, settingsOf } from './settings.ts'

type JudgedModel = OfferedModel & Refusals

const warnBeforeMs = 60 * dayMs

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
      const refusalsOf = await listRefusals(env)
      const configured = (await listConfigured(env)).map((model) => ({
        ...model,
        ...refusalsOf(model.name),
      }))
      const served = await listServedModels(env).catch(explainUnreadList)
      return [
        ...checkRefusals(configured),
        ...configured.flatMap(judgeWords),
        ...readModels(configured, served),
      ]
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
function checkRefusals(configured: readonly JudgedModel[]): string[] {
  const level = configured.every(({ refusal }) => refusal.startsWith('key')) ? 'fail: ' : ''
  const causes = [
    ['key', 'the key may not draw with it. At OpenAI, verify the organisation'],
    ['model', 'it does not draw with it. Does OPENAI_BASE_URL have /images/generations?'],
  ] as const
  return configured.flatMap(({ name, refusal }) =>
    causes
      .filter(([kind]) => refusal.startsWith(kind))
      .map(
        ([, cause]) =>
          `${level}the provider answers ${refusal.match(/\d+/)} for ${name}: ${cause}; the next generation tries again`,
      ),
  )
}

/** One member's words prove nothing: others, or more of them, tell the words from the model. */
function judgeWords({ name, tries, members }: JudgedModel): string[] {
  if (tries === 0) return []
  const level = members > 1 || tries > 2 ? '' : 'info: '
  return [
    `${level}model ${name} refused ${tries} requests of ${members} members and has drawn nothing since; 'npm run visit -- --draw' says whether it is their words`,
  ]
}

function readModels(
  configured: readonly JudgedModel[],
  served: readonly ServedModel[] | string,
): string[] {
  return typeof served === 'string' ? [served] : checkModels(configured, served)
}

/**
 * Warnings, and what was learned of each model that draws. Fails if no configured model is served.
 */
function checkModels(configured: readonly JudgedModel[], served: readonly ServedModel[]): string[] {
  const found = configured.map((model) => ({
    ...model,
    model: served.find(({ id }) => id === model.name),
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
    const learned =
      missing.length > 0
        ? `without ${missing.join(', ')}`
        : 'with all parameters, as far as is known'
    const state = missing.includes('model')
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
