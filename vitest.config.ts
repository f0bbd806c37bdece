import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      'workers/*/vitest.config.ts',
      'workers/generator/vitest.system-tests.config.ts',
      'remotes/*/vitest.config.ts',
      'shared/*/vitest.config.ts',
      'shell/vitest.*.config.ts',
      'scripts/vitest.config.ts',
      {
        test: {
          name: 'kept data',
          root: 'scripts/prove/data-folders',
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      ...['build', 'picture', 'protocol', 'releases', 'stencil'].map((name) => ({
        test: {
          name: `shared/${name}`,
          root: `shared/${name}`,
          include: ['src/**/*.test.ts'],
          // Some start processes. A busy machine is slow, not wrong.
          testTimeout: 60_000,
          isolate: name !== 'protocol' && name !== 'stencil',
          provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 100) },
        },
      })),
    ],
  },
})
