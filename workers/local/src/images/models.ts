import { OpenAIError } from './openai-error.ts'

/**
 * A model and the requests that it accepts. `anySize`: any width and height divisible by 16, as in
 * `gpt-image-2` and later.
 */
export interface Model {
  id: string
  family: 'gpt-image' | 'dall-e'
  sizes: readonly string[]
  anySize: boolean
  qualities: readonly string[]
  promptLimit: number
  most: number
}

export interface ImageEnv {
  Bindings: {
    /** Ids of models, separated by commas. Empty: those that OpenAI has today. */
    IMAGE_MODELS_SERVED?: string
  }
}

const defaultModels =
  'gpt-image-2,gpt-image-2.5-flare,gpt-image-2.5-sunburst,gpt-image-2.6-flare,gpt-image-2.6-sunburst'
const qualities = ['low', 'medium', 'high', 'auto']

export function servedModels(setting: string | undefined): string[] {
  return (setting?.trim() || defaultModels)
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
}

export function getModel(id: string, setting: string | undefined): Model {
  if (!servedModels(setting).includes(id)) {
    throw new OpenAIError(
      404,
      'model_not_found',
      `The model \`${id}\` does not exist or you do not have access to it.`,
      'model',
    )
  }
  return id.startsWith('dall-e') ? dalle(id) : gptImage(id)
}

function dalle(id: string): Model {
  const sizes =
    id === 'dall-e-2'
      ? ['256x256', '512x512', '1024x1024']
      : ['1024x1024', '1792x1024', '1024x1792']
  const [qualities, promptLimit, most] =
    id === 'dall-e-2' ? [['standard'], 1000, 10] : [['standard', 'hd'], 4000, 1]
  return { id, family: 'dall-e', sizes, anySize: false, qualities, promptLimit, most }
}

function gptImage(id: string): Model {
  const version = Number(/gpt-image-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 1)
  return {
    id,
    family: 'gpt-image',
    sizes: ['1024x1024', '1024x1536', '1536x1024', 'auto'],
    anySize: version >= 2,
    qualities: version >= 2.5 ? [...qualities, 'xhigh', 'max'] : qualities,
    promptLimit: 32_000,
    most: 10,
  }
}

/** `GET /models`. `shutdown_date` is null: these models are never retired. */
export function listModels(setting: string | undefined) {
  const data = servedModels(setting).map((id) => ({
    id,
    object: 'model',
    created: 1_735_689_600,
    owned_by: 'encre',
    shutdown_date: null,
  }))
  return { object: 'list', data }
}
