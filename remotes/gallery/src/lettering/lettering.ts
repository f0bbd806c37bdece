import type { FaceId } from './faces.ts'

/** What a member sets of words, beside the settings of every design. */
export interface Lettering {
  words: string
  face: FaceId
  /** As in `Layout`. */
  arc: number
  spacing: number
}

export const openedLettering: Lettering = { words: '', face: 'gothique', arc: 0, spacing: 0 }
