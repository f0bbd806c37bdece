import { defineConfig } from 'vitest/config'

export default defineConfig({
  // As in rsbuild.config.ts.
  resolve: { alias: { '@auth0/auth0-react': '@auth0/auth0-react/src/index.tsx' } },
  test: {
    name: 'shell',
    environment: 'happy-dom',
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing.ts'],
    testTimeout: 20_000,
  },
})
