import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdStylesheets } from './federation/stylesheets.ts'
import { applyTypefaces, longestWaitMs } from './typefaces.ts'

const page = `
  <link as="font" href="/text.woff2"><link as="font" href="/display.woff2">
  <style media="not all">@font-face {}</style><style>body {}</style>`

/** What the browser's own timeline names. */
const timeline = { files: [] as string[], isPainted: true }
/** happy-dom has none. Those of the first layout are the fallback's. */
const faces: { status: string }[] = []

function open() {
  document.body.innerHTML = page
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

test('a skeleton that is not laid out yet gets them at once', () => {
  faces.splice(0, faces.length, { status: 'unloaded' })
  open()
  expect(areHeld()).toBe(false)
})

test('one that is not painted yet gets them when both have arrived, also one that fails', async () => {
  timeline.isPainted = false
  open()
  await arrive('/text.woff2')
  expect(areHeld()).toBe(true)
  await arrive('/display.woff2', 'error')
  expect(areHeld()).toBe(false)
})

test('one that arrived before the first script is not waited for', async () => {
  Object.assign(timeline, { files: ['/text.woff2'], isPainted: false })
  open()
  await arrive('/display.woff2')
  expect(areHeld()).toBe(false)
})

test.each([
  { found: 'is painted', files: ['/text.woff2', '/display.woff2'], isPainted: true },
  { found: 'lacks a typeface', files: ['/text.woff2'], isPainted: false },
])('one that $found waits three seconds at most', async ({ files, isPainted }) => {
  Object.assign(timeline, { files, isPainted })
  open()
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  expect(areHeld()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(areHeld()).toBe(false)
})

test('they apply with the page that replaces the skeleton', () => {
  open()
  const release = holdStylesheets()
  expect(areHeld()).toBe(true)
  release()
  expect(areHeld()).toBe(false)
})

test('a page whose typefaces are not held back keeps its styles', () => {
  document.body.innerHTML = '<style>@font-face {}</style><style media="print">p {}</style>'
  void applyTypefaces()
  expect(document.querySelector('[media]')?.outerHTML).toBe('<style media="print">p {}</style>')
})
