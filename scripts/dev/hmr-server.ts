import { join } from 'node:path'
import { buildReactFile, findReactVersion } from '@encre/build/react-file'
import { ownReactVersion } from '@encre/build/version'
import { root } from '@encre/build/workspace'
import type { Route } from '@encre/protocol/release'
import { createRsbuild, loadConfig, mergeRsbuildConfig, rspack } from '@rsbuild/core'
import { type DevReacts, hmrBase, startDevProxy } from './dev-proxy.ts'
import type { Guest } from './guest.ts'

interface HmrOptions {
  port: number
  site: string
  guest: Guest | null
  remotes: Record<string, string>
  /** The shell's build listens here, those of the remotes on the next ones. */
  buildPort: number
}

export async function startHmr({
  port,
  site,
  guest,
  remotes,
  buildPort,
}: HmrOptions): Promise<{ close(): Promise<void> }> {
  // @encre/build reads this: the remotes get Fast Refresh and a fixed version.
  process.env.ENCRE_DEV = guest ? 'own-react' : '1'
  const folders = Object.entries(remotes)
  const [shell, ...builds] = await Promise.all([
    guest ? null : startHmrBuild(join(root, 'shell'), buildPort, '/hmr/'),
    ...folders.map(([name, folder], index) =>
      startHmrBuild(folder, buildPort + 1 + index, hmrBase(name)),
    ),
  ])
  const built = await Promise.all(
    folders.map(async ([name, folder], index) => {
      const { routes }: { routes: Route[] } = await import(join(folder, 'routes.ts'))
      return [name, { origin: builds[index]?.origin ?? '', routes }] as const
    }),
  )
  const proxy = await startDevProxy({
    port,
    site,
    guest,
    shell: shell?.origin ?? null,
    remotes: Object.fromEntries(built),
    reacts: await buildReacts(Object.values(remotes), guest !== null),
  })
  return {
    async close() {
      proxy.close()
      await Promise.all([shell, ...builds].map((build) => build?.close()))
    },
  }
}

/**
 * The development builds of those that the remotes have and the shell does not; beside a released
 * shell, which has production builds only, those of all.
 */
async function buildReacts(folders: string[], isShellReleased: boolean): Promise<DevReacts> {
  const dist = join(root, 'node_modules/.hmr')
  const shared = findReactVersion(join(root, 'shell'))
  const wanted = new Map<string, string>()
  for (const folder of folders) {
    const version = findReactVersion(folder)
    if (!version || (version === shared && !isShellReleased)) continue
    wanted.set(isShellReleased ? ownReactVersion(version) : version, folder)
  }
  const files = [...wanted].map(([version, folder]) =>
    buildReactFile(folder, { mode: 'development', version, dist, path: 'hmr/react' }),
  )
  return { dist, files: await Promise.all(files) }
}

const forgetFailedModules = join(import.meta.dirname, 'forget-failed-modules.js')

interface HmrBuild {
  origin: string
  close(): Promise<void>
}

/**
 * Serves from memory. Its `dist`, which the site serves, does not change. `base` is the path under
 * which the browser requests the files.
 */
async function startHmrBuild(folder: string, port: number, base: string): Promise<HmrBuild> {
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
