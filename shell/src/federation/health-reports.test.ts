import type { ManifestVersion } from '@encre/protocol/page-manifest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { natives, readNatives, reportPageManifest } from '../report-error.ts'
import { makeManifest, makeVersion } from '../testing-manifest.ts'
import {
  addReportedVersions,
  healthyReportDelayMs,
  lastReportDelayMs,
  reportFailure,
  reportHealthy,
  reportLeft,
  reportStart,
} from './health-reports.ts'
import { findDefect } from './judge-page.ts'

vi.mock('./judge-page.ts', async (original) => ({
  ...(await original<typeof import('./judge-page.ts')>()),
  findDefect: vi.fn(() => null),
}))

let count = 0
const posted = vi.fn()
const failure = new Error('it broke')
const throwUncaught = (error: Error) => dispatchEvent(new ErrorEvent('error', { error }))
/** The site's answer to a request for a file of a version. */
const answerFile = vi.fn<() => Response>()

/** Adds a page manifest with a version of the gallery that no other test uses. */
function addVersion({ canaryActive = false, token = 'the token' } = {}): ManifestVersion {
  const current = makeVersion('gallery', `v${++count}x`)
  addReportedVersions({
    ...makeManifest({ name: 'gallery', routes: [], current, previous: null, canaryActive }),
    token,
  })
  return current
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    if (String(url).includes('/remotes/')) {
      const answer = answerFile()
      if (answer.type === 'error') throw new TypeError('Failed to fetch')
      return answer
    }
    posted(
      url,
      JSON.parse(String(options?.body)),
      options?.keepalive,
      new Headers(options?.headers).get('x-composition-id'),
    )
    return new Response(null, { status: 204 })
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Object.assign(natives, readNatives())
})
afterEach(() => {
  // No version of this test is on the page of the next.
  window.dispatchEvent(new Event('pagehide'))
  posted.mockReset()
})

test('a failure is reported at once, once, with the token of the page manifest', () => {
  const version = addVersion()
  reportPageManifest('c1')
  reportFailure(version, 'load-failed', failure)
  reportFailure(version, 'load-failed', failure)
  const report = { token: 'the token', remote: 'gallery', outcome: 'load-failed' }
  expect(posted.mock.calls).toEqual([['/api/releases/outcomes', report, true, 'c1']])
})

test('a healthy version is reported after a delay, and only while a canary is active', async () => {
  reportHealthy(addVersion())
  const version = addVersion({ canaryActive: true })
  reportStart(version)
  posted.mockClear()
  reportHealthy(version)
  reportHealthy(version)
  await vi.advanceTimersByTimeAsync(healthyReportDelayMs - 1)
  expect(posted).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes()).toEqual(['ok'])
  await vi.advanceTimersByTimeAsync(lastReportDelayMs)
  expect(outcomes()).toEqual(['ok', 'done'])
})

const outcomes = () =>
  posted.mock.calls
    .filter(([url]) => String(url).endsWith('/outcomes'))
    .map(([, { outcome }]) => outcome)

/** Adds a version whose page was well so far, and forgets its reports until now. */
async function addHealthy(): Promise<ManifestVersion> {
  const version = addVersion({ canaryActive: true })
  reportStart(version)
  reportHealthy(version)
  await vi.advanceTimersByTimeAsync(healthyReportDelayMs)
  expect(outcomes()).toEqual(['started', 'ok'])
  posted.mockClear()
  return version
}

test.each([
  {
    fault: 'changed the page around it',
    happen: () => vi.mocked(findDefect).mockReturnValueOnce('the header is invisible'),
  },
  {
    fault: 'let the page stand still',
    happen: () => vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 7000),
  },
  {
    fault: 'is shown when an error without its file is thrown',
    happen: () => throwUncaught(new Error('a time bomb')),
  },
])('a version that $fault fails after its success', async ({ happen }) => {
  await addHealthy()
  happen()
  await vi.advanceTimersByTimeAsync(lastReportDelayMs)
  expect(outcomes()).toEqual(['error'])
})

test.each([
  { end: 'is closed', happen: () => dispatchEvent(new Event('pagehide')) },
  { end: 'is hidden', happen: () => showTab('hidden') },
  { end: 'shows another version', happen: reportLeft },
])('a version is done at once, and once, when its page $end', async ({ happen }) => {
  const version = await addHealthy()
  showTab('visible')
  expect(outcomes()).toEqual([])
  happen(version)
  expect(outcomes()).toEqual(['done'])
  await vi.advanceTimersByTimeAsync(lastReportDelayMs)
  expect(outcomes()).toEqual(['done'])
})

