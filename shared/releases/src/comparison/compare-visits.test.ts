import { expect, test } from 'vitest'
import { compareVisits, withoutFaults } from './compare-visits.ts'
import { describeChanges } from './describe-changes.ts'
import { normalise } from './presses.ts'
import type { Traces } from './recorder.ts'
import type { Visit } from './visit.ts'

const route = { path: '/gallery', access: 'member', lang: 'fr', title: 'Mes Designs' } as const
const traces: Traces = {
  running: ['window still has a listener for resize'],
  outside: ['<html data-composition="5d02">', '<html> has the style color: red; opacity: 1'],
  storage: ['encre.generator.kept = kept in localStorage'],
  focus: '<main id="content">',
  title: 'À propos · Encre',
}
const control = { kind: 'button', name: 'Supprimer' }
const sent = ['DELETE /api/gallery/designs/{id}']
const live: Visit = {
  isShown: true,
  isHung: false,
  lost: null,
  errors: ['GET /remotes/gallery/v1-1/a.js answered 500'],
  title: 'Mes Designs · Encre',
  lang: 'fr',
  figures: {
    usableMs: 900,
    processorMs: 400,
    idleProcessorMs: 10,
    layoutShift: 0.02,
    elements: 300,
    imageBytes: 300_000,
    storageBytes: 10_000,
    databaseBytes: 0,
    keptBytes: 150_000,
  },
  mounted: traces,
  later: traces,
  left: traces,
  defects: ['it cancels dragover outside of its element'],
  replaced: ['Number.prototype.toFixed'],
  presses: [{ control, opener: null, sent }],
  screens: [{ after: '', aria: '- heading "Mes Designs" [level=1]\n- button "Supprimer"' }],
  looks: { controls: [{ name: 'Supprimer', width: 44, height: 44 }], pictures: 12 },
  screenshot: null,
  stored: null,
}

function compare(changes: Partial<Visit>, allowed = {}): string[] {
  const build = { ...live, ...changes }
  return compareVisits({ route, isShown: true }, live, build, { polyfills: [], ...allowed })
}

const press = (...requests: string[]) => [{ control, opener: null, sent: requests }]

test.each<{ name: string; changes: Partial<Visit>; allowed?: object }>([
  { name: 'does what the live version does', changes: {} },
  {
    name: 'has the same error in files of another version',
    changes: { errors: ['GET /remotes/gallery/v2-2/a.js answered 500'] },
  },
  { name: 'has another title', changes: { title: 'Vos Designs · Encre' } },
  {
    name: 'brings a polyfill that the release names',
    changes: { replaced: ['Array.prototype.at'] },
    allowed: { polyfills: ['Array.prototype.at'] },
  },
  {
    name: 'sends other requests, which the release says',
    changes: { presses: press('POST /api/gallery/deleted-designs') },
    allowed: { changesRequests: 'one request for many' },
  },
  { name: 'leaves less behind', changes: { left: { ...traces, running: [] } } },
])('accepts a version that $name', ({ changes, allowed }) => {
  expect(compare(changes, allowed)).toEqual([])
})

