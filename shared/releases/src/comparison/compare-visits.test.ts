import { encode } from 'fast-png'
import { expect, test } from 'vitest'
import {
  comesWithUse,
  compareVisits,
  neededVisits,
  sayChange,
  withoutFaults,
} from './compare-visits.ts'
import { afterLeft, type Kind, normalise, type Observation, type Visit } from './observations.ts'

const see = (kind: Kind, text: string, when = ''): Observation => ({ kind, when, text })
const pressed = 'after "Supprimer"'
const deletion = see('request', 'DELETE /api/gallery/designs/{id}', pressed)
const listener = see('running', 'window still has a listener for resize', afterLeft)
const stored = see('storage', 'encre.generator.kept = kept in localStorage', afterLeft)
const heading = see('word', 'heading "Mes Designs" [level=1]')
const html = see('outside', '<html> has the style color: red; opacity: 1')
const common = [
  see('error', 'GET /remotes/gallery/v1-1/a.js answered 500'),
  see('builtIn', 'Number.prototype.toFixed', afterLeft),
  see('place', 'the focus is on <main id="content">', afterLeft),
  see('request', 'POST /api/gallery/archives {"ids":["1"]}', pressed),
  html,
  heading,
  deletion,
  listener,
  stored,
]
const live: Visit = {
  isShown: true,
  isWhole: true,
  lost: null,
  observations: common,
  figures: {
    usableMs: 900,
    processorMs: 400,
    layoutShift: 0.02,
    imageBytes: 300_000,
    storedBytes: 10_000,
    keptBytes: 9_000_000,
  },
  presses: [],
  tookMs: 1000,
  picture: null,
}

const without = (gone: Observation) => common.filter((one) => one !== gone)
const withMore = (...more: Observation[]): Visit => ({
  ...live,
  observations: [...common, ...more],
})

function compare(builds: Visit[], allowed = {}, lives = [live, live]) {
  return compareVisits(lives, builds, {
    polyfills: [],
    takes: (_, field) => field === 'note',
    ...allowed,
  })
}

const polyfill = see('builtIn', 'Array.prototype.at', afterLeft)
const error = see('error', 'a key is missing')
const polls = see('request', 'GET /api/gallery/designs')

test.each<{ name: string; build: Visit; allowed?: object; lives?: Visit[] }>([
  { name: 'does what the live version does', build: live },
  {
    name: 'has the same error in files of another version',
    build: {
      ...live,
      observations: common.map((one) => ({ ...one, text: one.text.replace('v1-1', 'v2-2') })),
    },
  },
  {
    name: 'brings a polyfill that the release names',
    build: withMore(polyfill),
    allowed: { polyfills: ['Array.prototype.at'] },
  },
  { name: 'leaves less behind', build: { ...live, observations: without(listener) } },
  {
    name: 'has an error that one of the live visits has too',
    build: withMore(error),
    lives: [live, withMore(error)],
  },
  { name: 'polls once more', build: withMore(polls, polls), lives: [withMore(polls), live] },
])('accepts a version that $name', ({ build, allowed, lives }) => {
  expect(compare([build, build], allowed, lives)).toMatchObject({ refusals: [], changes: [] })
})

test('what one visit of the build saw is noise', () => {
  expect(compare([withMore(error), live]).refusals).toEqual([])
  expect(compare([withMore(error), withMore(error)]).refusals).toEqual(['a key is missing'])
})

