import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'shared/protocol',
    isolate: false,
    provide: { fuzzRuns: Number(process.env.FUZZ_RUNS ?? 100) },
  },
})
