import { type Choices, type Draft, readChoices } from '../choices.ts'

/** What a design and the request of a generation have in common. */
interface Chosen {
  style: string
  size: string
  sizeDetail: string | null
  placement: string
  placementDetail: string | null
  colors: string[]
  description: string
  transparent?: boolean | undefined
}

/** The form's choices with those of a design or request. Of one that this version's catalogue does not have, the words alone. */
export function fillChoices(choices: Choices, { sizeDetail, placementDetail, transparent = false, ...chosen }: Chosen): Choices {
  const filled = { ...chosen, sizeDetail: sizeDetail ?? '', placementDetail: placementDetail ?? '', transparent }
  return readChoices(filled) ?? { ...choices, description: chosen.description }
}

/** The draft that `next` replaces, if it has words that would be lost. */
export function ownWords(draft: Draft, next: Draft): Draft | null {
  const words = draft.choices.description.trim()
  return words !== '' && words !== next.choices.description.trim() ? draft : null
}
