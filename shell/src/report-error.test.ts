import { RequestError } from '@encre/protocol/request'
import { beforeEach, expect, test, vi } from 'vitest'

const posted = vi.fn()

/** The module anew: what it counts is counted per page. */
async function openPage() {
  vi.resetModules()
  return import('./report-error.ts')
}

beforeEach(() => {
  posted.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    posted(url, JSON.parse(String(options?.body)), new Headers(options?.headers).get('x-composition-id'))
    throw new TypeError('offline')
  })
})

test('a report says what the page runs, what it was opened with, and which answer it is about', async () => {
  const { reportComposition, reportError } = await openPage()
  reportComposition('c1')
  reportComposition('c2')
  reportError(new Error('could not load', { cause: new RequestError('internal', 500, 'r-1') }))
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

test('anything can be reported, and a page in a loop stops after ten', async () => {
  const { reportError } = await openPage()
  for (let index = 0; index < 12; index++) reportError('x'.repeat(5000))
  expect(posted).toHaveBeenCalledTimes(10)
  expect(posted.mock.calls[0]?.[1].message).toHaveLength(1000)
})
