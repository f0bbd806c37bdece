import { plain, singulars } from '../words.ts'
import { subjects } from './catalogue.ts'
import type { Subject } from './subject.ts'

export interface Found {
  subject: Subject
  /** How many of it, 1 to 5: "trois roses" is 3, "des roses" is 2. */
  count: number
}

const longest = 4
const byWords = new Map(subjects.flatMap((subject) => subject.words.map((words) => [words, subject] as const)))
const numbers: Record<string, number> = {
  ...{ un: 1, une: 1, a: 1, an: 1, one: 1, deux: 2, two: 2, trois: 3, three: 3, quatre: 4, four: 4, cinq: 5, five: 5 },
  ...{ 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 },
}

/** The subjects that a text names, in its order, each once. Longer names win: "rose des vents" is a compass. */
export function findSubjects(text: string): Found[] {
  const words = plain(text).split(' ')
  const found = new Map<Subject, number>()
  for (let at = 0; at < words.length; ) {
    const match = matchAt(words, at)
    if (match && !found.has(match.subject)) found.set(match.subject, countOf(words, at, match.plural))
    at += match?.length ?? 1
  }
  return [...found].map(([subject, count]) => ({ subject, count }))
}

function matchAt(words: readonly string[], at: number) {
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length)
    const exact = byWords.get(name.join(' '))
    if (exact) return { subject: exact, length, plural: false }
    for (const form of forms(name)) {
      const subject = byWords.get(form)
      if (subject) return { subject, length, plural: true }
    }
  }
  return null
}

/** A plural may show on each word ("roses des vents", "carpes koïs"), on the first or on the last only. */
function forms(name: readonly string[]): string[] {
  return name.reduce<string[]>((heads, word) => {
    const tails = singulars(word)
    return heads.length === 0 ? tails : heads.flatMap((head) => tails.map((tail) => `${head} ${tail}`))
  }, [])
}

function countOf(words: readonly string[], at: number, plural: boolean): number {
  for (const word of [words[at - 1], words[at - 2]]) {
    const number = word === undefined ? undefined : numbers[word]
    if (number !== undefined && number > 1 === plural) return number
  }
  return plural ? 2 : 1
}
