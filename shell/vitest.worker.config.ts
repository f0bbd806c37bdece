import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { features } from '@encre/worker/features'
import { defineConfig } from 'vitest/config'
import { createTestSite } from './worker/testing/prerendered-pages.ts'

// Stubs of the features' workers. They answer what they have received, or fail as the path says.
const stubFeature = ({ name }: { name: string }) => ({
  name: `encre-${name}`,
  modules: true,
  compatibilityDate: '2026-11-01',
  scriptPath: './worker/testing/feature.js',
})

export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        bindings: {
          FLOOD_LIMITS: 'off',
          PLATFORM_TOKEN: 'the-platform-token-of-the-tests',
          COMPOSITION_SECRET: 'the-composition-secret-of-the-tests',
          METRICS_TOKEN: 'the-metrics-token-of-the-tests',
          ANALYTICS_TOKEN: 'the-analytics-token-of-the-tests',
        },
        assets: { directory: createTestSite(), binding: 'ASSETS' },
        workers: features.map(stubFeature),
      },
    }),
  ],
  test: {
    name: 'shell-worker',
    include: ['worker/**/*.test.ts'],
    setupFiles: ['./worker/testing/site.ts'],
    // A workerd and its storage serve many files, one after the other: each empties the storage
    // first.
    isolate: false,
    // Some wait for a timeout, and a busy machine is slow.
    testTimeout: 15_000,
    silent: 'passed-only',
    provide: {
      fuzzRuns: Number(process.env.FUZZ_RUNS ?? 300),
      migrations: await readD1Migrations(`${import.meta.dirname}/migrations`),
    },
  },
})
