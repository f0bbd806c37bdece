import type { GenerationRequest, Parent } from '@encre/generator-worker/contract'
import { typedText } from '@encre/protocol/typed-text'
import { defaultChoices, readDesignChoices, toRequest } from '../choices.ts'
import { isEmpty, type Region } from './region.ts'

export type RetouchSubmission =
  | { missing: 'words' | 'region' }
  | { missing: null; request: GenerationRequest }

export function submissionOf(
  parent: Parent,
  words: string,
  region: Region | null,
): RetouchSubmission {
  if (typedText(words).trim() === '') return { missing: 'words' }
  if (region && isEmpty(region)) return { missing: 'region' }
  // The choices of the design stay. One that this version's catalogue does not have gets the form's
  // first choices.
  const choices = readDesignChoices(parent, words) ?? { ...defaultChoices, description: words }
  const request = toRequest(choices, { offersTransparent: false, offersSizes: true })
  return {
    missing: null,
    request: { ...request, parentId: parent.id, parentAsReference: true, retouch: true },
  }
}
