/** A text as the search compares it: lower case, without accents, œ as oe and æ as ae, one kind of apostrophe. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
}

/** The folded words of a search. A text of spaces and accents alone has none. */
export function foldWords(query: string): string[] {
  return fold(query).split(/\s+/u).filter(Boolean)
}
