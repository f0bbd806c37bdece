import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A test has no network unless it replaces `fetch`: error and health reports fail silently.
globalThis.fetch = async () => {
  throw new TypeError('the tests have no network')
}

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 })

// Each test starts at the home page, with an empty page and empty storage, real timers and nothing
// replaced.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  cleanup()
  document.body.replaceChildren()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

// The files of a project share React and the DOM (`isolate: false`). Each evaluates the sources
// anew, so that it may mock modules.
afterAll(() => {
  vi.resetModules()
})
