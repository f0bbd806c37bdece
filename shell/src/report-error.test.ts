import { beforeEach, expect, test, vi } from 'vitest'

const posted = vi.fn()

const refusal = Object.assign(new Error('internal (500)'), {
  name: 'RequestError',
  requestId: 'r-1',
})

/** Imports the module again: it counts reports per page. */
async function openPage() {
  vi.resetModules()
  return import('./report-error.ts')
}

beforeEach(() => {
  posted.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    posted(
      url,
      JSON.parse(String(options?.body)),
      new Headers(options?.headers).get('x-composition-id'),
    )
    throw new TypeError('offline')
  })
})

test('a report names the page manifest, the one the page opened with, and the refused request', async () => {
  const { reportPageManifest, reportError } = await openPage()
  reportPageManifest('c1')
  reportPageManifest('c2')
  reportError(new Error('could not load', { cause: refusal }))
  expect(console.error).toHaveBeenCalledWith('[composition c2]', expect.any(Error))
  const report = {
    composition: 'c2',
    openedWith: 'c1',
    path: '/',
    message: 'Error: could not load, because RequestError: internal (500)',
    stack: expect.stringContaining('report-error.test'),
    requestId: 'r-1',
  }
  expect(posted).toHaveBeenCalledWith('/api/releases/errors', report, 'c2')
})

test('a report names the remotes that the page has mounted', async () => {
  const { reportError, reportMounted } = await openPage()
  for (const remote of ['gallery', 'generator', 'gallery']) reportMounted(remote, 'v2')
  reportError(new Error('broken'))
  expect(posted.mock.calls[0]?.[1].earlier).toEqual(['gallery v2', 'generator v2'])
})

test('anything can be reported, and a page sends ten reports at most', async () => {
  const { maximumReports, reportError } = await openPage()
  for (let index = 0; index < maximumReports + 2; index++) {
    reportError('x'.repeat(5000))
  }
  expect(posted).toHaveBeenCalledTimes(maximumReports)
  expect(posted.mock.calls[0]?.[1].message).toHaveLength(1000)
})
