import { expect, test } from 'vitest'
import type { Release, Route } from './release.ts'
import { findFileDefects, findReleaseDefects } from './release-defects.ts'
import { hashStyles } from './served-file.ts'
import { newRelease } from './testing-release.ts'

type Contents = Record<string, Uint8Array<ArrayBuffer> | string>

const randomBytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))

const page: Route = { path: '/gallery', access: 'member', lang: 'fr', title: 'Mes Designs' }

function release(changes: Partial<Release> = {}, contents: Contents = {}): Release {
  const files = Object.entries(contents).map(([path, content]) => [path, { bytes: content.length, integrity: '' }] as const)
  return newRelease({ scripts: ['remote.js'], files: Object.fromEntries(files), routes: [page], ...changes })
}

function judge(contents: Contents): Promise<string[]> {
  const all: Contents = { 'entry.js': '', 'remote.js': '', ...contents }
  const read = async (path: string) => new Uint8Array(await new Blob([all[path] ?? '']).arrayBuffer())
  return findFileDefects(release({}, all), read)
}

test.each<[Contents, string[]]>([
  [{ 'entry.js': 'a'.repeat(100_000), 'later.js': randomBytes(23_000) }, []],
  [{ 'entry.js': randomBytes(9000) }, ['its entry has 9023 bytes after gzip, the budget is 8500']],
  [
    { 'entry.js': randomBytes(8000), 'remote.js': randomBytes(27_000) },
    ['its entry and first scripts have 35056 bytes after gzip, the budget is 34000'],
  ],
  [{ 'later.js': randomBytes(25_000) }, ['later.js, which it loads later, has 25028 bytes after gzip, the budget is 24000']],
  [
    Object.fromEntries(['a.js', 'b.mjs', 'c.js', 'd.js', 'e.js', 'f.js'].map((file) => [file, randomBytes(21_000)])),
    ['its scripts and stylesheets have together 126186 bytes after gzip, the budget is 120000'],
  ],
  [
    { 'a.css': '@layer remotes.gallery{.gallery_v1_card{color:red}\n.gallery_v0_card{color:red}}' },
    ['a.css:2: .gallery_v0_card can match elements of others: its last part needs a class of this remote'],
  ],
  [{ 'a.css': '@layer remotes.gallery{' }, ['a.css:1: Unclosed block']],
])('judges the files, case %#', async (contents, defects) => {
  // Random bytes differ in size by a few bytes after gzip.
  const rounded = (sentences: string[]) => sentences.map((one) => one.replace(/(\d+)\d{3} bytes after/, '$1… bytes after'))
  expect(rounded(await judge(contents))).toEqual(rounded(defects))
})

const header = (label: string) => ({ label, order: 1 })

test.each<[Partial<Release>, string]>([
  [{ routes: [] }, 'it has no routes, so no visitor could open it'],
  [{ routes: [{ ...page, title: ' ' }] }, 'the title of /gallery needs 1 to 60 characters'],
  [{ routes: [{ ...page, header: header('﷽') }] }, '"﷽" of /gallery needs Latin letters, digits and punctuation only'],
  [
    { routes: [{ ...page, title: 'Mes \u202esngised' }] },
    '"Mes \u202esngised" of /gallery needs Latin letters, digits and punctuation only',
  ],
  [
    { routes: [{ ...page, prefetch: ['/api/account/me'] }] },
    'its route /gallery prefetches /api/account/me, which is not of its own worker',
  ],
  [
    { files: { 'a.png': { bytes: 100_001, integrity: '' } } },
    'its images, fonts and other files have together 100001 bytes, the budget is 100000',
  ],
  [{ files: { 'a.js': { bytes: 1_000_001, integrity: '' } } }, 'its files have together 1000001 bytes, the budget is 1000000'],
])('judges release.json, case %#', async (changes, defect) => {
  expect(await findReleaseDefects(release(changes))).toEqual([defect])
  expect(await findReleaseDefects(release())).toEqual([])
})

test.each([
  ['/gallery', '#skeleton [data-style="0"]{width:40%}', []],
  [
    '/gallery',
    'header{display:none}',
    ['the skeleton of /gallery: header can match elements of others: its last part needs a class of this remote'],
  ],
  ['/elsewhere', '', ['the skeleton of /elsewhere: it has no such route']],
])('judges the styles of a skeleton, case %#', async (path, rule, defects) => {
  const css = rule && `@layer remotes.gallery{${rule}}`
  const skeletons = { [path]: { html: '<h1>Carnet</h1>', css, styleHash: await hashStyles(css) } }
  expect(await findReleaseDefects(release({ skeletons }))).toEqual(defects)
})