test('the check of a version ends with its last report', async () => {
  await addHealthy()
  await vi.advanceTimersByTimeAsync(lastReportDelayMs)
  vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 7000)
  await vi.advanceTimersByTimeAsync(lastReportDelayMs)
  expect(outcomes()).toEqual(['done'])
  expect(vi.getTimerCount()).toBe(0)
})

test('the check of a page before does not end the check of the next', async () => {
  const version = await addHealthy()
  await vi.advanceTimersByTimeAsync(lastReportDelayMs - healthyReportDelayMs - 1)
  reportLeft(version)
  reportStart(version)
  reportHealthy(version)
  await vi.advanceTimersByTimeAsync(lastReportDelayMs - 1)
  expect(outcomes()).toEqual(['done', 'started', 'ok'])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes()).toEqual(['done', 'started', 'ok', 'done'])
})

function showTab(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a function that a remote replaces changes no report', async () => {
  const version = addVersion({ canaryActive: true })
  reportStart(version)
  const theirs = vi.fn()
  vi.stubGlobal('fetch', theirs)
  reportFailure(version, 'error', failure)
  expect(theirs).not.toHaveBeenCalled()
  expect(outcomes()).toEqual(['started', 'error'])
})

test('the start of a version is reported at once, each time it is mounted, and only while a canary is active', async () => {
  reportStart(addVersion())
  const version = addVersion({ canaryActive: true })
  for (let mounts = 0; mounts < 2; mounts++) {
    reportStart(version)
    reportStart(version)
    reportHealthy(version)
    await vi.advanceTimersByTimeAsync(healthyReportDelayMs)
    reportLeft(version)
  }
  expect(outcomes()).toEqual(['started', 'ok', 'done', 'started', 'ok', 'done'])
})

test('a page that leaves a version before it is shown says so, once', () => {
  const version = addVersion({ canaryActive: true })
  reportStart(version)
  reportLeft(version)
  reportLeft(version)
  expect(outcomes()).toEqual(['started', 'left'])
})

test('a page that closes before the result says so, and after the result says nothing', async () => {
  const early = addVersion({ canaryActive: true })
  const late = addVersion({ canaryActive: true })
  reportStart(late)
  reportFailure(late, 'error', failure)
  reportStart(early)
  reportHealthy(early)
  window.dispatchEvent(new Event('pagehide'))
  expect(outcomes()).toEqual(['started', 'error', 'started', 'left'])
})

test('an uncaught error is reported on the version whose file is in its stack', () => {
  const { base } = addVersion()
  addVersion()
  const stack = `Error: it broke\n    at x (http://localhost:3000${base}async/remote.js:1:1)`
  throwUncaught(Object.assign(new Error('it broke'), { stack }))
  expect(posted).toHaveBeenCalledOnce()
  expect(posted.mock.calls[0]?.[1]).toMatchObject({ outcome: 'error' })
})

/** Rspack's error for a script of this version that did not load. */
function createChunkError({ base }: ManifestVersion, type = 'error'): Error {
  return Object.assign(new Error('Loading chunk 7 failed.'), {
    name: 'ChunkLoadError',
    type,
    request: `http://localhost:3000${base}async/7.js`,
  })
}

test.each([
  { site: 'does not answer', answer: () => Response.error() },
  { site: 'has the file', answer: () => new Response('the script') },
  { site: 'fails', answer: () => new Response(null, { status: 503 }) },
])(
  'a file that did not arrive says nothing about its version when the site $site',
  async ({ answer }) => {
    answerFile.mockImplementation(answer)
    const version = addVersion({ canaryActive: true })
    reportStart(version)
    reportFailure(version, 'error', createChunkError(version))
    throwUncaught(createChunkError(version))
    await vi.advanceTimersByTimeAsync(0)
    expect(outcomes()).toEqual(['started', 'left'])
  },
)

test('a file that the site lacks is a failure of its version, whatever the error that it caused', async () => {
  answerFile.mockImplementation(() => new Response(null, { status: 404 }))
  const version = addVersion()
  reportFailure(
    version,
    'error',
    new Error('the export failed', { cause: createChunkError(version) }),
  )
  expect(outcomes()).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes()).toEqual(['error'])
})

test('a script that arrives and lacks its code is a failure of its version', () => {
  const version = addVersion()
  reportFailure(version, 'error', createChunkError(version, 'missing'))
  expect(outcomes()).toEqual(['error'])
})

test('a page without a token reports nothing, nor does one about a version that only replaces a failed one', () => {
  reportFailure(addVersion({ token: '' }), 'error', failure)
  reportFailure({ ...addVersion(), global: 'another' }, 'error', failure)
  expect(posted).not.toHaveBeenCalled()
})
