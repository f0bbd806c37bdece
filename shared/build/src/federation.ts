import { createRequire } from 'node:module'

/**
 * Rspack's federation plugin resolves two packages of the federation runtime to their CommonJS files, which cannot be tree-shaken: a
 * remote's entry is twice as large. These aliases select the library's own builds for bundlers. `site-builds.test.ts` fails if they stop
 * to apply.
 */
export function federationAliases(): Record<string, string> {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'))
  const runtimeTools = createRequire(resolve('@module-federation/runtime-tools'))
  return {
    [resolve('@module-federation/webpack-bundler-runtime')]: resolve('@module-federation/webpack-bundler-runtime/bundler'),
    '@module-federation/runtime': runtimeTools.resolve('@module-federation/runtime/bundler'),
  }
}
