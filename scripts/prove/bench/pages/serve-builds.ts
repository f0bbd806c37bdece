import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readPageManifest, writePageManifest } from '@encre/protocol/page-manifest'
import { contentType } from '@encre/protocol/served-file'
import getPort from 'get-port'

/** As the site serves its files. Without it a font is loaded again by each stylesheet. */
const immutable = 'public, max-age=31536000, immutable'

export type Build = 'federated' | 'application'

/**
 * Serves both builds from one server, so that they alone differ: the site's pages and answers, and
 * files that are compressed alike. The pages of the application, in `folder`, have no content.
 */
export async function serveBuilds(site: URL, folder: string) {
  const builds = { port: await getPort(), shown: 'federated' as Build }
  const bodies = new Map<string, Buffer>()

  async function readPage(path: string, cookie = ''): Promise<string> {
    const html = await (await fetch(new URL(path, site), { headers: { cookie } })).text()
    if (builds.shown === 'federated') return html
    // The site's pages preload their remote too.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const links = files.flatMap((file) => {
      const as = file.endsWith('css') ? 'style' : 'script'
      const isNeeded = file.includes(`${path}-src-remote`) && /s$/.test(file)
      return isNeeded ? `<link rel="preload" as="${as}" href="/${file}" crossorigin>` : []
    })
    const head = links.join('') + writePageManifest(readPageManifest(html))
    return readFileSync(join(folder, 'index.html'), 'utf8').replace('</head>', () => head)
  }

  async function readFile(path: string) {
    const file = join(folder, path)
    if (builds.shown === 'application' && existsSync(file)) return readFileSync(file)
    return (await fetch(new URL(path, site))).arrayBuffer()
  }

  const server = createServer(async (incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    if (url.startsWith('/api/')) {
      const sent = request(new URL(url, site), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      return incoming.pipe(sent)
    }
    const isPage = headers['sec-fetch-dest'] === 'document'
    const key = builds.shown + url
    const body = isPage
      ? gzipSync(await readPage(url, headers.cookie))
      : (bodies.get(key) ?? gzipSync(await readFile(url)))
    if (!isPage) {
      bodies.set(key, body)
      outgoing.setHeader('cache-control', immutable)
    }
    outgoing.setHeader('content-encoding', 'gzip')
    outgoing.setHeader('content-type', isPage ? 'text/html' : contentType(url))
    outgoing.end(body)
  })
  server.listen(builds.port, '127.0.0.1').unref()
  return builds
}
