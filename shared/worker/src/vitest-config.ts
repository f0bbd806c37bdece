import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

type WorkerStub = { name: string; modules: true; compatibilityDate: string } & (
  | { script: string }
  | { scriptPath: string }
)

/**
 * The tests of a feature's worker, in workerd with its own D1 and R2. `folder` is the worker's own,
 * `bindings` are its settings besides those that every worker has, `workers` stand for the workers
 * that it calls.
 */
export function defineWorkerTests(
  folder: string,
  bindings: Record<string, string>,
  workers: WorkerStub[] = [],
) {
  const settings = {
    FLOOD_LIMITS: 'off',
    AUTH0_DOMAIN: 'https://tenant.test',
    AUTH0_AUDIENCE: 'https://encre.test/api',
    METRICS_TOKEN: 'a-token-for-tests-only',
    ...bindings,
  }
  return defineConfig({
    plugins: [
      cloudflareTest(async () => ({
        wrangler: { configPath: './wrangler.jsonc' },
        miniflare: {
          bindings: {
            ...settings,
            MIGRATIONS: await readD1Migrations(`${folder}/migrations`),
          },
          workers,
        },
      })),
    ],
    test: {
      name: folder.replace(/^.*\/(?=workers\/)/, ''),
      include: ['src/**/*.test.ts'],
      silent: 'passed-only',
      testTimeout: 30_000,
      isolate: false,
      provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 100) },
      setupFiles: ['./src/testing.ts'],
    },
  })
}
