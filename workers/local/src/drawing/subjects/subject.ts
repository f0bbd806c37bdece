/** A subject's role in a composition: a beast or a figure leads, a flower accompanies, the sky is above, the ground below. */
export type Kind = 'beast' | 'figure' | 'thing' | 'flower' | 'symbol' | 'sky' | 'ground' | 'pattern'

export interface Subject {
  /** Name of its shape: an icon of game-icons or one of our own. */
  shape: string
  kind: Kind
  /** What people call it, French and English, without accents, in the singular; an underscore joins several words. */
  words: readonly string[]
}

/** `shape: words` per line. One table per kind reads better than a hundred object literals. */
export function subjectsOf(kind: Kind, table: Record<string, string>): Subject[] {
  return Object.entries(table).map(([shape, words]) => ({ shape, kind, words: words.split(' ').map((word) => word.replaceAll('_', ' ')) }))
}
