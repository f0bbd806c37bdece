import { afterAll, vi } from 'vitest'

// Each file evaluates the sources anew, so that it may mock modules.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
})
