import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { mergeRsbuildConfig } from '@rsbuild/core'
import { shell } from '../../shell/rsbuild.config.ts'

export default mergeRsbuildConfig(shell, {
  source: { entry: { index: join(root, 'scripts/bench/minimal-app.mjs') } },
  output: { distPath: { root: join(root, '.data/bench/minimal-app') }, cleanDistPath: true },
  server: { publicDir: false },
  tools: {
    rspack: { resolve: { modules: [join(root, 'shell/node_modules'), 'node_modules'] } },
  },
})
