import { unknownSubjectSentence } from '@encre/protocol/embedded-maker'
import { drawsUnknown } from '../drawing/draw.ts'
import type { ImageRequest } from './image-request.ts'

/**
 * The fields of an image that say what was drawn in the place of the prompt. DALL-E always repeats its prompt; GPT Image models say
 * nothing, so that here the field stands for a subject that the engine does not know.
 */
export function describeRevision({ model, prompt, reference }: ImageRequest): { revised_prompt?: string } {
  if (drawsUnknown({ prompt, reference })) return { revised_prompt: `${unknownSubjectSentence} ${prompt}` }
  return model.family === 'dall-e' ? { revised_prompt: prompt } : {}
}
