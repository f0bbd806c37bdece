import { OpenAIError } from './openai-error.ts'

/** The models that OpenAI has today. Each takes any width and height divisible by 16. */
const models = [
  'gpt-image-2',
  'gpt-image-2.5-flare',
  'gpt-image-2.5-sunburst',
  'gpt-image-2.6-flare',
  'gpt-image-2.6-sunburst',
]
const qualities = ['low', 'medium', 'high', 'auto']

/** The qualities that a model accepts. Throws for an unknown one, as dall-e-3 is today. */
export function qualitiesOf(model: string): readonly string[] {
  if (!models.includes(model)) {
    throw new OpenAIError(
      404,
      'model_not_found',
      `The model \`${model}\` does not exist or you do not have access to it.`,
      'model',
    )
  }
  return model === 'gpt-image-2' ? qualities : [...qualities, 'xhigh', 'max']
}

/** `GET /models`. `shutdown_date` is null: these models are never retired. */
export function listModels() {
  const data = models.map((id) => ({
    id,
    object: 'model',
    created: 1_735_689_600,
    owned_by: 'encre',
    shutdown_date: null,
  }))
  return { object: 'list', data }
}
