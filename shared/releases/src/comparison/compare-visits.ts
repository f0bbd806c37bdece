import { redact } from '@encre/protocol/redact'
import { comparePictures, type PictureChange, samePicture } from './compare-pictures.ts'
import {
  afterLeft,
  type Figures,
  type Kind,
  type Observation,
  type Visit,
  withoutVersion,
} from './observations.ts'
import type { Stored } from './page-facts.ts'
import type { Samples } from './sample-answers.ts'

export interface Allowed {
  /** Why this version sends other requests than the live one. */
  changesRequests?: string | undefined
  /** Built-ins that this version may replace, such as `Array.prototype.at`. */
  polyfills: string[]
  /** The fields that the worker takes; none is known of a page that is new. */
  takes?: Samples['takes']
}

/** What a visitor perceives differently, and when: '' as soon as the page is there. */
export type Change = Pick<Observation, 'when' | 'text'>

export interface Compared {
  /** Where the new version is worse. Each entry refuses the release, and says what to do. */
  refusals: string[]
  /** A person judges whether they were meant. */
  changes: Change[]
  picture: PictureChange
}

/** One thing that every visit of one version saw more often than any visit of the other. */
interface Difference extends Observation {
  isMore: boolean
  live: number
  build: number
}

/**
 * Compares what all visits of a version have in common. What differs between two visits of the same
 * version is noise, and says nothing.
 */
export function compareVisits(lives: Visit[], builds: Visit[], allowed: Allowed): Compared {
  const lost = lives.find((visit) => visit.lost)?.lost
  if (lost)
    return refuse(`the live version could not be tried, so nothing is compared (${lost}). ${busy}`)
  const differences = findDifferences(lives, builds)
  const errors = differences.filter(({ kind, isMore }) => kind === 'error' && isMore)
  const failures = builds.map((visit) => visit.lost ?? (visit.isShown ? null : nothing))
  if (failures.every((failure) => failure))
    return refuse(failures[0] ?? nothing, ...errors.map(({ text }) => redact(text)))
  const requests = compareRequests(differences, allowed)
  return {
    refusals: [
      ...differences.flatMap((difference) => judge(difference, differences, allowed)),
      ...requests.refusals,
      ...compareFigures(lives, builds),
    ],
    changes: [...describeWords(withoutKept(differences, lives, builds)), ...requests.changes],
    picture: comparePictures(lives, builds),
  }
}

export const busy = 'If this machine is busy, wait and run the command again'
const nothing = 'nothing of it was shown'

/** What a version does is there each time. A refusal is looked at once more than a change. */
const visitsOfBuild = { changed: 2, refused: 3 }

/** How often the build is to be visited. `known` are changes that another view has shown twice. */
export function neededVisits(
  { refusals, changes, picture }: Compared,
  builds: Visit[],
  known: Set<string>,
): number {
  if (builds.length === 0 || builds.some(({ lost }) => lost)) return 0
  if (refusals.length > 0) return visitsOfBuild.refused
  const isKnown = changes.every(({ text }) => known.has(text))
  // Words that are there at once explain that the picture differs.
  const isExplained = !picture.text || changes.some(({ when }) => !when)
  return isKnown && isExplained ? 1 : visitsOfBuild.changed
}

/** Whether something is to be seen only by using the page, and not as soon as it is there. */
export function comesWithUse({ refusals, changes }: Compared): boolean {
  return refusals.length > 0 || changes.some(({ when }) => when)
}

export function sayChange({ when, text }: Change): string {
  return when ? `${when}: ${text}` : text
}

export function refuse(...refusals: string[]): Compared {
  return { refusals, changes: [], picture: samePicture }
}

/**
 * What a new page is compared with, in place of visits of the live version: the same page, which
 * has left nothing behind and has kept what others had stored.
 */
export function withoutFaults(build: Visit, stored: Stored): Visit {
  const faults: Kind[] = ['error', 'builtIn', 'running', 'storage']
  const kept = build.observations.filter(({ kind }) => !faults.includes(kind))
  const storage = Object.entries(stored).flatMap(([name, values]) =>
    Object.entries(values).map(([key, value]) => ({
      kind: 'storage' as const,
      when: afterLeft,
      text: `${key} = ${value} in ${name}`,
    })),
  )
  return {
    ...build,
    isShown: true,
    lost: null,
    observations: build.lost || !build.isShown ? kept : [...kept, ...storage],
    figures: { ...build.figures, layoutShift: 0 },
  }
}

