import { join } from 'node:path'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { root } from '../version.ts'

export interface LiveBuild {
  /** Where its files are served, without a slash at the end. */
  origin: string
  close(): Promise<void>
}

/**
 * Builds a folder for development and serves it from memory with hot reload; its `dist`, which the site serves, is left alone.
 * `base` is the path under which the browser asks for the files.
 */
export async function startLiveBuild(folder: string, port: number, base: string): Promise<LiveBuild> {
  const cwd = join(root, folder)
  const { content } = await loadConfig({ cwd })
  const rsbuild = await createRsbuild({
    cwd,
    config: mergeRsbuildConfig(content, {
      mode: 'development',
      logLevel: 'warn',
      server: { port, strictPort: true, host: 'localhost', printUrls: false },
      // The page comes from another port: the client must not ask the page's own.
      dev: {
        client: { protocol: 'ws', host: 'localhost', port: String(port) },
        assetPrefix: base,
        writeToDisk: false,
        lazyCompilation: false,
      },
      output: { distPath: { root: 'node_modules/.live' }, cleanDistPath: false },
      security: { sri: { enable: false } },
    }),
  })
  const { server } = await rsbuild.startDevServer()
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}
