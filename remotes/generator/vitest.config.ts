import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'generator',
    environment: 'happy-dom',
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['@encre/remote-kit/testing', 'src/testing.tsx'],
    testTimeout: 20_000,
  },
})