test.each<{ name: string; build: Visit; failure: RegExp }>([
  {
    name: 'shows nothing',
    build: { ...withMore(error), isShown: false },
    failure: /^nothing of it was shown\na key is missing$/,
  },
  {
    name: 'hangs',
    build: { ...live, lost: 'it did not respond' },
    failure: /^it did not respond$/,
  },
  {
    name: 'replaces a built-in',
    build: withMore(polyfill),
    failure: /the built-in Array.prototype.at.*--polyfill "Array.prototype.at: why"/,
  },
  {
    name: 'styles the page around it',
    build: {
      ...live,
      observations: [
        ...without(html),
        see('outside', '<html> has the style color: red; opacity: 0'),
      ],
    },
    failure: /^while it is mounted, <html> has the style opacity: 0:/,
  },
  {
    name: 'leaves a second listener',
    build: withMore(listener),
    failure: /^after it was left, window still has a listener for resize/,
  },
  {
    name: 'deletes what others stored',
    build: { ...live, observations: without(stored) },
    failure: /it deleted what was stored: encre\.generator\.kept/,
  },
  {
    name: 'keeps the focus',
    build: withMore(see('place', 'the focus is on <body>', afterLeft)),
    failure: /^after it was left, the focus is on <body>$/,
  },
  {
    name: 'sends a write twice',
    build: withMore({ ...deletion, when: `${pressed} a second time` }),
    failure: /it sends 2 times, the live version 1 times: DELETE .*--changes-requests/,
  },
  {
    name: 'shifts its layout',
    build: { ...live, figures: { ...live.figures, layoutShift: 0.3 } },
    failure: /layout shift: 0.3, the live version 0.02, the limit is 0.12/,
  },
])('refuses a version that $name', ({ build, failure }) => {
  expect(compare([build, build]).refusals.join('\n')).toMatch(failure)
})

test('says other requests that the release names, and fields that the worker takes', () => {
  const allowed = { changesRequests: 'one request for many' }
  const other = { ...live, observations: without(deletion) }
  const { refusals, changes } = compare([other], allowed)
  expect(refusals).toEqual([])
  expect(changes.map(sayChange)).toEqual([expect.stringContaining('it sends 0 times')])
  const archive = common.find(({ text }) => text.includes('archives')) ?? deletion
  const judge = (field: string) => {
    const text = archive.text.replace('{', `{"${field}":"a",`)
    return compare([{ ...live, observations: [...without(archive), { ...archive, text }] }])
  }
  expect(judge('note')).toMatchObject({
    refusals: [],
    changes: [{ when: pressed, text: 'POST /api/gallery/archives also sends note' }],
  })
  expect(judge('extra').refusals).toHaveLength(2)
})

test('a link outside that something covers is a fault, and one that nothing covers any more is none', () => {
  const covered = see('outside', '<a> "Conditions" under something else')
  expect(compare([withMore(covered)]).refusals).toEqual([
    expect.stringMatching(/^while it is mounted, the page has <a> "Conditions" under/),
  ])
  expect(compare([live], {}, [withMore(covered)]).refusals).toEqual([])
})

test('names no token of a member', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhdXRoMHxhbmEifQ.c2lnbmF0dXJlc2lnbmF0dXJl'
  const build = withMore(see('error', `Bearer ${token} failed`))
  expect(compare([build]).refusals).toEqual([expect.not.stringContaining(token)])
})

test('a live version that could not be tried is no fault of the build', () => {
  const lost = { ...live, lost: 'the browser lost the page: Target closed' }
  expect(compare([live], {}, [lost]).refusals).toEqual([
    expect.stringMatching(/nothing is compared.*wait and run the command again/),
  ])
})

test('says in words what a visitor perceives differently, once', () => {
  const words = [
    see('word', 'heading "Mes tatouages" [level=1]'),
    see('word', 'button "Partager"'),
    see('word', 'button "Partager"', pressed),
    see('state', 'the page jumps to its top', pressed),
  ]
  const build = { ...live, observations: [...without(heading), ...words] }
  expect(compare([build]).changes.map(sayChange)).toEqual([
    'the heading "Mes Designs" [level=1] is now "Mes tatouages" [level=1]',
    `${pressed}: the page jumps to its top`,
    'new: the button "Partager"',
  ])
})

test('tells what is there at once from what comes with the use of the page', () => {
  const judge = (...more: Observation[]) => comesWithUse(compare([withMore(...more)]))
  const paragraph = see('word', 'paragraph Gardez vos dessins')
  const again = { ...paragraph, when: pressed }
  expect(judge(paragraph, again)).toBe(false)
  expect(judge(again)).toBe(true)
  expect(judge(paragraph, see('state', 'the page jumps to its top', pressed))).toBe(true)
  // A second visit that only opens the page would not see this fault again.
  expect(judge(paragraph, { ...deletion, when: `${pressed} a second time` })).toBe(true)
})

