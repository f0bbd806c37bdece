import type { PageManifest } from '@encre/protocol/page-manifest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { natives } from '../report-error.ts'
import { measureDelayMs, sampledShare, samplePage } from './sample-page.ts'

type Listener = (metric: { value: number }) => void
const listeners = new Map<string, Listener>()
vi.mock('web-vitals', () => ({
  onLCP: (listener: Listener) => listeners.set('lcp', listener),
  onINP: (listener: Listener) => listeners.set('inp', listener),
  onCLS: (listener: Listener) => listeners.set('cls', listener),
}))

const manifest = { id: 'c1', token: 'the-token', remotes: [], auth: {} } as unknown as PageManifest
const posted = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  listeners.clear()
  posted.mockReset()
  vi.spyOn(Math, 'random').mockReturnValue(sampledShare / 2)
  vi.spyOn(navigator, 'webdriver', 'get').mockReturnValue(false)
  vi.spyOn(natives, 'fetch').mockImplementation(async (url, options) => {
    posted(url, JSON.parse(String(options?.body)))
    return new Response()
  })
})
afterEach(() => hide(false))

function hide(isHidden = true): void {
  Object.defineProperty(document, 'visibilityState', {
    value: isHidden ? 'hidden' : 'visible',
    configurable: true,
  })
  dispatchEvent(new Event('visibilitychange'))
}

const waitForSample = () => vi.advanceTimersByTimeAsync(measureDelayMs + 100)

test('a sampled page measures after it was idle, and sends one report when it is hidden', async () => {
  samplePage(manifest)
  expect(listeners.size).toBe(0)
  await waitForSample()
  await vi.dynamicImportSettled()
  listeners.get('lcp')?.({ value: 1234.56 })
  listeners.get('cls')?.({ value: 0.123456 })
  expect(posted).not.toHaveBeenCalled()
  hide()
  hide()
  expect(posted).toHaveBeenCalledOnce()
  expect(posted).toHaveBeenCalledWith('/api/releases/vitals', {
    token: 'the-token',
    path: '/',
    lcp: 1235,
    cls: 0.1235,
  })
})

test.each([
  {
    name: 'is not in the sample',
    arrange: () => vi.spyOn(Math, 'random').mockReturnValue(sampledShare),
  },
  {
    name: 'is controlled by a program',
    arrange: () => vi.spyOn(navigator, 'webdriver', 'get').mockReturnValue(true),
  },
])('a page that $name measures nothing', async ({ arrange }) => {
  arrange()
  samplePage(manifest)
  await waitForSample()
  await vi.dynamicImportSettled()
  expect(listeners.size).toBe(0)
})
