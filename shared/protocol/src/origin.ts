/**
 * How the picture of a design was made. `composed`: partly by AI. `imported`: a drawing that the
 * member brought. `lettering`: words that the member set.
 */
export type Origin = 'ai' | 'composed' | 'drawn' | 'imported' | 'lettering'

/** What an image of each origin says about itself. */
export const originSentences: Record<Origin, string> = {
  ai: 'Image générée par IA',
  composed: 'Image en partie générée par IA',
  drawn: 'Aperçu local, dessiné sans IA',
  imported: 'Dessin importé',
  lettering: 'Lettrage',
}

/**
 * For people, in French (EU AI Act, article 50). Null for an origin that this version does not
 * know: page and file then claim nothing.
 */
export function originLine(origin: string): string | null {
  return isOrigin(origin) ? originSentences[origin] : null
}

const areChosen: Record<Origin, boolean> = {
  ai: true,
  composed: true,
  drawn: true,
  imported: false,
  lettering: false,
}

/**
 * Whether the member chose the colours of a design of this origin: without any it is in black ink.
 * False for an unknown origin.
 */
export function areColoursChosen(origin: string): boolean {
  return isOrigin(origin) && areChosen[origin]
}

/** Whether this version knows an origin. */
export function isOrigin(origin: string): origin is Origin {
  return Object.hasOwn(originSentences, origin)
}
