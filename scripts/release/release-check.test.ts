import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseWeight } from '@encre/protocol/release-defects'
import { newRelease } from '@encre/protocol/testing-release'
import { beforeEach, expect, test } from 'vitest'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { serve } from '../lib/testing/serve.ts'
import { findIncompatibilities, listRemoteChecks, withoutOtherFeatures } from './release-check.ts'

let origin: string
let asked: string[]
let reported: string[]
let live: Record<string, number> | undefined
let weight: ReleaseWeight | undefined
let directory: string

beforeEach(async () => {
  asked = []
  reported = []
  live = undefined
  weight = undefined
  origin = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ misfits: reported, packages: live, weight }))
  })
  directory = createFolder({
    'release.json': JSON.stringify(
      newRelease({ entry: 'remote-entry.js', scripts: ['remote.js'] }),
    ),
  })
})

function check(entry: string): Promise<string[]> {
  writeFileSync(join(directory, 'remote-entry.js'), entry)
  writeFileSync(join(directory, 'remote.js'), ';')
  return findIncompatibilities({ origin, token: 't' }, directory)
}

test('sends the release of a compatible build to the site and uploads nothing', async () => {
  expect(await check('a'.repeat(100_000))).toEqual([])
  expect(asked).toEqual(['POST /api/releases/gallery/check'])
})

/** Has about this size after gzip too. */
function randomScript(size: number): string {
  return `'${randomBytes(size).toString('base64')}'`
}

test('lists growth above 1 kB and the reasons of the live site together', async () => {
  reported = ['it needs react ^20.0.0, the live shell has 19.3.1']
  weight = { firstScripts: 8500, code: 8500, media: 0 }
  expect(await check(randomScript(9000))).toEqual(reported)
  expect(await check(randomScript(9700))).toEqual([
    expect.stringMatching(
      /^its entry and first scripts grow from 8500 to 9[78]\d\d bytes: say why with --grows "why"$/,
    ),
    expect.stringMatching(/^its scripts and stylesheets grow/),
    ...reported,
  ])
  const registry = { origin, token: 't' }
  expect(await findIncompatibilities(registry, directory, { grows: 'a map' })).toEqual(reported)
})

test('names the packages that grew', async () => {
  weight = { firstScripts: 100, code: 100, media: 0 }
  live = { '@encre/gallery': 5000, zod: 3000, three: 10_000 }
  const path = join(directory, 'release.json')
  const packages = { '@encre/gallery': 5100, zod: 3000, three: 90_000, lodash: 20_000 }
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), packages }))
  expect(await check('small')).toEqual([])
  expect((await check(randomScript(9000)))[2]).toBe(
    'since the live version these packages grew, in bytes of source code: three from 10000 to 90000, lodash from 0 to 20000',
  )
})

test('a release runs the checks of the workflow that are about its remote', () => {
  expect(listRemoteChecks('gallery').map(({ name }) => name)).toEqual([
    'types of remotes/gallery',
    'types of workers/gallery',
    'import directions and cycles',
    'contract of gallery only grows',
  ])
})

test("a forbidden import of another team does not stop a remote's release", () => {
  const own =
    'remote-imports: remotes/gallery/src/remote.tsx -> remotes/account/src/messages.ts. A remote imports shared packages.'
  const shared =
    'shared-imports: shared/ui/src/button.tsx -> shell/src/messages.ts. A shared package imports shared/protocol only.'
  const foreign =
    'no-folder-cycle: remotes/account/src/profile -> remotes/account/src/erasure -> remotes/account/src/profile.'
  expect(withoutOtherFeatures(`${own}\n${foreign}\n${shared}\n`, 'gallery')).toBe(
    `${own}\n${shared}`,
  )
  expect(withoutOtherFeatures(foreign, 'gallery')).toBe('')
})
