import { mergeConfig } from 'vitest/config'
import { defineScreenTests } from '../vitest.shared.ts'

export default mergeConfig(defineScreenTests('shell', ['src/testing.ts']), {
  // As in rsbuild.config.ts.
  resolve: { alias: { '@auth0/auth0-react': '@auth0/auth0-react/src/index.tsx' } },
})
