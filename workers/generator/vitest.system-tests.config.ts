import { defineConfig } from 'vitest/config'

/**
 * System tests: the deployed bundles of generator and gallery in their own workerd process, over
 * HTTP.
 */
export default defineConfig({
  test: {
    // Projects run in the order of their names, and the kills wait long: they must not be the last.
    name: 'generator system tests',
    include: ['system-tests/**/*.test.ts'],
    globalSetup: ['system-tests/bundle-once.ts'],
    maxConcurrency: 12,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
