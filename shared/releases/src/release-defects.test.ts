import type { Release, Route } from '@encre/protocol/release'
import { hashStyles } from '@encre/protocol/served-file'
import { newRelease } from '@encre/protocol/testing-release'
import { expect, test } from 'vitest'
import { findFileDefects, findGrowth, findReleaseDefects, weighRelease } from './release-defects.ts'

type Contents = Record<string, Uint8Array<ArrayBuffer> | string>

const randomBytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))

const page: Route = { path: '/gallery', access: 'member', lang: 'fr', title: 'Mes Designs' }

function release(changes: Partial<Release> = {}, contents: Contents = {}): Release {
  const files = Object.entries(contents).map(
    ([path, content]) => [path, { bytes: content.length, integrity: '' }] as const,
  )
  return newRelease({
    scripts: ['remote.js'],
    files: Object.fromEntries(files),
    routes: [page],
    ...changes,
  })
}

function judge(contents: Contents): Promise<string[]> {
  const all: Contents = { 'entry.js': ';', 'remote.js': ';', ...contents }
  const read = async (path: string) =>
    new Uint8Array(await new Blob([all[path] ?? '']).arrayBuffer())
  return findFileDefects(release({}, all), read)
}

const fileCases = [
  {
    name: 'chunks of any size, and a module',
    contents: { 'later.js': `'${'a'.repeat(65_000)}'`, 'worker.js': 'export const one = 1' },
    defects: [],
  },
  {
    name: 'a record of eight digits each that is no list of chunks',
    contents: { 'entry.js': 'const inks = { violet: "4a22b5ff", red: "cc0000ff" }' },
    defects: [],
  },
  {
    name: 'what is empty, a page, no script, or missing',
    contents: {
      'entry.js':
        'const u = (id) => "async/" + id + "." + { 4: "0a1b2c3d4e", c: "5f6a7b8c9d" }[id]',
      'async/4.0a1b2c3d4e.js': ' ',
      'b.js': '<!doctype html>',
      'c.js': 'const a = (',
      'd.css': '<html>',
    },
    defects: [
      'its entry loads a chunk with the hash 5f6a7b8c9d, which is not among its files',
      'async/4.0a1b2c3d4e.js is empty',
      'b.js is a page, not a js file',
      'c.js is no script: Unexpected token (1:11)',
      'd.css is a page, not a css file',
    ],
  },
  {
    name: 'a rule for the class of another version',
    contents: {
      'a.css': '@layer remotes.gallery{.gallery_v1_card{color:red}\n.gallery_v0_card{color:red}}',
    },
    defects: [
      'a.css:2: .gallery_v0_card can match elements of others: its last part needs a class of this remote',
    ],
  },
  {
    name: 'a stylesheet that does not end',
    contents: { 'a.css': '@layer remotes.gallery{' },
    defects: ['a.css:1: Unclosed block'],
  },
]

test.each(fileCases)('judges the files: $name', async ({ contents, defects }) => {
  expect(await judge(contents)).toEqual(defects)
})

test('weighs what visitors download, and asks a reason for more than 1 kB above the live version', async () => {
  const contents: Contents = {
    'entry.js': randomBytes(2000),
    'remote.js': 'a'.repeat(100_000),
    'later.js': randomBytes(3000),
    'a.png': randomBytes(500),
  }
  const read = async (path: string) =>
    new Uint8Array(await new Blob([contents[path] ?? '']).arrayBuffer())
  const weight = await weighRelease(release({}, contents), read)
  expect(weight.firstScripts).toBeGreaterThan(2000)
  expect(weight.firstScripts).toBeLessThan(2300)
  expect(weight.code - weight.firstScripts).toBeGreaterThan(3000)
  expect(weight.media).toBe(500)
  const grown = { ...weight, code: weight.code + 1024, media: weight.media + 1025 }
  expect(findGrowth(grown, weight)).toEqual([
    'its images, fonts and other files grow from 500 to 1525 bytes: say why with --grows "why"',
  ])
})

const header = (label: string) => ({ label, order: 1 })

const releaseCases = [
  {
    name: 'no page',
    changes: { routes: [] },
    defect: 'it has no routes, so no visitor could open it',
  },
  {
    name: 'a blank title',
    changes: { routes: [{ ...page, title: ' ' }] },
    defect: 'the title of /gallery needs 1 to 60 characters',
  },
  {
    name: 'a link with a wide character',
    changes: { routes: [{ ...page, header: header('﷽') }] },
    defect: '"﷽" of /gallery needs Latin letters, digits and punctuation only',
  },
  {
    name: 'a title with a character that turns the line around',
    changes: { routes: [{ ...page, title: 'Mes \u202esngised' }] },
    defect: '"Mes \u202esngised" of /gallery needs Latin letters, digits and punctuation only',
  },
  {
    name: 'an address of another worker to prefetch',
    changes: { routes: [{ ...page, prefetch: ['/api/account/me'] }] },
    defect: 'its route /gallery prefetches /api/account/me, which is not of its own worker',
  },
  {
    name: 'more bytes than the registry reads',
    changes: { files: { 'a.js': { bytes: 1_000_001, integrity: '' } } },
    defect: 'its files have together 1000001 bytes, the limit is 1000000',
  },
]

test.each(releaseCases)('judges release.json: $name', async ({ changes, defect }) => {
  expect(await findReleaseDefects(release(changes))).toEqual([defect])
})

const skeletonCases = [
  {
    name: 'a rule for its own elements',
    path: '/gallery',
    rule: '#skeleton [data-style="0"]{width:40%}',
    defects: [],
  },
  {
    name: 'a rule for every header',
    path: '/gallery',
    rule: 'header{display:none}',
    defects: [
      'the skeleton of /gallery: header can match elements of others: its last part needs a class of this remote',
    ],
  },
  {
    name: 'a page that is not of the remote',
    path: '/elsewhere',
    rule: '',
    defects: ['the skeleton of /elsewhere: it has no such route'],
  },
]

test.each(skeletonCases)('judges a skeleton: $name', async ({ path, rule, defects }) => {
  const css = rule && `@layer remotes.gallery{${rule}}`
  const skeletons = { [path]: { html: '<h1>Carnet</h1>', css, styleHash: await hashStyles(css) } }
  expect(await findReleaseDefects(release({ skeletons }))).toEqual(defects)
})
