import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'gallery',
    environment: 'happy-dom',
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['@encre/remote-kit/testing'],
    unstubGlobals: true,
    testTimeout: 20_000,
  },
})
