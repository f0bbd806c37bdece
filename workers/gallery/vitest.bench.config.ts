import { defineConfig, mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'

/** `npm run bench` runs this: the same workerd and databases as the tests, another set of files. */
export default mergeConfig(tests, defineConfig({ test: { include: ['src/**/*.bench.ts'], silent: false, testTimeout: 120_000 } }))
