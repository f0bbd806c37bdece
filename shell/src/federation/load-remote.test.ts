import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentTimeoutMs, findLoaded, loadPrevious, loadRemote, loadTimeoutMs } from './load-remote.ts'

const runtime = vi.hoisted(() => ({ loadRemote: vi.fn(), registerRemotes: vi.fn() }))
vi.mock('./runtime.ts', () => ({ runtime, expectEntry: vi.fn() }))

const Remote = () => null
let count = 0

/** A remote that no other test loads, with or without a previous version. */
function createRemote({ previous = false } = {}): ManifestRemote {
  const name = `gallery${++count}`
  const version = (version: string) => ({
    version,
    base: `/remotes/${name}/${version}/`,
    entry: 'remote-entry.js',
    global: `${name}_${version}`,
    scripts: [],
    styles: [],
    integrity: {},
  })
  return { name, routes: [], current: version('v2'), previous: previous ? version('v1') : null }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const mock of Object.values(runtime)) mock.mockReset()
})

const entries = () => runtime.registerRemotes.mock.calls.map(([[remote]]) => remote.entry as string)

test('loads the current version once for several callers', async () => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  const remote = createRemote()
  const [first, second] = await Promise.all([loadRemote(remote), loadRemote(remote)])
  expect(first).toBe(second)
  expect(first.Remote).toBe(Remote)
  expect(runtime.loadRemote).toHaveBeenCalledOnce()
  expect(runtime.registerRemotes).toHaveBeenCalledWith(
    [
      {
        name: remote.current.global,
        entry: `http://localhost:3000/remotes/${remote.name}/v2/remote-entry.js`,
        entryGlobalName: remote.current.global,
        type: 'global',
      },
    ],
    { force: false },
  )
})

test('requests a failed version again from a fresh address', async () => {
  runtime.loadRemote.mockRejectedValueOnce(new Error('RUNTIME-008')).mockResolvedValueOnce({ Remote })
  const remote = createRemote({ previous: true })
  expect((await loadRemote(remote)).version).toBe(remote.current)
  expect(entries()[1]).toMatch(/\/v2\/remote-entry\.js\?retry=\d+$/)
})

test('loads the previous version after two failures', async () => {
  runtime.loadRemote.mockImplementation(async (id: string) => {
    if (id.includes('_v2/')) throw new Error('RUNTIME-008')
    return { Remote }
  })
  const remote = createRemote({ previous: true })
  expect((await loadRemote(remote)).version).toBe(remote.previous)
})

test('loads the previous version at once when the current one times out', async () => {
  runtime.loadRemote.mockImplementation((id: string) => (id.includes('_v2/') ? new Promise(() => {}) : Promise.resolve({ Remote })))
  const remote = createRemote({ previous: true })
  const load = loadRemote(remote)
  await vi.advanceTimersByTimeAsync(currentTimeoutMs)
  expect((await load).version).toBe(remote.previous)
  expect(entries()).toHaveLength(2)
})

test('gives up before 12 s whatever hangs, and starts again when asked again', async () => {
  runtime.loadRemote.mockRejectedValueOnce(new Error('RUNTIME-008')).mockReturnValue(new Promise(() => {}))
  const remote = createRemote({ previous: true })
  const failed = vi.fn()
  loadRemote(remote).catch(failed)
  await vi.advanceTimersByTimeAsync(loadTimeoutMs)
  expect(failed).toHaveBeenCalledOnce()
  runtime.loadRemote.mockReset().mockResolvedValue({ Remote })
  expect((await loadRemote(remote)).version).toBe(remote.current)
})

test('refuses a module without its component', async () => {
  runtime.loadRemote.mockResolvedValue({ default: Remote })
  await expect(loadRemote(createRemote())).rejects.toThrow('no version to go back to')
})

test('requests a stylesheet again that did not load', async () => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  const remote = createRemote()
  remote.current.styles = ['remote.css']
  remote.current.integrity = { 'remote.css': 'sha384-x' }
  const refreshed = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  const asked: HTMLLinkElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) return
    asked.push(link)
    queueMicrotask(() => link.dispatchEvent(new Event(asked.length > 1 ? 'load' : 'error')))
  })
  expect((await loadRemote(remote)).version).toBe(remote.current)
  expect(asked.map((link) => [new URL(link.href).pathname, link.integrity])).toEqual(
    Array(2).fill([`/remotes/${remote.name}/v2/remote.css`, 'sha384-x']),
  )
  // The second try first replaces the damaged copy in the browser's cache.
  expect(refreshed).toHaveBeenCalledWith(`/remotes/${remote.name}/v2/remote.css`, { cache: 'reload' })
})

test.each([
  ['hang', () => {}, currentTimeoutMs],
  ['fail', (link: HTMLLinkElement) => queueMicrotask(() => link.dispatchEvent(new Event('error'))), 0],
])('loads the previous version when the stylesheets of a version that comes back %s', async (_, answer, milliseconds) => {
  runtime.loadRemote.mockResolvedValue({ Remote })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  const remote = createRemote({ previous: true })
  remote.current.styles = ['remote.css']
  const appended = vi.spyOn(document.head, 'append')
  const answerWith = (styles: (link: HTMLLinkElement) => void) =>
    appended.mockImplementation((link) => {
      if (link instanceof HTMLLinkElement) styles(link)
    })
  answerWith((link) => queueMicrotask(() => link.dispatchEvent(new Event('load'))))
  expect((await loadRemote(remote)).version).toBe(remote.current)

  // The stylesheet left the document with its version, and a later manifest names the version again.
  answerWith(answer)
  const shown = vi.fn()
  loadRemote(structuredClone(remote)).then(({ version }) => shown(version.version))
  await vi.advanceTimersByTimeAsync(milliseconds)
  expect(shown).toHaveBeenCalledWith('v1')
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
  const second = { ...first, current: { ...first.current, version: 'v3', global: `${first.name}_v3` }, previous: first.current }
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
