import { redact } from '@encre/protocol/redact'
import type { Stored } from './page-facts.ts'
import { normalise, type Press } from './presses.ts'
import type { Traces } from './recorder.ts'
import type { Figures, View, Visit } from './visit.ts'

export interface Allowed {
  /** Why this version sends other requests than the live one. */
  changesRequests?: string | undefined
  /** Built-ins that this version may replace, such as `Array.prototype.at`. */
  polyfills: string[]
}

/** What the new version does worse than the live one, one sentence each, with what to do. */
export function compareVisits(
  { route, isShown }: Pick<View, 'route' | 'isShown'>,
  live: Visit,
  build: Visit | null,
  allowed: Allowed,
): string[] {
  if (!build) return ['the site did not answer; is it running?']
  if (live.lost)
    return [`the live version could not be tried, so nothing is compared (${live.lost}). ${busy}`]
  if (build.lost) return [build.lost]
  const errors = newOnes(live.errors, build.errors)
  if (!build.isShown) return ['nothing of it was shown', ...errors]
  return [
    ...errors,
    ...(isShown ? compareHead(live, build, route.lang) : []),
    ...newOnes(live.defects, build.defects),
    ...compareBuiltIns(live, build, allowed.polyfills),
    ...compareMounted('while it is mounted', live.mounted, build.mounted),
    ...compareMounted('after all presses and timers', live.later, build.later),
    ...compareLeft(live.left, build.left),
    ...(allowed.changesRequests ? [] : compareRequests(live.presses, build.presses)),
    ...compareFigures(live, build),
  ]
}

/**
 * What a new page is compared with, in place of a visit of the live version: the same page, which
 * has left nothing behind and has kept what others had stored.
 */
export function withoutFaults(build: Visit, stored: Stored): Visit {
  const storage = Object.entries(stored).flatMap(([name, values]) =>
    Object.entries(values).map(([key, value]) => `${key} = ${value} in ${name}`),
  )
  return {
    ...build,
    lost: null,
    errors: [],
    defects: [],
    replaced: [],
    later: null,
    left: build.left && { ...build.left, running: [], storage },
    figures: { ...build.figures, layoutShift: 0 },
  }
}

const busy = 'If this machine is busy, wait and run the command again'

/** The addresses of files and the names of classes contain the version. */
function withoutVersion(text: string): string {
  return normalise(text.replaceAll(/(remotes\/\w+\/|\b[a-z]+_)[0-9a-z-]+/g, '$1…'))
}

/** An address or an error may contain the token of a member or of an image. */
function newOnes(live: string[], build: string[]): string[] {
  const known = live.map(withoutVersion)
  return build.filter((one) => !known.includes(withoutVersion(one))).map((one) => redact(one))
}

function compareHead(live: Visit, build: Visit, lang: string): string[] {
  const site = live.title.split('·').at(-1)?.trim() ?? ''
  return [
    ...(build.title.includes(site || 'Encre')
      ? []
      : [`the title of the page is "${build.title}": set it with shell.setTitle`]),
    ...(build.lang === lang
      ? []
      : [`the language of the page is "${build.lang}", its route says "${lang}"`]),
  ]
}

function compareBuiltIns(live: Visit, build: Visit, polyfills: string[]): string[] {
  return build.replaced
    .filter((name) => !live.replaced.includes(name) && !polyfills.includes(name))
    .map(
      (name) =>
        `it replaced the built-in ${name}, which all parts of the page use: leave it as it is, or release with --polyfill "${name}: why"`,
    )
}

