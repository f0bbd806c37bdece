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
          OPENAI_BASE_URL: 'https://provider.test/v1',
          OPENAI_API_KEY: 'a-key-for-tests-only',
          METRICS_TOKEN: 'a-token-for-tests-only',
          IMAGE_MODELS: 'dall-e-3,gpt-image-2.5-flare',
          IMAGE_URL_ORIGINS: 'https://images.provider.test,http://localhost:9799',
          IMAGE_ORIGIN: 'ai',
          PRICE_PER_MILLION_TOKENS: '40',
          GENERATIONS_PER_MEMBER_PER_DAY: '5',
          GENERATIONS_PER_DAY: '200',
          ATTEMPTS_PER_MEMBER_PER_DAY: '12',
          GENERATIONS_PER_NETWORK_PER_DAY: '8',
          MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/migrations`),
        },
        workers: [
          {
            name: 'encre-gallery',
            modules: true,
            scriptPath: `${import.meta.dirname}/test/library.js`,
            compatibilityDate: '2026-11-01',
          },
        ],
      },
    })),
  ],
  // Some tests wait for several runs of a generation, on a busy machine.
  test: {
    name: 'workers/generator',
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000,
    isolate: false,
    silent: 'passed-only',
    provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    setupFiles: ['./src/testing.ts'],
  },
})
