import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A test has no network unless it replaces `fetch`: error and health reports fail silently.
globalThis.fetch = async () => {
  throw new TypeError('the tests have no network')
}

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 })

// Each test starts at the home page, with an empty page and empty storage.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
