import { dallE } from './dall-e.ts'
import { gptImage } from './gpt-image.ts'
import type { ModelFamily } from './provider.ts'

/** Unknown models get the specification's body, which OpenAI-compatible endpoints understand. */
export function familyOf(model: string): ModelFamily {
  return /^(gpt-image|chatgpt-image)/.test(model) ? gptImage : dallE
}
