import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test starts on an empty page with nothing kept from the one before.
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
