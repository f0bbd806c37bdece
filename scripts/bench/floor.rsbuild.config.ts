import { join } from 'node:path'
import { mergeRsbuildConfig } from '@rsbuild/core'
import { shellConfig } from '../../rsbuild.shared.ts'
import { root } from '../version.ts'

/** Built as the shell is, with the same federation runtime. */
export default mergeRsbuildConfig(shellConfig(), {
  source: { entry: { index: join(root, 'scripts/bench/floor.mjs') } },
  output: { distPath: { root: join(root, '.data/bench/floor') }, cleanDistPath: true },
  server: { publicDir: false },
  tools: {
    rspack: { resolve: { modules: [join(root, 'shell/node_modules'), 'node_modules'] } },
  },
})