function findDifferences(lives: Visit[], builds: Visit[]): Difference[] {
  const liveCounts = lives.map(countObservations)
  const buildCounts = builds.map(countObservations)
  const all = new Map([...liveCounts, ...buildCounts].flatMap((counts) => [...counts]))
  return [...all].flatMap(([key, { observation }]) => {
    const countsIn = (visits: typeof liveCounts) => visits.map((one) => one.get(key)?.count ?? 0)
    const live = countsIn(liveCounts)
    const build = countsIn(buildCounts)
    const isMore = Math.min(...build) > Math.max(...live)
    const isLess = Math.max(...build) < Math.min(...live)
    return isMore || isLess
      ? [{ ...observation, isMore, live: Math.max(...live), build: Math.min(...build) }]
      : []
  })
}

function countObservations({ observations }: Visit) {
  const counts = new Map<string, { observation: Observation; count: number }>()
  for (const observation of observations) {
    const { kind, when, text } = observation
    // A request may be sent after another press.
    const key = withoutVersion(`${kind} ${kind === 'request' ? '' : when} ${text}`)
    counts.set(key, { observation, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return counts
}

function judge(difference: Difference, all: Difference[], { polyfills }: Allowed): string[] {
  const { kind, when, text, isMore } = difference
  const moment = when || 'while it is mounted'
  switch (kind) {
    case 'error':
    case 'place':
      // An address or an error may contain the token of a member or of an image.
      return isMore ? [redact(when ? `${when}, ${text}` : text)] : []
    case 'builtIn':
      return isMore && !polyfills.includes(text)
        ? [
            `it replaced the built-in ${text}, which all parts of the page use: leave it as it is, or release with --polyfill "${text}: why"`,
          ]
        : []
    case 'running':
      return isMore ? [`${moment}, ${text}: end it in the cleanup of its effect`] : []
    case 'outside':
      return describeOutside(difference, all).map(
        (change) =>
          `${moment}, ${change}: change nothing outside of your element but by the ShellApi`,
      )
    case 'storage':
      return [
        `it ${isMore ? 'changed what is' : 'deleted what was'} stored: ${redact(text)}; another part of the site owns it: store under keys of your own`,
      ]
    default:
      return []
  }
}

const styleMark = ' has the style '
const coveredMark = ' under something else'

function describeOutside({ when, text, isMore }: Difference, all: Difference[]): string[] {
  const [name = '', style] = text.split(styleMark)
  if (!isMore && text.endsWith(coveredMark)) return []
  if (!style) return [`the page ${isMore ? 'has' : 'lacks'} ${text.slice(0, 200)}`]
  const before = all.find(
    (one) => !one.isMore && one.when === when && one.text.startsWith(name + styleMark),
  )
  if (!isMore || !before) return []
  const known = new Set(before.text.slice(name.length + styleMark.length).split('; '))
  const changed = style.split('; ').filter((one) => !known.has(one))
  return changed.length > 0 ? [`${name} has the style ${changed.slice(0, 3).join('; ')}`] : []
}

/**
 * A control may be in one version only. The words that the other one shows too were there before it
 * was pressed, so that they say nothing.
 */
function withoutKept(differences: Difference[], lives: Visit[], builds: Visit[]): Difference[] {
  const live = readWords(lives)
  const build = readWords(builds)
  return differences.filter(({ kind, when, text, isMore }) => {
    const other = isMore ? live : build
    const isKept = !other.moments.has(when) && other.texts.has(withoutVersion(text))
    return kind !== 'word' || !isKept
  })
}

/** The words of all visits, and the moments at which there were some. */
function readWords(visits: Visit[]) {
  const all = visits.flatMap(({ observations }) => observations)
  const words = all.filter(({ kind }) => kind === 'word')
  return {
    moments: new Set(words.map(({ when }) => when)),
    texts: new Set(words.map(({ text }) => withoutVersion(text))),
  }
}

/** A line that has another text, one that is gone, one that is new; a press leaves most as it was. */
function describeWords(differences: Difference[]): Change[] {
  const seen = new Set<string>()
  const left = new Set(differences.filter(({ kind, isMore }) => kind === 'word' && isMore))
  const roleOf = ({ text }: Observation) => text.split(' ')[0]
  const lines = differences.flatMap((difference) => {
    const { kind, when, text, isMore } = difference
    if (kind === 'state') return isMore ? [{ when, text }] : []
    if (kind !== 'word' || isMore) return []
    const other = [...left].find((one) => one.when === when && roleOf(one) === roleOf(difference))
    if (!other) return [{ when, text: `gone: the ${text}` }]
    left.delete(other)
    return [{ when, text: `the ${text} is now ${other.text.replace(/^\S+ /, '')}` }]
  })
  const added = [...left].map(({ when, text }) => ({ when, text: `new: the ${text}` }))
  return [...lines, ...added].filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

/** Reads may repeat as often as a poll does; a write that is sent twice is a second order. */
const readsMore = 3

function compareRequests(
  differences: Difference[],
  { changesRequests, takes = () => false }: Allowed,
): Pick<Compared, 'refusals' | 'changes'> {
  const changed = differences.filter(({ kind, text, isMore, live, build }) => {
    if (kind !== 'request') return false
    if (!text.startsWith('GET ')) return true
    return isMore ? live === 0 || build > live + readsMore : build === 0
  })
  const left = new Set(changed)
  const changes = changed.flatMap((one) => {
    for (const before of left) {
      const added = listAdded(before, one, takes)
      if (added.length === 0) continue
      left.delete(before)
      left.delete(one)
      const text = `${readRequest(one)?.address} also sends ${added.join(', ')}`
      return [{ when: one.when, text }]
    }
    return []
  })
  const others = [...left].map(({ text, when, live, build }) => ({
    when,
    text: `it sends ${build} times, the live version ${live} times: ${text.slice(0, 300)}`,
  }))
  if (changesRequests) return { refusals: [], changes: [...changes, ...others] }
  const advice = 'If that is on purpose, release with --changes-requests "why"'
  return { refusals: others.map((one) => `${sayChange(one)}. ${advice}`), changes }
}

/** The fields that a new request has beyond one that is gone, if the worker takes them all. */
function listAdded(before: Difference, after: Difference, takes: Samples['takes']): string[] {
  const [one, other] = [readRequest(before), readRequest(after)]
  if (before.isMore || !after.isMore || !one || one.address !== other?.address) return []
  const { body } = other
  const isSame = Object.entries(one.body).every(
    ([name, value]) => JSON.stringify(body[name]) === JSON.stringify(value),
  )
  const added = Object.keys(body).filter((name) => !Object.hasOwn(one.body, name))
  return isSame && added.every((name) => takes(other.address, name)) ? added : []
}

function readRequest({ text }: Observation) {
  const [, address = '', json = ''] = /^(\S+ \S+) (\{.*\})$/.exec(text) ?? []
  try {
    const body: Record<string, unknown> = JSON.parse(json)
    return { address, body }
  } catch {
    return null
  }
}

/**
 * What a version may always use beyond the live one's figure, and the multiple of that figure that
 * it may use.
 */
const limits: Record<keyof Figures, { what: string; plus: number; times: number }> = {
  usableMs: { what: 'milliseconds until it can be used', plus: 1500, times: 2 },
  processorMs: {
    what: 'milliseconds of processor time until it can be used',
    plus: 400,
    times: 1.5,
  },
  layoutShift: { what: 'layout shift', plus: 0.1, times: 1 },
  imageBytes: { what: 'bytes of images', plus: 500_000, times: 2 },
  // An empty IndexedDB counts 74 kB in Chromium.
  storedBytes: { what: 'bytes stored', plus: 200_000, times: 2 },
  keptBytes: { what: 'bytes of memory after it was left', plus: 4_000_000, times: 1.2 },
}

function compareFigures(lives: Visit[], builds: Visit[]): string[] {
  const names = Object.keys(limits) as (keyof Figures)[]
  return names.flatMap((name) => {
    const { what, plus, times } = limits[name]
    const before = Math.max(...lives.map(({ figures }) => figures[name]))
    const value = Math.min(...builds.map(({ figures }) => figures[name]))
    const most = before * times + plus
    const say = (figure: number) => Math.round(figure * 100) / 100
    return value > most
      ? [
          `it has more ${what}: ${say(value)}, the live version ${say(before)}, the limit is ${say(most)}`,
        ]
      : []
  })
}
