import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'remote-kit',
    environment: 'happy-dom',
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing.tsx'],
    unstubGlobals: true,
    testTimeout: 20_000,
  },
})
