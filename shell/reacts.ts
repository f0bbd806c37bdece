import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildReactFile } from '@encre/build/react-file'
import type { RsbuildPlugin } from '@rsbuild/core'

/**
 * Writes one file for each React that remotes may need, the shell's own first, and their list,
 * `reacts.json`: the worker judges releases by it. The folders in `reacts` hold the others.
 */
export function pluginReacts(): RsbuildPlugin {
  return {
    name: 'encre-reacts',
    setup(api) {
      api.onAfterBuild(async () => {
        const others = readdirSync(join(import.meta.dirname, 'reacts')).sort()
        const folders = ['.', ...others.map((major) => `reacts/${major}`)]
        const files = await Promise.all(
          folders.map((folder) =>
            buildReactFile(join(import.meta.dirname, folder), {
              mode: 'production',
              dist: api.context.distPath,
              path: 'static/js',
            }),
          ),
        )
        writeFileSync(join(api.context.distPath, 'reacts.json'), JSON.stringify(files))
      })
    },
  }
}
