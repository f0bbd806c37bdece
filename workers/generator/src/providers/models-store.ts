import type { Bindings } from '../bindings.ts'
import { familyOf } from './families.ts'

type ModelSettings = Pick<Bindings, 'DB' | 'IMAGE_MODELS' | 'OPENAI_BASE_URL'>

const day = 24 * 60 * 60 * 1000

export function configuredModels({ IMAGE_MODELS }: Pick<Bindings, 'IMAGE_MODELS'>): string[] {
  return IMAGE_MODELS.split(',')
    .map((model) => model.trim())
    .filter((model) => model !== '')
}

/** The models to try, in order. When all are known as missing, all of them: asking costs nothing, and the provider may have them now. */
export async function listModels(env: ModelSettings): Promise<string[]> {
  const configured = configuredModels(env)
  const { results } = await env.DB.prepare('select model from missing_models where base_url = ? and ask_again_at > ?')
    .bind(env.OPENAI_BASE_URL, new Date().toISOString())
    .all<{ model: string }>()
  const missing = new Set(results.map(({ model }) => model))
  const present = configured.filter((model) => !missing.has(model))
  return present.length > 0 ? present : configured
}

/** Remembers for a day that the provider does not have a model. */
export async function rememberMissingModel(env: ModelSettings, model: string): Promise<void> {
  await env.DB.prepare(
    `insert into missing_models (base_url, model, ask_again_at) values (?, ?, ?)
     on conflict (base_url, model) do update set ask_again_at = excluded.ask_again_at`,
  )
    .bind(env.OPENAI_BASE_URL, model, new Date(Date.now() + day).toISOString())
    .run()
}

/** Whether the model was not heard to refuse a streamed answer lately. */
export async function mayStream(env: ModelSettings, model: string): Promise<boolean> {
  const refusal = await env.DB.prepare('select 1 from unstreamed_models where base_url = ? and model = ? and ask_again_at > ?')
    .bind(env.OPENAI_BASE_URL, model, new Date().toISOString())
    .first()
  return refusal === null
}

/** Remembers for a day that the provider makes images with a model, but does not stream them. */
export async function rememberUnstreamedModel(env: ModelSettings, model: string): Promise<void> {
  await env.DB.prepare(
    `insert into unstreamed_models (base_url, model, ask_again_at) values (?, ?, ?)
     on conflict (base_url, model) do update set ask_again_at = excluded.ask_again_at`,
  )
    .bind(env.OPENAI_BASE_URL, model, new Date(Date.now() + day).toISOString())
    .run()
}

export function takesReferences(models: readonly string[]): boolean {
  return models.some((model) => familyOf(model).references)
}
