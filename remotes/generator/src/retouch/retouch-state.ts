import type { GenerationRequest, Parent } from '@encre/generator-worker/contract'
import { type Choices, defaultChoices, readChoices, toRequest } from '../choices.ts'
import { isEmpty, type Region } from './region.ts'

export type RetouchSubmission = { missing: 'words' | 'region' } | { missing: null; request: GenerationRequest }

export function submissionOf(parent: Parent, words: string, region: Region | null): RetouchSubmission {
  if (words.trim() === '') return { missing: 'words' }
  if (region && isEmpty(region)) return { missing: 'region' }
  const request = toRequest(choicesOf(parent, words), { offersTransparent: false, offersSizes: true })
  return { missing: null, request: { ...request, parentId: parent.id, parentAsReference: true, retouch: true } }
}

/** The choices of the design stay. One that this version's catalogue does not have gets the form's first choices. */
function choicesOf({ sizeDetail, placementDetail, ...parent }: Parent, description: string): Choices {
  const chosen = { ...parent, sizeDetail: sizeDetail ?? '', placementDetail: placementDetail ?? '', description }
  return readChoices(chosen) ?? { ...defaultChoices, description }
}

/** Where the tab stores the words for a design, which survive a reload and a sign-in. */
export function wordsKey(designId: string): string {
  return `encre.generator.retouch.${designId}`
}
