import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Set-up file for component tests (`setupFiles`): each test starts on an empty page.
afterEach(cleanup)

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 })
