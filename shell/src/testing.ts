import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// What a test does not answer itself goes nowhere: reports and outcomes have nobody to reach.
globalThis.fetch = async () => {
  throw new TypeError('the tests have no network')
}

// Each test starts on an empty page with nothing kept from the one before.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
