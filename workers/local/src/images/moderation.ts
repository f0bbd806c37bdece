import { plain } from '../drawing/words.ts'

// Enough to meet the refusal that a real provider gives, not a judge of ideas.
const forbidden = /\b(nazis?|croix gammee|swastikas?|svastikas?|hitler|ku klux klan|child porn\w*|pedoporn\w*|pornograph\w*)\b/

export function isForbidden(prompt: string): boolean {
  return forbidden.test(plain(prompt))
}