/** Each value as often as `more` has it beyond `less`. */
function surplus(less: string[], more: string[]): string[] {
  const left = less.map(withoutVersion)
  return more.filter((one) => {
    const index = left.indexOf(withoutVersion(one))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

function compareMounted(when: string, live: Traces | null, build: Traces | null): string[] {
  if (!live || !build) return []
  return compareOutside(live.outside, build.outside).map(
    (difference) =>
      `${when}, ${difference}: change nothing outside of your element but by the ShellApi`,
  )
}

const styleMark = ' has the style '

function compareOutside(live: string[], build: string[]): string[] {
  const gone = surplus(build, live)
  const added = surplus(live, build)
  const isStyle = (line: string) => line.includes(styleMark)
  return [
    ...added.filter((line) => !isStyle(line)).map((line) => `the page has ${line.slice(0, 200)}`),
    ...gone.filter((line) => !isStyle(line)).map((line) => `the page lacks ${line.slice(0, 200)}`),
    ...added.filter(isStyle).flatMap((line) => {
      const [name = '', style = ''] = line.split(styleMark)
      const before = gone.find((one) => one.startsWith(name + styleMark))?.split(styleMark)[1]
      const changed = before ? surplus(before.split('; '), style.split('; ')).slice(0, 3) : []
      return changed.length > 0 ? [`${name} has the style ${changed.join('; ')}`] : []
    }),
  ]
}

function compareLeft(live: Traces | null, build: Traces | null): string[] {
  if (!build) return []
  const outside = live ? compareOutside(live.outside, build.outside) : []
  return [
    ...surplus(live?.running ?? [], build.running).map(
      (one) => `after it was left, ${one}: end it in the cleanup of its effect`,
    ),
    ...outside.map(
      (one) => `after it was left, ${one}: undo in the cleanup of an effect what the effect did`,
    ),
    ...compareStorage(live?.storage ?? [], build.storage),
    ...(live && live.focus !== build.focus
      ? [
          `after it was left, the focus is on ${build.focus}, with the live version on ${live.focus}`,
        ]
      : []),
    ...(live && live.title !== build.title
      ? [`after it was left, the title of the page is "${build.title}", not "${live.title}"`]
      : []),
  ]
}

function compareStorage(live: string[], build: string[]): string[] {
  const advice = 'another part of the site owns it: store under keys of your own'
  return [
    ...surplus(live, build).map((one) => `it changed what is stored: ${redact(one)}; ${advice}`),
    ...surplus(build, live).map((one) => `it deleted what was stored: ${redact(one)}; ${advice}`),
  ]
}

/** Reads may repeat as often as a poll does; a write that is sent twice is a second order. */
const readsMore = 3

function compareRequests(live: Press[], build: Press[]): string[] {
  const advice = 'If that is on purpose, release with --changes-requests "why"'
  const all = (presses: Press[]) => presses.flatMap(({ sent }) => sent)
  const before = all(live)
  const after = all(build)
  const count = (list: string[], one: string) => list.filter((each) => each === one).length
  const isRead = (one: string) => one.startsWith('GET ')
  const more = [...new Set(after)].filter((one) => {
    const known = count(before, one)
    return count(after, one) > (isRead(one) && known > 0 ? known + readsMore : known)
  })
  const fewer = [...new Set(before)].filter((one) => {
    const now = count(after, one)
    return isRead(one) ? now === 0 : now < count(before, one)
  })
  const describe = (one: string, presses: Press[]) => {
    const press = presses.find(({ sent }) => sent.includes(one))
    return `${one.slice(0, 300)} after "${press?.control.name}"`
  }
  return [
    ...more.map(
      (one) =>
        `it sends ${count(after, one)} times, the live version ${count(before, one)} times: ${describe(one, build)}. ${advice}`,
    ),
    ...fewer.map(
      (one) =>
        `it sends ${count(after, one)} times, the live version ${count(before, one)} times: ${describe(one, live)}. ${advice}`,
    ),
  ]
}

/**
 * What a version may always use beyond the live one's figure, and the multiple of that figure that
 * it may use. An empty IndexedDB counts 74 kB in Chromium.
 */
const limits: Record<keyof Figures, { what: string; plus: number; times: number }> = {
  usableMs: { what: 'milliseconds until it can be used', plus: 1500, times: 2 },
  processorMs: {
    what: 'milliseconds of processor time until it can be used',
    plus: 400,
    times: 1.5,
  },
  idleProcessorMs: {
    what: 'milliseconds of processor time in 0.3 s after it was left',
    plus: 150,
    times: 1,
  },
  layoutShift: { what: 'layout shift', plus: 0.1, times: 1 },
  elements: { what: 'elements', plus: 500, times: 1.5 },
  imageBytes: { what: 'bytes of images', plus: 500_000, times: 2 },
  storageBytes: { what: 'bytes stored', plus: 20_000, times: 2 },
  databaseBytes: { what: 'bytes in its databases', plus: 200_000, times: 2 },
  keptBytes: { what: 'bytes kept each time it is opened', plus: 300_000, times: 2 },
}

function compareFigures(live: Visit, build: Visit): string[] {
  const names = Object.keys(limits) as (keyof Figures)[]
  const larger = names.flatMap((name) => {
    const { what, plus, times } = limits[name]
    const before = live.figures[name]
    const most = before * times + plus
    const value = build.figures[name]
    const say = (figure: number) => Math.round(figure * 100) / 100
    return value > most
      ? [
          `it has more ${what}: ${say(value)}, the live version ${say(before)}, the limit is ${say(most)}`,
        ]
      : []
  })
  const { elements } = build.figures
  return elements * 3 < live.figures.elements
    ? [...larger, `it shows ${elements} elements, the live version ${live.figures.elements}`]
    : larger
}
