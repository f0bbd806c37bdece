import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

// Required by wrangler.jsonc, and read from here as `npm start` gives it.
process.env.AUTH0_M2M_CLIENT_SECRET = 'the-secret-of-the-tests'

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        bindings: { MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/migrations`) },
      },
    })),
  ],
  // One worker for all files: loading the image maker's shapes for each of them took most of the
  // time.
  test: {
    name: 'workers/local',
    silent: 'passed-only',
    isolate: false,
    // Drawing takes long on a busy machine.
    testTimeout: 20_000,
    provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 100) },
  },
})
