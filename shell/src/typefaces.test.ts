import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdStylesheets } from './federation/stylesheets.ts'
import { applyTypefaces, longestWaitMs } from './typefaces.ts'

const page = `
  <link as="font" href="/text.woff2"><link as="font" href="/display.woff2">
  <style media="not all">@font-face {}</style><style>body {}</style>`
const skeleton = '<div id="skeleton"></div>'

/** What the browser's own timeline names. */
const timeline = { files: [] as string[], isPainted: true }
/** happy-dom has none. Those of the first layout are the fallback's. */
const faces: { status: string }[] = []

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
  Object.assign(timeline, { files: [], isPainted: true })
  faces.splice(0, faces.length, { status: 'error' }, { status: 'loaded' })
  Object.defineProperty(document, 'fonts', { configurable: true, value: faces })
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
    timeline.files.some((file) => name.endsWith(file)) ? [{} as PerformanceEntry] : [],
  )
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
    timeline.isPainted ? [{} as PerformancePaintTiming] : [],
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'fonts')
})

test('a page that is not laid out yet gets them at once', () => {
  faces.splice(0, faces.length, { status: 'unloaded' })
  open(page + skeleton)
  expect(areHeld()).toBe(false)
})

test('a page in the fallback faces gets them when both have arrived, also one that fails', async () => {
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

test('a skeleton that is not shown yet gets them when both have arrived', async () => {
  timeline.files = ['/text.woff2', '/display.woff2']
  timeline.isPainted = false
  open(page + skeleton)
  await vi.advanceTimersByTimeAsync(0)
  expect(areHeld()).toBe(false)
})

test.each([
  { html: page, files: [] },
  { html: page + skeleton, files: ['/text.woff2', '/display.woff2'] },
])('after three seconds nothing is waited for, $files', async ({ html, files }) => {
  timeline.files = files
  open(html)
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  expect(areHeld()).toBe(true)
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