test.each<{ name: string; changes: Partial<Visit>; failure: RegExp }>([
  { name: 'shows nothing', changes: { isShown: false }, failure: /^nothing of it was shown/ },
  {
    name: 'logs an error',
    changes: { errors: ['a key is missing'] },
    failure: /^a key is missing$/,
  },
  { name: 'hangs', changes: { isHung: true, lost: 'it did not respond' }, failure: /not respond/ },
  {
    name: 'takes the title',
    changes: { title: 'Free' },
    failure: /the title of the page is "Free"/,
  },
  { name: 'changes the language', changes: { lang: 'en' }, failure: /"en", its route says "fr"/ },
  {
    name: 'replaces a built-in',
    changes: { replaced: ['fetch'] },
    failure: /the built-in fetch.*--polyfill "fetch: why"/,
  },
  {
    name: 'changes the page around it',
    changes: { mounted: { ...traces, outside: [...traces.outside, '<div style="inset: 0">'] } },
    failure: /while it is mounted, the page has <div style="inset: 0">/,
  },
  {
    name: 'styles the page around it',
    changes: {
      mounted: {
        ...traces,
        outside: ['<html data-composition="5d02">', '<html> has the style color: red; opacity: 0'],
      },
    },
    failure: /<html> has the style opacity: 0/,
  },
  {
    name: 'leaves a second listener',
    changes: { left: { ...traces, running: [...traces.running, ...traces.running] } },
    failure: /after it was left, window still has a listener for resize/,
  },
  {
    name: 'deletes what others stored',
    changes: { left: { ...traces, storage: [] } },
    failure: /it deleted what was stored: encre\.generator\.kept/,
  },
  {
    name: 'keeps the focus',
    changes: { left: { ...traces, focus: '<body>' } },
    failure: /the focus is on <body>, with the live version on <main id="content">/,
  },
  {
    name: 'sends a write twice',
    changes: { presses: press(...sent, ...sent) },
    failure:
      /it sends 2 times, the live version 1 times: DELETE .* after "Supprimer".*--changes-requests/,
  },
  { name: 'sends no write', changes: { presses: press() }, failure: /it sends 0 times/ },
  {
    name: 'shifts its layout',
    changes: { figures: { ...live.figures, layoutShift: 0.3 } },
    failure: /layout shift: 0.3, the live version 0.02, the limit is 0.12/,
  },
  {
    name: 'shows an empty page',
    changes: { figures: { ...live.figures, elements: 40 } },
    failure: /it shows 40 elements, the live version 300/,
  },
])('refuses a version that $name', ({ changes, failure }) => {
  expect(compare(changes).join('\n')).toMatch(failure)
})

test('names no token of a member', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhdXRoMHxhbmEifQ.c2lnbmF0dXJlc2lnbmF0dXJl'
  expect(compare({ errors: [`Bearer ${token} failed`] }).join()).not.toContain(token)
})

test('a live version that could not be tried is no fault of the build', () => {
  const lost = { ...live, lost: 'the browser lost the page: Target closed' }
  expect(compareVisits({ route, isShown: true }, lost, live, { polyfills: [] })).toEqual([
    expect.stringMatching(/nothing is compared.*wait and run the command again/),
  ])
})

test('says in words what a visitor perceives differently', () => {
  const aria = '- heading "Mes tatouages" [level=1]\n- button "Restaurer"\n- button "Partager"'
  const looks = { controls: [{ name: 'Supprimer', width: 9, height: 9 }], pictures: 1 }
  expect(describeChanges(live, { ...live, screens: [{ after: '', aria }], looks })).toEqual([
    'the heading "Mes Designs" [level=1] is now "Mes tatouages" [level=1]',
    'the button "Supprimer" is now "Restaurer"',
    'new: the button "Partager"',
    'the control "Supprimer" has 9 × 9 pixels instead of 44 × 44',
    'it shows 1 different pictures instead of 12',
  ])
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
  const stored = { localStorage: { 'encre.generator.kept': 'kept' }, sessionStorage: {} }
  const outside = [...traces.outside, '<a href="/artists">']
  const page = { ...live, errors: [], defects: [], replaced: [], later: { ...traces, outside } }
  const judge = (changes: Partial<Visit>) => {
    const build = { ...page, mounted: { ...traces, outside }, ...changes }
    return compareVisits({ route, isShown: true }, withoutFaults(build, stored), build, {
      polyfills: [],
    })
  }
  expect(judge({ left: { ...traces, outside, running: [] } })).toEqual([])
  expect(judge({ left: traces })).toEqual([expect.stringContaining('a listener for resize')])
  expect(judge({ left: { ...traces, running: [], storage: [] } })).toEqual([
    expect.stringContaining('deleted what was stored: encre.generator.kept'),
  ])
  expect(judge({ left: null, errors: ['it is broken'] })).toEqual(['it is broken'])
})
