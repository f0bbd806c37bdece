import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdStylesheets } from './federation/stylesheets.ts'
import { applyTypefaces, longestWaitMs } from './typefaces.ts'

const page = `
  <link as="font" href="/text.woff2"><link as="font" href="/display.woff2">
  <style media="not all">@font-face {}</style><style>body {}</style>`
const skeleton = '<div id="skeleton"></div>'

/** What the browser's own timeline names. */
const timeline = { files: [] as string[], isPainted: false }

function open(html: string) {
  document.body.innerHTML = html
  void applyTypefaces()
}

async function arrive(file: string, type = 'load') {
  document.querySelector(`link[href="${file}"]`)?.dispatchEvent(new Event(type))
  await vi.advanceTimersByTimeAsync(0)
}

const areHeld = () => document.querySelector('style')?.media === 'not all'

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(timeline, { files: [], isPainted: false })
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
    timeline.files.some((file) => name.endsWith(file)) ? [{} as PerformanceEntry] : [],
  )
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
    timeline.isPainted ? [{} as PerformanceEntry] : [],
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('they apply when both have arrived, also one that fails', async () => {
  open(page)
  await arrive('/text.woff2')
  expect(areHeld()).toBe(true)
  await arrive('/display.woff2', 'error')
  expect(areHeld()).toBe(false)
})

test('one that arrived before the first script is not waited for', async () => {
  timeline.files = ['/text.woff2']
  open(page)
  await arrive('/display.woff2')
  expect(areHeld()).toBe(false)
})

test('they apply after three seconds, however slow they are', async () => {
  open(page)
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  expect(areHeld()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(areHeld()).toBe(false)
})

test.each([
  { isPainted: false, html: skeleton, waits: false },
  { isPainted: true, html: '', waits: false },
  { isPainted: true, html: skeleton, waits: true },
])('painted $isPainted, "$html": the page that follows is waited for: $waits', async (each) => {
  timeline.files = ['/text.woff2', '/display.woff2']
  timeline.isPainted = each.isPainted
  open(page + each.html)
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  expect(areHeld()).toBe(each.waits)
  await vi.advanceTimersByTimeAsync(1)
  expect(areHeld()).toBe(false)
})

test('they apply with the page that replaces a skeleton', () => {
  document.body.innerHTML = page + skeleton
  const release = holdStylesheets()
  expect(areHeld()).toBe(true)
  release()
  expect(areHeld()).toBe(false)
})
