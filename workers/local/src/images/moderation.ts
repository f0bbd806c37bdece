import { plain } from '../drawing/words.ts'

// Enough to show the refusal of a real provider. It is no real moderation.
const forbidden = /\b(nazis?|croix gammee|swastikas?|svastikas?|hitler|ku klux klan|child porn\w*|pedoporn\w*|pornograph\w*)\b/

export function isForbidden(prompt: string): boolean {
  return forbidden.test(plain(prompt))
}
