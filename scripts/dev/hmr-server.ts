import { join } from 'node:path'
import { buildReactFile, findReactVersion } from '@encre/build/react-file'
import { root } from '@encre/build/workspace'
import { createRsbuild, loadConfig, mergeRsbuildConfig, rspack } from '@rsbuild/core'
import { type DevReacts, hmrBase, startDevProxy } from './dev-proxy.ts'

interface HmrOptions {
  port: number
  site: string
  remotes: Record<string, string>
  /** The shell's build listens here, each remote's on the next ones. */
  buildPort: number
}

export async function startHmr({
  port,
  site,
  remotes,
  buildPort,
}: HmrOptions): Promise<{ close(): Promise<void> }> {
  // @encre/build reads this: the remotes get Fast Refresh and a fixed version.
  process.env.ENCRE_DEV = '1'
  const shell = await startHmrBuild(join(root, 'shell'), buildPort, '/hmr/')
  const builds = await Promise.all(
    Object.entries(remotes).map(([name, folder], index) =>
      startHmrBuild(folder, buildPort + 1 + index, hmrBase(name)),
    ),
  )
  const origins = Object.fromEntries(
    Object.keys(remotes).map((name, index) => [name, builds[index]?.origin ?? '']),
  )
  const reacts = await buildReacts(Object.values(remotes))
  const proxy = await startDevProxy({ port, site, shell: shell.origin, remotes: origins, reacts })
  return {
    async close() {
      proxy.close()
      await Promise.all([shell, ...builds].map((build) => build.close()))
    },
  }
}

/** The development builds of those that the remotes have and the shell does not. */
async function buildReacts(folders: string[]): Promise<DevReacts> {
  const own = findReactVersion(join(root, 'shell'))
  const others = folders.filter((folder) => ![own, null].includes(findReactVersion(folder)))
  const dist = join(root, 'node_modules/.hmr')
  const files = others.map((folder) =>
    buildReactFile(folder, { mode: 'development', dist, path: 'hmr/react' }),
  )
  return { dist, files: await Promise.all(files) }
}

const forgetFailedModules = join(import.meta.dirname, 'forget-failed-modules.js')

export interface HmrBuild {
  origin: string
  close(): Promise<void>
}

/**
 * Serves from memory. Its `dist`, which the site serves, does not change. `base` is the path under
 * which the browser requests the files.
 */
export async function startHmrBuild(folder: string, port: number, base: string): Promise<HmrBuild> {
  const { content } = await loadConfig({ cwd: folder })
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: mergeRsbuildConfig(content, {
      mode: 'development',
      logLevel: 'warn',
      server: { port, strictPort: true, host: 'localhost', printUrls: false },
      // The page comes from the dev proxy's port, so the HMR client needs the address of this
      // server.
      dev: {
        client: { protocol: 'ws', host: 'localhost', port: String(port) },
        assetPrefix: base,
        writeToDisk: false,
        lazyCompilation: false,
      },
      output: { distPath: { root: 'node_modules/.hmr' }, cleanDistPath: false },
      security: { sri: { enable: false } },
      // An entry without a name is a part of every entry.
      tools: { rspack: { plugins: [new rspack.EntryPlugin(folder, forgetFailedModules, {})] } },
    }),
  })
  const { server } = await rsbuild.startDevServer()
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}
