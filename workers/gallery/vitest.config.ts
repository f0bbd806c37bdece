import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        bindings: {
          FLOOD_LIMITS: 'off',
          AUTH0_DOMAIN: 'https://tenant.test',
          AUTH0_AUDIENCE: 'https://encre.test/api',
          SITE_ORIGIN: 'https://encre.test',
          IMAGE_URL_SECRET: 'a secret for tests only',
          METRICS_TOKEN: 'a-token-for-tests-only',
          MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/migrations`),
        },
      },
    })),
  ],
  test: {
    name: 'workers/gallery',
    silent: 'passed-only',
    testTimeout: 30_000,
    isolate: false,
    provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    setupFiles: ['./src/testing.ts'],
  },
})
