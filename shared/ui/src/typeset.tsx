import { setApostrophes } from '@encre/protocol/page-text'

/**
 * No-break spaces before French punctuation and units. For display only: constants keep the
 * specification's plain spaces.
 */
export function typeset(text: string): string {
  return text
    .replace(/ ([?!;])/g, '\u202f$1')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (?=([cm]m|%|€)(?!\p{L}))/gu, '$1\u00a0')
}

/** Sets a member's own words as `typeset` does, with typographic apostrophes. For display only. */
export function typesetSubject(text: string): string {
  return typeset(setApostrophes(text))
}
