import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    cloudflareTest({
      miniflare: {
        d1Databases: ['DB'],
        compatibilityDate: '2026-11-01',
        bindings: { AUTH0_DOMAIN: 'https://tenant.test', AUTH0_AUDIENCE: 'https://encre.test/api' },
      },
    }),
  ],
  test: { name: 'shared/worker', silent: 'passed-only', testTimeout: 30_000, isolate: false },
})
