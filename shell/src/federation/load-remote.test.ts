import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeVersion } from '../testing-manifest.ts'
import { findLoaded, loadPrevious, loadRemote } from './load-remote.ts'

const runtime = vi.hoisted(() => ({ loadRemote: vi.fn(), registerRemotes: vi.fn() }))
const files = vi.hoisted(() => ({ loadFile: vi.fn() }))
vi.mock('../load-file.ts', () => files)
vi.mock('@module-federation/runtime-tools/runtime', () => ({ createInstance: () => runtime }))

const Remote = () => null
let count = 0

/** A remote that no other test loads, with or without a previous version. */
function createRemote({ previous = false } = {}): ManifestRemote {
  const name = `gallery${++count}`
  return {
    name,
    routes: [],
    current: makeVersion(name, 'v2'),
    previous: previous ? makeVersion(name, 'v1') : null,
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  for (const mock of Object.values(runtime)) {
    mock.mockReset()
  }
})

test('loads the current version once for several callers', async () => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  const remote = createRemote()
  const [first, second] = await Promise.all([loadRemote(remote), loadRemote(remote)])
  expect(first).toBe(second)
  expect(first.Remote).toBe(Remote)
  expect(runtime.loadRemote).toHaveBeenCalledOnce()
  expect(runtime.registerRemotes).toHaveBeenCalledWith([
    {
      name: remote.current.global,
      entry: `http://localhost:3000/remotes/${remote.name}/v2/remote-entry.js`,
      entryGlobalName: remote.current.global,
      type: 'global',
    },
  ])
})

test('loads the previous version when the current one fails, and the current one when asked again', async () => {
  runtime.loadRemote.mockImplementation(async (id: string) => {
    if (id.includes('_v2/')) throw new Error('RUNTIME-008')
    return { Remote }
  })
  const remote = createRemote({ previous: true })
  expect((await loadRemote(remote)).version).toBe(remote.previous)
  const alone = createRemote()
  await expect(loadRemote(alone)).rejects.toThrow('no version to go back to')
  runtime.loadRemote.mockReset().mockResolvedValue({ Remote })
  expect((await loadRemote(alone)).version).toBe(alone.current)
})

test('refuses a module without its component', async () => {
  runtime.loadRemote.mockResolvedValue({ default: Remote })
  await expect(loadRemote(createRemote())).rejects.toThrow('no version to go back to')
})

test('loads the previous version when the stylesheets of a version that comes back fail', async () => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  const remote = createRemote({ previous: true })
  remote.current.styles = ['remote.css']
  files.loadFile.mockResolvedValueOnce('')
  expect((await loadRemote(remote)).version).toBe(remote.current)
  // The stylesheet left the document with its version, and a later manifest names the version
  // again.
  files.loadFile.mockRejectedValueOnce(new Error('lost'))
  expect((await loadRemote(structuredClone(remote))).version.version).toBe('v1')
})

test('does not show a version again that threw while it rendered', async () => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  const remote = createRemote({ previous: true })
  expect((await loadRemote(remote)).version).toBe(remote.current)
  await loadPrevious(remote)
  expect((await loadRemote(remote)).version).toBe(remote.previous)
  expect(findLoaded(remote)?.version).toBe(remote.previous)
})

test('keeps two versions side by side: the way back to the first needs no request', async () => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  const first = createRemote({ previous: true })
  const second = { ...first, current: makeVersion(first.name, 'v3'), previous: first.current }
  const before = await loadRemote(first)
  expect((await loadRemote(second)).version).toBe(second.current)
  expect(await loadRemote(first)).toBe(before)
  expect(runtime.loadRemote).toHaveBeenCalledTimes(2)
})

test('reports no version when the federation runtime itself does not load', async () => {
  vi.resetModules()
  vi.doMock('./runtime.ts', () => {
    throw new Error('ChunkLoadError')
  })
  const reportFailure = vi.fn()
  vi.doMock('./health-reports.ts', () => ({ reportFailure }))
  const { loadRemote } = await import('./load-remote.ts')
  await expect(loadRemote(createRemote({ previous: true }))).rejects.toThrow()
  expect(reportFailure).not.toHaveBeenCalled()
})
