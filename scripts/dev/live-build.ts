import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { contentType } from '@encre/protocol/served-file'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'

/**
 * A production build, because the pages of `site` have React's production build. No integrity: a
 * page may be open during an edit.
 */
export async function startLiveBuild(
  folder: string,
  port: number,
  site: string,
): Promise<{ close: () => Promise<void> }> {
  // @encre/build reads this: the remote gets a fixed version.
  process.env.ENCRE_LIVE = '1'
  const directory = join(folder, 'node_modules/.live')
  const { content } = await loadConfig({ cwd: folder, command: 'build', envMode: 'production' })
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: mergeRsbuildConfig(content, {
      mode: 'production',
      logLevel: 'warn',
      output: { distPath: { root: directory }, cleanDistPath: true },
      security: { sri: { enable: false } },
    }),
  })
  const built = Promise.withResolvers<void>()
  rsbuild.onAfterBuild(() => built.resolve())
  const build = await rsbuild.build({ watch: true })
  await built.promise
  const server = createServer((request, response) => answer(request, response, { directory, site }))
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, 'localhost', resolve),
  )
  return {
    async close() {
      server.close()
      server.closeAllConnections()
      await build.close()
    },
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { directory, site }: { directory: string; site: string },
): void {
  const headers = {
    'access-control-allow-origin': site,
    // Chromium asks before a page of the internet loads something from this machine.
    'access-control-allow-private-network': 'true',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  }
  if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  // `normalize` resolves every `..` below the root. No built file has a name that an address
  // encodes.
  const path = join(directory, normalize(pathname))
  const isFile =
    path.startsWith(`${directory}/`) && statSync(path, { throwIfNoEntry: false })?.isFile()
  if (!isFile) return void response.writeHead(404, headers).end()
  response.writeHead(200, { ...headers, 'content-type': contentType(path) }).end(readFileSync(path))
}
