import { defineConfig } from 'vitest/config'

/** Tests from outside: the real generator and gallery in a workerd of their own, over HTTP. */
export default defineConfig({
  test: {
    name: 'workers/generator outside',
    include: ['outside/**/*.test.ts'],
    globalSetup: ['outside/bundle-once.ts'],
    maxConcurrency: 12,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
