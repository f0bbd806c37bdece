import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRelease } from '@encre/protocol/testing-release'
import type { ReleaseWeight } from '@encre/releases/release-defects'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { judgeBuild, requireKnown } from './check-build.ts'

const origin = 'https://encre.test'
let reported: string[]
let live: Record<string, number> | undefined
let weight: ReleaseWeight | undefined
let directory: string

beforeEach(() => {
  reported = []
  live = undefined
  weight = undefined
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ misfits: reported, packages: live, weight }),
  )
  directory = mkdtempSync(join(tmpdir(), 'encre-build-'))
  const release = newRelease({ entry: 'remote-entry.js', scripts: ['remote.js'] })
  writeFileSync(join(directory, 'release.json'), JSON.stringify(release))
})

afterEach(() => {
  rmSync(directory, { recursive: true })
  vi.restoreAllMocks()
})

async function check(entry: string): Promise<string[]> {
  writeFileSync(join(directory, 'remote-entry.js'), entry)
  writeFileSync(join(directory, 'remote.js'), ';')
  return (await judgeBuild({ origin, token: 't' }, directory)).incompatibilities
}

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
  expect(await judgeBuild(registry, directory, { grows: 'a map' })).toEqual({
    incompatibilities: reported,
    costs: [],
  })
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

test.each([
  { site: origin, answer: '{"code":"not-found"}', said: 'Deploy its worker' },
  {
    site: 'http://localhost:8787',
    answer: 'Worker "encre-gallery" not found.',
    said: 'restart it with npm start',
  },
])('says what to do at $site when it does not know a feature', async ({ site, answer, said }) => {
  const registry = { origin: site, token: 't' }
  vi.mocked(fetch).mockImplementation(async () => new Response(answer))
  await expect(requireKnown(registry, 'gallery')).rejects.toThrow(said)
  vi.mocked(fetch).mockImplementation(async () => new Response('fail gallery\nok gallery d1 2 ms'))
  await requireKnown(registry, 'gallery')
})
