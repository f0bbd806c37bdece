import { afterEach, expect, test, vi } from 'vitest'
import { reportOpening } from './report-opening.ts'

const url = '/api/gallery/links/token/openings'
const sendBeacon = vi.fn(() => true)

function openPage(visibility: DocumentVisibilityState, prerendering = false) {
  vi.stubGlobal('navigator', { sendBeacon })
  const page = Object.assign(document.implementation.createHTMLDocument(), { prerendering })
  Object.defineProperty(page, 'visibilityState', { configurable: true, get: () => visibility })
  reportOpening(page, url)
  return {
    become: (state: DocumentVisibilityState) => {
      visibility = state
      page.dispatchEvent(new Event('visibilitychange'))
    },
    activate: () => {
      page.prerendering = false
      page.dispatchEvent(new Event('prerenderingchange'))
    },
  }
}

afterEach(() => {
  sendBeacon.mockClear()
})

test('reports a page that is visible, once', () => {
  const page = openPage('visible')
  page.become('hidden')
  page.become('visible')
  expect(sendBeacon.mock.calls).toEqual([[url]])
})

test('does not report a page that the browser only prepares', () => {
  const page = openPage('visible', true)
  page.become('visible')
  expect(sendBeacon).not.toHaveBeenCalled()
  page.activate()
  expect(sendBeacon).toHaveBeenCalledOnce()
})
