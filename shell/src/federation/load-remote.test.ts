import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { beforeEach, expect, test, vi } from 'vitest'
import { natives, readNatives } from '../report-error.ts'
import { makeManifest, makeVersion } from '../testing-manifest.ts'
import { addReportedVersions } from './health-reports.ts'
import { findLoaded, loadPrevious, loadRemote } from './load-remote.ts'

// The network is replaced; the federation runtime runs as in a page.
const { loadFile } = vi.hoisted(() => ({ loadFile: vi.fn() }))
vi.mock('../load-file.ts', () => ({ loadFile }))

const Remote = () => null
/** What each entry of the site exposes. An entry that throws while it runs exposes null. */
let exposed: object | null
/** The files that the network loses, by the end of their address. */
let lost: string[]
let count = 0

/** A remote that no other test loads, with or without a previous version. */
function createRemote({ previous = false } = {}): ManifestRemote {
  const name = `gallery${++count}`
  const integrity = { 'remote-entry.js': 'sha384-x' }
  return {
    name,
    routes: [],
    current: makeVersion(name, 'v2', { integrity }),
    previous: previous ? makeVersion(name, 'v1', { integrity }) : null,
  }
}

const load = async (remote: ManifestRemote) => (await loadRemote(remote)).version.version
const requested = () => loadFile.mock.calls.map(([file]) => new URL(file, location.href).pathname)
const reports = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([url]) => String(url).endsWith('/outcomes'))
    .map(([, init]) => JSON.parse(String(init?.body)).outcome)

beforeEach(() => {
  exposed = { Remote }
  lost = []
  loadFile.mockReset().mockImplementation(async (file: string) => {
    const { pathname } = new URL(file, location.href)
    if (lost.some((end) => pathname.endsWith(end))) throw new Error(`${pathname} is lost`)
    const [, , name, version] = pathname.split('/')
    const module = exposed
    const container = module && { get: async () => () => module, init: () => {} }
    if (file.endsWith('.js')) Reflect.set(window, `${name}_${version}`, container)
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Object.assign(natives, readNatives())
})

test('a page that is older than the ShellApi of a release shows the version before', async () => {
  const remote = createRemote({ previous: true })
  remote.current.shellApi = 2
  expect(await load(remote)).toBe('v1')
  expect(requested()).toEqual([`/remotes/${remote.name}/v1/remote-entry.js`])
})

test('loads the current version once for several callers, with its integrity', async () => {
  const remote = createRemote()
  const [first, second] = await Promise.all([loadRemote(remote), loadRemote(remote)])
  expect(first).toBe(second)
  expect(first.Remote).toBe(Remote)
  const entry = `http://localhost:3000/remotes/${remote.name}/v2/remote-entry.js`
  expect(loadFile.mock.calls).toEqual([[entry, 'sha384-x', 'script']])
})

test('loads the previous version when the current one fails, and reports the failure', async () => {
  const remote = createRemote({ previous: true })
  addReportedVersions({ ...makeManifest(remote), token: 'the token' })
  lost = ['/v2/remote-entry.js']
  expect(await load(remote)).toBe('v1')
  expect(reports()).toEqual(['load-failed'])
})

test.each([
  {
    entry: 'does not arrive',
    fail: () => {
      lost = ['/remote-entry.js']
    },
  },
  {
    entry: 'throws while it runs',
    fail: () => {
      exposed = null
    },
  },
])('rejects when the only entry $entry, and loads it when asked again', async ({ fail }) => {
  const remote = createRemote()
  fail()
  await expect(load(remote)).rejects.toThrow('no version to go back to')
  exposed = { Remote }
  lost = []
  expect(await load(remote)).toBe('v2')
})

test('refuses an entry that lacks its component', async () => {
  exposed = { default: Remote }
  await expect(load(createRemote())).rejects.toThrow('no version to go back to')
})

test('loads the previous version when the stylesheets of a version that comes back fail', async () => {
  const remote = createRemote({ previous: true })
  remote.current.styles = ['remote.css']
  expect(await load(remote)).toBe('v2')
  // The stylesheet left the document with its version, and a later manifest names the version
  // again.
  lost = ['/remote.css']
  expect(await load(structuredClone(remote))).toBe('v1')
})

test('does not show a version again that threw while it rendered', async () => {
  const remote = createRemote({ previous: true })
  expect(await load(remote)).toBe('v2')
  await loadPrevious(remote)
  expect(await load(remote)).toBe('v1')
  expect(findLoaded(remote)?.version).toBe(remote.previous)
})

test('keeps two versions side by side: the way back to the first needs no request', async () => {
  const first = createRemote({ previous: true })
  const second = { ...first, current: makeVersion(first.name, 'v3'), previous: first.current }
  const before = await loadRemote(first)
  expect(await load(second)).toBe('v3')
  expect(await loadRemote(first)).toBe(before)
  expect(requested()).toEqual(
    ['v2', 'v3'].map((version) => `/remotes/${first.name}/${version}/remote-entry.js`),
  )
})

test('reports no version when the federation runtime itself does not load', async () => {
  vi.resetModules()
  vi.doMock('./runtime.ts', () => {
    throw new Error('ChunkLoadError')
  })
  const { addReportedVersions } = await import('./health-reports.ts')
  const { loadRemote } = await import('./load-remote.ts')
  const remote = createRemote({ previous: true })
  addReportedVersions({ ...makeManifest(remote), token: 'the token' })
  await expect(loadRemote(remote)).rejects.toThrow()
  expect(reports()).toEqual([])
})
