import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readPageManifest, writePageManifest } from '@encre/protocol/page-manifest'
import { contentType } from '@encre/protocol/served-file'
import getPort from 'get-port'

/** As the site serves its files. Without it a font is loaded again by each stylesheet. */
const immutable = 'public, max-age=31536000, immutable'

/**
 * The pages of `application` come without content, as those of most applications. `prerendered` is
 * the same application, with the content of the site's pages.
 */
export type Build = 'federated' | 'application' | 'prerendered'

/**
 * Serves all builds from one server, so that they alone differ: the site's pages and answers, and
 * files that are compressed alike. The application is in `folder`.
 */
export async function serveBuilds(site: URL, folder: string) {
  const builds = { port: await getPort(), shown: 'federated' as Build }
  const bodies = new Map<string, Buffer>()

  async function readPage(path: string, cookie = ''): Promise<string> {
    const html = await (await fetch(new URL(path, site), { headers: { cookie } })).text()
    if (builds.shown === 'federated') return html
    const index = readFileSync(join(folder, 'index.html'), 'utf8')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const remote = files.find((file) => file.includes(`${path}-src-remote`) && /js$/.test(file))
    if (!remote) throw new Error(`the application has no chunk for ${path}`)
    if (builds.shown === 'prerendered') return replaceFiles(html, { index, files, remote })
    // The site's pages preload their remote too.
    const link = `<link rel="preload" as="script" href="/${remote}" crossorigin>`
    const head = link + writePageManifest(readPageManifest(html))
    return index.replace('</head>', () => head)
  }

  async function readFile(path: string) {
    const file = join(folder, path)
    if (builds.shown !== 'federated' && existsSync(file)) return readFileSync(file)
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

/**
 * A page of the site with the application's files: those of the same names, and one chunk for the
 * remote. The federation runtime has no counterpart.
 */
function replaceFiles(
  html: string,
  { index, files, remote }: { index: string; files: string[]; remote: string },
): string {
  const nameOf = (path: string) => basename(path).replace(/\.[0-9a-f]{10}\./, '.')
  return html.replaceAll(
    /<(?:script|link)[^>]*"\/((?:static|remotes)\/[^"]+)"[^>]*>(?:<\/script>)?/g,
    (element, file: string) => {
      const counterpart = file.endsWith('remote-entry.js')
        ? remote
        : files.find((other) => other.startsWith('static/') && nameOf(other) === nameOf(file))
      if (!counterpart) return ''
      const integrity = index.match(new RegExp(`${counterpart}"[^>]*( integrity="[^"]*")`))?.[1]
      return element.replace(file, counterpart).replace(/ integrity="[^"]*"/, () => integrity ?? '')
    },
  )
}
