import { plain, singulars, smallWords } from '../words.ts'
import { type Subject, subjects } from './catalogue.ts'

export interface Found {
  subject: Subject
  /** How many of it, 1 to 5: "trois roses" is 3, "des roses" is 2. */
  count: number
}

const longest = 4
const byWords = new Map(
  subjects.flatMap((subject) => subject.words.map((words) => [words, subject] as const)),
)
const numbers: Record<string, number> = {
  un: 1,
  une: 1,
  a: 1,
  an: 1,
  one: 1,
  deux: 2,
  two: 2,
  trois: 3,
  three: 3,
  quatre: 4,
  four: 4,
  cinq: 5,
  five: 5,
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
}

// Two subjects that are one drawing when each is named once.
const pairs = [
  ['snake', 'plain-dagger', 'snake-dagger'],
  ['anchor', 'rope-coil', 'anchor-rope'],
  ['pine-tree', 'peaks', 'fir-mountain'],
] as const
const articles = new Set([...Object.keys(numbers), 'le', 'la', 'les', 'l', 'des', 'the'])

export function findSubjects(text: string): Found[] {
  const words = plain(text).split(' ')
  const found = new Map<Subject, number>()
  for (const { subject, at, plural } of readMatches(words)) {
    if (!found.has(subject)) found.set(subject, countOf(words, at, plural))
  }
  for (const [one, other, together] of pairs) {
    const first = [...found.keys()].find(({ shape }) => shape === one)
    const second = [...found.keys()].find(({ shape }) => shape === other)
    const joined = subjects.find(({ shape }) => shape === together)
    if (!first || !second || !joined || (found.get(first) ?? 0) + (found.get(second) ?? 0) > 2)
      continue
    const rest = [...found].filter(([subject]) => subject !== first && subject !== second)
    return [{ subject: joined, count: 1 }, ...rest.map(([subject, count]) => ({ subject, count }))]
  }
  return [...found].map(([subject, count]) => ({ subject, count }))
}

/**
 * The phrases of a text that name subjects, and those that name nothing known, as written.
 * `isKnown` passes words over.
 */
export function splitPhrases(
  text: string,
  isKnown: (word: string) => boolean,
): { read: string[]; unread: string[] } {
  const composed = text.normalize('NFC')
  const tokens = [...composed.matchAll(/[\p{L}\p{N}]+/gu)]
  const words = tokens.map(([token]) => plain(token))
  const isPassed = (index: number) =>
    smallWords.has(words[index] ?? '') || isKnown(words[index] ?? '')
  const phrase = (from: number, to: number) => {
    const last = tokens[to - 1]
    return composed.slice(tokens[from]?.index, last && last.index + last[0].length)
  }
  const [read, unread]: [string[], string[]] = [[], []]
  let end = 0
  for (const { at, length } of [...readMatches(words), { at: words.length, length: 0 }]) {
    let from = end
    let to = at
    while (from < to && isPassed(from)) {
      from++
    }
    while (from < to && isPassed(to - 1)) {
      to--
    }
    if (from < to) unread.push(phrase(from, to))
    if (length > 0)
      read.push(phrase(at > end && articles.has(words[at - 1] ?? '') ? at - 1 : at, at + length))
    end = at + length
  }
  return { read, unread }
}

interface Match {
  subject: Subject
  at: number
  length: number
  plural: boolean
}

function readMatches(words: readonly string[]): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < words.length; ) {
    const match = matchAt(words, at)
    if (match) matches.push(match)
    at += match?.length ?? 1
  }
  return matches
}

function matchAt(words: readonly string[], at: number): Match | null {
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length)
    const exact = byWords.get(name.join(' '))
    if (exact) return { subject: exact, at, length, plural: false }
    for (const form of forms(name)) {
      const subject = byWords.get(form)
      if (subject) return { subject, at, length, plural: true }
    }
  }
  return null
}

/**
 * A plural may show on each word ("roses des vents", "carpes koïs"), on the first or on the last
 * only.
 */
function forms(name: readonly string[]): string[] {
  return name.reduce<string[]>((heads, word) => {
    const tails = singulars(word)
    return heads.length === 0
      ? tails
      : heads.flatMap((head) => tails.map((tail) => `${head} ${tail}`))
  }, [])
}

function countOf(words: readonly string[], at: number, plural: boolean): number {
  for (const word of [words[at - 1], words[at - 2]]) {
    const number = word === undefined ? undefined : numbers[word]
    if (number !== undefined && number > 1 === plural) return number
  }
  return plural ? 2 : 1
}
