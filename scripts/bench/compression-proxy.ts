import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readPageManifest, writePageManifest } from '@encre/protocol/page-manifest'
import { contentType } from '@encre/protocol/served-file'

export type Build = 'federated' | 'single'

export interface CompressionProxy {
  port: number
  /** The build that the next pages load. */
  build: Build
  close(): Promise<unknown>
}

/**
 * Serves both builds under the same conditions, so that the benchmark compares builds and not
 * servers: pages and API come from the site, files from memory, and all compressible content has
 * gzip. `single` is the folder of the single-page build.
 */
export async function startCompressionProxy(site: URL, single: string): Promise<CompressionProxy> {
  const files = new Map<string, { body: Buffer; type: string }>()
  const server: Server = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', site).pathname
    try {
      if (path.startsWith('/api/')) return forward(site, incoming, outgoing)
      if (extname(path) === '') return await sendPage(path, incoming, outgoing)
      const key = `${proxy.build}:${path}`
      const file = files.get(key) ?? (await readFile(path))
      files.set(key, file)
      send(outgoing, file.body, file.type, 'public, max-age=31536000, immutable')
    } catch (error) {
      outgoing.statusCode = 502
      outgoing.end(String(error))
    }
  })

  /**
   * The single-page build receives the site's page manifest, and preloads the lazy chunk of its
   * route.
   */
  async function sendPage(
    path: string,
    { headers }: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const reply = await fetch(new URL(path, site), {
      headers: { cookie: headers.cookie ?? '' },
      redirect: 'manual',
    })
    const federated = await reply.text()
    // Trusted Types take time, so both builds have them.
    outgoing.setHeader(
      'content-security-policy',
      reply.headers.get('content-security-policy') ?? '',
    )
    send(
      outgoing,
      gzipSync(proxy.build === 'single' ? fillSingle(single, path, federated) : federated),
      'text/html; charset=utf-8',
      'no-cache',
    )
  }

  async function readFile(path: string): Promise<{ body: Buffer; type: string }> {
    const type = contentType(path)
    const plain =
      proxy.build === 'single'
        ? readFileSync(join(single, path))
        : Buffer.from(await (await fetch(new URL(path, site))).arrayBuffer())
    return { body: /woff2/.test(type) ? plain : gzipSync(plain), type }
  }

  const proxy: CompressionProxy = {
    port: 0,
    build: 'federated',
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  proxy.port = typeof address === 'object' && address ? address.port : 0
  return proxy
}

function fillSingle(single: string, path: string, federated: string): string {
  const html = readFileSync(join(single, 'index.html'), 'utf8')
  const manifest = writePageManifest(readPageManifest(federated))
  return html
    .replace('</head>', () => `${preloadsOf(single, path)}</head>`)
    .replace('</body>', () => `${manifest}</body>`)
}

function preloadsOf(single: string, path: string): string {
  const links: Record<string, string> = JSON.parse(
    readFileSync(join(single, 'preloads.json'), 'utf8'),
  )
  return links[path.slice(1)] ?? ''
}

function send(outgoing: ServerResponse, body: Buffer, type: string, caching: string): void {
  outgoing.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': caching,
    ...(!/woff2/.test(type) && { 'content-encoding': 'gzip' }),
  })
  outgoing.end(body)
}

function forward(site: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming
  const onward = sendRequest(
    new URL(incoming.url ?? '/', site),
    { ...(method && { method }), headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  incoming.pipe(onward)
}
