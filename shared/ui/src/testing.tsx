import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// A set-up file for component tests (`setupFiles`): each test starts on an empty page.
afterEach(cleanup)
