import type { ManifestVersion, PageManifest } from '@encre/protocol/page-manifest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportComposition } from '../report-error.ts'
import { expectOutcomes, recordFailure, recordFailureIn, recordSuccess } from './outcomes.ts'

let count = 0
const posted = vi.fn()

/** A composition that gives one version of the gallery that no other test has. */
function give({ watched = false, token = 'the token' } = {}): ManifestVersion {
  const version = `v${++count}x`
  const current = { version, base: `/remotes/gallery/${version}/`, entry: 'e.js', global: version, scripts: [], styles: [], integrity: {} }
  const auth = { domain: '', clientId: '', audience: '', connection: '', session: 'forms' as const }
  const composition: PageManifest = { id: 'c', token, remotes: [{ name: 'gallery', routes: [], current, previous: null, watched }], auth }
  expectOutcomes(composition)
  return current
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    posted(url, JSON.parse(String(options?.body)), options?.keepalive, new Headers(options?.headers).get('x-composition-id'))
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  posted.mockReset()
})

test('a failure is said at once, once, with the token of the composition', () => {
  const version = give()
  reportComposition('c1')
  recordFailure(version, 'load-failed')
  recordFailure(version, 'load-failed')
  const vote = { token: 'the token', remote: 'gallery', outcome: 'load-failed' }
  expect(posted.mock.calls).toEqual([['/api/releases/outcomes', vote, true, 'c1']])
})

test('success is said later, and only while a canary compares', async () => {
  recordSuccess(give())
  const watched = give({ watched: true })
  recordSuccess(watched)
  recordSuccess(watched)
  expect(posted).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(posted.mock.calls.map(([, { outcome }]) => outcome)).toEqual(['ok'])
})

test('a version that was only fallen back to has nobody to tell', () => {
  recordFailure({ ...give(), global: 'another' }, 'error')
  expect(posted).not.toHaveBeenCalled()
})

test('an error that nobody caught is that of the version whose code it came through', () => {
  const { base } = give()
  give()
  recordFailureIn(`Error: it broke\n    at x (http://localhost:3000${base}async/remote.js:1:1)`)
  expect(posted).toHaveBeenCalledOnce()
  expect(posted.mock.calls[0]?.[1]).toMatchObject({ outcome: 'error' })
})

test('a page without a token says nothing', () => {
  recordFailure(give({ token: '' }), 'error')
  expect(posted).not.toHaveBeenCalled()
})