const greeting = 'new: the paragraph Bonjour'
test.each<{ name: string; build: Visit; known?: string[]; visits: number }>([
  { name: 'nothing', build: live, visits: 1 },
  { name: 'a change', build: withMore(see('word', 'paragraph Bonjour')), visits: 2 },
  {
    name: 'a change that another view has shown twice',
    build: withMore(see('word', 'paragraph Bonjour')),
    known: [greeting],
    visits: 1,
  },
  {
    name: 'a picture that the known change after a press does not explain',
    build: { ...draw(3, 4), observations: [...common, see('word', 'paragraph Bonjour', pressed)] },
    known: [greeting],
    visits: 2,
  },
  { name: 'a fault', build: withMore(error), known: [greeting], visits: 3 },
  { name: 'no end', build: { ...live, lost: 'it did not respond' }, visits: 0 },
])('$name needs $visits visits', ({ build, known = [], visits }) => {
  const compared = compare([build], {}, [draw()])
  expect(neededVisits(compared, [build], new Set(known))).toBe(visits)
})

test('a control that one version only has brings the words that it changes, not the whole page', () => {
  const counted = see('word', 'status 1', 'after "Compter"')
  const again = { ...heading, when: 'after "Compter"' }
  const withControl = withMore(counted, again)
  expect(compare([withControl]).changes.map(sayChange)).toEqual([
    'after "Compter": new: the status 1',
  ])
  expect(compare([live], {}, [withControl]).changes.map(sayChange)).toEqual([
    'after "Compter": gone: the status 1',
  ])
})

/** A white picture of 100 pixels with dark ones. */
function draw(...dark: number[]): Visit {
  const data = new Uint8Array(400).fill(255)
  for (const pixel of dark) data.set([0, 0, 0], pixel * 4)
  const png = encode({ width: 10, height: 10, data, channels: 4 })
  return { ...live, picture: Buffer.from(png).toString('base64') }
}

test('counts the pixels that differ', () => {
  expect(compare([draw(3, 4)], {}, [draw()]).picture).toEqual({
    differing: 0.02,
    text: '2.0 % of the picture differs',
  })
})

test('pixels that differ between two visits of one version do not count', () => {
  expect(compare([draw(3), draw(3)], {}, [draw(), draw(3)]).picture.text).toBe('')
  expect(compare([draw(5, 6), draw(6)], {}, [draw(7), draw()]).picture.differing).toBe(0.01)
})

test('two visits send the same request with other ids, dates and cursors', () => {
  const request = (id: string, date: string, cursor: string) =>
    normalise(`POST /api/a/${id}?cursor=${cursor} {"at":"${date}","limit":20}`)
  const one = request('0b9d8a5e-4a3f-4f0e-9a53-4c5f6f7b8c9d', '2026-11-20T10:00:00.000Z', 'eyJh')
  const other = request('3f1b2c44-6f0a-4d59-8a68-2f1f0f3f7a10', '2026-11-21T10:00:00Z', 'b')
  expect(one).toBe(other)
  expect(one).toContain('"limit":20')
})

test('a new page may add to the header, and leaves nothing behind', () => {
  const before = { localStorage: { 'encre.generator.kept': 'kept' }, sessionStorage: {} }
  const kept = [see('outside', '<a href="/artists">'), stored]
  const judge = (...observations: Observation[]) => {
    const build = { ...live, observations }
    return compare([build], {}, [withoutFaults(build, before)]).refusals
  }
  expect(judge(...kept)).toEqual([])
  expect(judge(...kept, listener)).toEqual([expect.stringContaining('a listener for resize')])
  expect(judge()).toEqual([expect.stringContaining('deleted what was stored')])
  expect(judge(...kept, error)).toEqual(['a key is missing'])
})
