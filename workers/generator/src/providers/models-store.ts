import type { Bindings } from '../bindings.ts'
import { familyOf } from './families.ts'
import type { OptionalFeature } from './provider.ts'

type ModelSettings = Pick<Bindings, 'DB' | 'IMAGE_MODELS' | 'OPENAI_BASE_URL'>

/** A configured model, and what it was not heard to refuse lately of what its family can do. */
export interface OfferedModel {
  name: string
  references: boolean
  stream: boolean
  transparent: boolean
}

const day = 24 * 60 * 60 * 1000
const featureTables: Record<OptionalFeature, 'unstreamed_models' | 'opaque_models'> = {
  stream: 'unstreamed_models',
  transparent: 'opaque_models',
}

export function configuredModels({ IMAGE_MODELS }: Pick<Bindings, 'IMAGE_MODELS'>): string[] {
  return IMAGE_MODELS.split(',')
    .map((model) => model.trim())
    .filter((model) => model !== '')
}

/** The models to try, in order. When all are known as missing, all of them: asking costs nothing, and the provider may have them now. */
export async function listModels(env: ModelSettings): Promise<OfferedModel[]> {
  const { results } = await env.DB.prepare(
    `select 'missing' as lacks, model from missing_models where base_url = ?1 and ask_again_at > ?2
     union all select 'stream', model from unstreamed_models where base_url = ?1 and ask_again_at > ?2
     union all select 'transparent', model from opaque_models where base_url = ?1 and ask_again_at > ?2`,
  )
    .bind(env.OPENAI_BASE_URL, new Date().toISOString())
    .all<{ lacks: 'missing' | OptionalFeature; model: string }>()
  const lacks = (model: string, what: 'missing' | OptionalFeature) => results.some((row) => row.model === model && row.lacks === what)
  const configured = configuredModels(env)
  const present = configured.filter((model) => !lacks(model, 'missing'))
  return (present.length > 0 ? present : configured).map((name) => {
    const { references, partials, transparent } = familyOf(name)
    return { name, references, stream: partials && !lacks(name, 'stream'), transparent: transparent && !lacks(name, 'transparent') }
  })
}

export function takesReferences(models: readonly OfferedModel[]): boolean {
  return models.some(({ references }) => references)
}

/** Models remembered as missing whose day is over within `milliseconds`. */
export async function listMissingModels({ DB, OPENAI_BASE_URL }: ModelSettings, milliseconds: number): Promise<string[]> {
  const { results } = await DB.prepare('select model from missing_models where base_url = ? and ask_again_at < ?')
    .bind(OPENAI_BASE_URL, new Date(Date.now() + milliseconds).toISOString())
    .all<{ model: string }>()
  return results.map(({ model }) => model)
}

/** Remembers for a day that the provider does not have a model. */
export function rememberMissingModel(env: ModelSettings, model: string): Promise<void> {
  return remember(env, 'missing_models', model)
}

export async function forgetMissingModel({ DB, OPENAI_BASE_URL }: ModelSettings, model: string): Promise<void> {
  await DB.prepare('delete from missing_models where base_url = ? and model = ?').bind(OPENAI_BASE_URL, model).run()
}

/** Remembers for a day that the provider serves a model without this. */
export function rememberRefusedFeature(env: ModelSettings, model: string, feature: OptionalFeature): Promise<void> {
  return remember(env, featureTables[feature], model)
}

async function remember(env: ModelSettings, table: string, model: string): Promise<void> {
  await env.DB.prepare(
    `insert into ${table} (base_url, model, ask_again_at) values (?, ?, ?)
     on conflict (base_url, model) do update set ask_again_at = excluded.ask_again_at`,
  )
    .bind(env.OPENAI_BASE_URL, model, new Date(Date.now() + day).toISOString())
    .run()
}
