/** A member's own words with typographic apostrophes between letters. For display only: what is stored and sent keeps the typed ones. */
export function setApostrophes(text: string): string {
  return text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
}
