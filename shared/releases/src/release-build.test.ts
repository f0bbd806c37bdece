import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRelease } from '@encre/protocol/testing-release'
import type { RemoteStatus } from '@encre/releases/registry'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Comparison } from './comparison/compare-versions.ts'
import { previewBuild, releaseBuild } from './release-build.ts'
import { newStatus } from './testing.ts'

// `compare-versions` has its own tests, in a browser: scripts/release/e2e.
let comparison: Comparison
vi.mock(import('./browser.ts'), async (load) => ({
  ...(await load()),
  installedChromium: () => '/usr/bin/chromium',
  findMember: async () => null,
}))
vi.mock(import('./comparison/compare-versions.ts'), () => ({
  compareVersions: async () => comparison,
}))

const registry = { origin: 'https://encre.test', token: 'encre_team' }
const release = newRelease({ name: 'artists', version: 'v2', entry: 'a.js' })

const preview = { url: 'https://encre.test/p', expiresAt: '2026-11-22T10:00:00.000Z' }

let directory: string
let channel: RemoteStatus
let misfits: string[]
let received: [request: string, body: unknown][]

beforeEach(() => {
  comparison = { failures: [], compared: [] }
  directory = mkdtempSync(join(tmpdir(), 'encre-build-'))
  writeFileSync(join(directory, 'release.json'), JSON.stringify(release))
  writeFileSync(join(directory, 'a.js'), ';')
  channel = newStatus({ remote: 'artists', revision: 4 })
  misfits = []
  received = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('https://encre.test/api/releases/', '')
    received.push([`${init?.method} ${path}`, init?.body ? JSON.parse(String(init.body)) : null])
    if (path.includes('/check')) return Response.json({ misfits })
    if (path.endsWith('/files')) return Response.json({ files: {} })
    if (path.endsWith('/previews')) return Response.json(preview)
    if (init?.method === 'POST' && path === 'artists') return Response.json(release)
    return Response.json(channel)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(directory, { recursive: true })
})

const requests = () => received.map(([request]) => request)
const bodyOf = (request: string) => received.find(([one]) => one === request)?.[1]

test('a release starts as a canary that ramps', async () => {
  expect(await releaseBuild(registry, directory, { reason: 'a fix' })).toContain(
    'artists: 10 % get v2',
  )
  expect(bodyOf('POST artists/canary')).toEqual({
    version: 'v2',
    share: 10,
    ramp: true,
    revision: 4,
    reason: 'a fix',
  })
})

test('the second of two releases at once says what it replaces', async () => {
  const first = { version: 'v1b', share: 5 }
  channel.canary = first
  expect(await releaseBuild(registry, directory)).toMatch(/It replaces the canary v1b \(5 %\)$/)
  channel.canary = null
  received = []
  const answer = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    if (String(url).endsWith('/files')) channel = { ...channel, canary: first, revision: 5 }
    return (await answer?.(url, init)) as Response
  })
  expect(await releaseBuild(registry, directory)).toMatch(/, which began during this release$/)
  expect(bodyOf('POST artists/canary')).toMatchObject({ revision: 5 })
})

test('a first release is a canary too, and one for all goes to everyone', async () => {
  channel.current = null
  expect(await releaseBuild(registry, directory)).toContain('artists: 10 % get v2')
  expect(await releaseBuild(registry, directory, { all: true, reason: 'a fix' })).toBe(
    'artists: everyone gets v2',
  )
  expect(bodyOf('POST artists/promote')).toMatchObject({
    version: 'v2',
    revision: 4,
    reason: 'a fix',
  })
})

const refusedReleases = [
  {
    name: "a team's token",
    changes: { largestShare: 10 },
    reason: 'a fix',
    sentence: "a team's token gives a version to at most 10 %: leave --all out, or ask an operator",
  },
  {
    name: 'no reason',
    changes: {},
    reason: undefined,
    sentence: 'a version for everyone at once needs a --reason for the history',
  },
]

test.each(refusedReleases)(
  'one for all is refused with $name before anything is uploaded',
  async ({ changes, reason, sentence }) => {
    Object.assign(channel, changes)
    await expect(releaseBuild(registry, directory, { all: true, reason })).rejects.toThrow(sentence)
    expect(requests()).toEqual(['GET artists'])
  },
)

const releasedAlready = [
  {
    name: 'what everyone has',
    changes: { current: 'v2' },
    said: 'what everyone has already',
  },
  {
    name: 'a canary that everyone has',
    changes: { canary: { version: 'v2', share: 100 } },
    said: 'what everyone has already',
  },
  {
    name: 'the active canary',
    changes: { canary: { version: 'v2', share: 25 } },
    said: 'the canary already, for 25 %',
  },
]

test.each(releasedAlready)('$name is not released again', async ({ changes, said }) => {
  Object.assign(channel, changes)
  expect(await releaseBuild(registry, directory)).toContain(said)
  expect(requests()).toEqual(['GET artists'])
})

test('a build that does not fit is refused with all reasons before anything is uploaded', async () => {
  misfits = ['it needs react ^20.0.0, the live shell has 19.3.1', 'it has no routes']
  await expect(releaseBuild(registry, directory)).rejects.toThrow(
    'artists is not released:\n  it needs react ^20.0.0, the live shell has 19.3.1\n  it has no routes',
  )
  expect(requests()).toEqual(['GET artists', 'POST artists/check'])
})

test('a route is lost only by name, and the history says so', async () => {
  await releaseBuild(registry, directory, { reason: 'fewer pages', dropRoute: ['/artists/old'] })
  expect(requests()).toContain('POST artists/check?drop=%2Fartists%2Fold')
  expect(bodyOf('POST artists/canary')).toMatchObject({
    reason: 'fewer pages; drops /artists/old',
    dropRoutes: ['/artists/old'],
  })
})

test('a preview uploads the build, shows versions of other remotes beside it, and changes nothing for visitors', async () => {
  const others = [{ remote: 'gallery', version: 'v7' }]
  expect(await previewBuild(registry, directory, { others })).toMatch(
    /^https:\/\/encre\.test\/p\n.* artists v2, gallery v7 until /,
  )
  expect(bodyOf('POST artists/previews')).toEqual({ version: 'v2', with: others })
  expect(requests().some((request) => /promote|canary/.test(request))).toBe(false)
})

test('a preview of the build beside another version of its remote is refused before the upload', async () => {
  const others = [{ remote: 'artists', version: 'v1' }]
  await expect(previewBuild(registry, directory, { others })).rejects.toThrow(
    'artists is named twice: name it once, a preview shows one version of each remote',
  )
  expect(requests()).toEqual([])
})

test('a build that differs from the live version is not uploaded, and says how', async () => {
  comparison.failures.push('/artists for a member: a listener for resize is left')
  await expect(releaseBuild(registry, directory)).rejects.toThrow('a listener for resize is left')
  expect(received.filter(([request]) => !/check|GET/.test(request))).toEqual([])
})
