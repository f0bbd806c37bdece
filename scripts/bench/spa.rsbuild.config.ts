import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { integrityOf } from '@encre/protocol/served-file'
import { mergeRsbuildConfig, type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core'
import { shell } from '../../shell/rsbuild.config.ts'

const loader = join(root, 'scripts/bench/spa-remotes.ts')

/**
 * The sources of the shell and the remotes as one application, with which the benchmark compares
 * federation.
 */
export default mergeRsbuildConfig(shell, {
  output: { distPath: { root: join(root, '.data/bench/spa') }, cleanDistPath: true },
  // Visitors and members need the one application on every page.
  performance: {
    preload: { type: 'all-assets', include: [/static\/font\//, /\/(react|app)\.[^/]*\.js$/] },
  },
  plugins: [pluginPreloads()],
  tools: {
    rspack: { plugins: [new rspack.NormalModuleReplacementPlugin(/\/load-remote\.ts$/, loader)] },
  },
})

/** Writes `preloads.json`: for each remote's chunk, the preload links that the site would write. */
function pluginPreloads(): RsbuildPlugin {
  return {
    name: 'encre-preloads',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        const { namedChunks } = (stats as Rspack.Stats).compilation
        const link = async (file: string) => {
          const integrity = await integrityOf(readFileSync(join(api.context.distPath, file)))
          const as = file.endsWith('.css') ? 'style' : 'script'
          return `<link rel="preload" as="${as}" href="/${file}" crossorigin integrity="${integrity}">`
        }
        const links: Record<string, string> = {}
        for (const name of listFeatures()) {
          const files = [...(namedChunks.get(`${name}-src-remote-tsx`)?.files ?? [])]
          links[name] = (await Promise.all(files.map(link))).join('')
        }
        writeFileSync(join(api.context.distPath, 'preloads.json'), JSON.stringify(links))
      })
    },
  }
}
