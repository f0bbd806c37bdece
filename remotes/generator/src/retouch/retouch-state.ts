import type { GenerationRequest, Parent } from '@encre/generator-worker/contract'
import { type Choices, defaultChoices, readChoices, toRequest } from '../choices.ts'
import { isEmpty, type Region } from './region.ts'

/** What the page sends, or what it lacks. */
export type RetouchSubmission = { missing: 'words' | 'region' } | { missing: null; request: GenerationRequest }

/** The request that changes a design by words. `region`: the part that changes; null for all of it. */
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

// The shell clears the tab's storage at sign-out.
const wordsKey = (designId: string) => `encre.generator.retouch.${designId}`

/** The words for a design, which survive a reload and a sign-in. */
export function readWords(designId: string): string {
  try {
    return sessionStorage.getItem(wordsKey(designId)) ?? ''
  } catch {
    return ''
  }
}

export function writeWords(designId: string, words: string): void {
  try {
    sessionStorage.setItem(wordsKey(designId), words)
  } catch {
    // Without storage, the words last as long as the page.
  }
}
