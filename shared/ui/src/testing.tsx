import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Set-up file for component tests (`setupFiles`): each test starts on an empty page.
afterEach(cleanup)
