import { join } from 'node:path'
import { createRsbuild, loadConfig, mergeRsbuildConfig, rspack } from '@rsbuild/core'

const forgetFailedModules = join(import.meta.dirname, 'forget-failed-modules.js')

export interface HmrBuild {
  /** The origin that serves the built files, without a slash at the end. */
  origin: string
  close(): Promise<void>
}

/**
 * Builds a folder for development and serves it from memory with hot module replacement. Its `dist`, which the site serves, does not change.
 * `base` is the path under which the browser requests the files.
 */
export async function startHmrBuild(folder: string, port: number, base: string): Promise<HmrBuild> {
  const { content } = await loadConfig({ cwd: folder })
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: mergeRsbuildConfig(content, {
      mode: 'development',
      logLevel: 'warn',
      server: { port, strictPort: true, host: 'localhost', printUrls: false },
      // The page comes from the dev proxy's port, so the HMR client needs the address of this server.
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
