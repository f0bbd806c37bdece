import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// A set-up file: each test starts on an empty page, in a new tab.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
