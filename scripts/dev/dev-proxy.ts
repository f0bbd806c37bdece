import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { hmrVersion } from '@encre/build/version'
import {
  type PageManifest,
  parsePageManifest,
  type ReactFile,
  readPageManifest,
  writePageManifest,
} from '@encre/protocol/page-manifest'

/** A development build of a remote needs a development build of its React. */
export interface DevReacts {
  /** The folder of the site's files in which they are. */
  dist: string
  files: ReactFile[]
}

interface DevProxyOptions {
  port: number
  site: string
  shell: string
  remotes: Record<string, string>
  reacts: DevReacts
}

/**
 * A page is the shell's development build with the site's page manifest, in which development
 * builds replace released versions.
 */
export function startDevProxy(options: DevProxyOptions): Promise<{ close(): void }> {
  const server = createServer((incoming, response) => {
    answer(options, incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
      response.end(`The site does not answer: ${error}`)
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, 'localhost', () =>
      resolve({
        close() {
          server.close()
          server.closeAllConnections()
        },
      }),
    )
  })
}

async function answer(
  { site, shell, remotes, reacts }: DevProxyOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = incoming.url ?? '/'
  const build = Object.entries(remotes).find(([name]) => url.startsWith(hmrBase(name)))
  if (build) return forward(build[1] + url, incoming, response)
  if (reacts.files.some(({ file }) => file === url)) {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    return void response.end(readFileSync(join(reacts.dist, url)))
  }
  if (url.startsWith('/hmr/')) return forward(shell + url, incoming, response)

  if (url === '/api/releases/compositions/current') {
    const reply = await ask(site + url, incoming)
    if (reply.status !== 200) return void response.writeHead(reply.status, reply.headers).end()
    const manifest = withHmrBuilds(parsePageManifest(JSON.parse(reply.text)), remotes, reacts)
    return void response.writeHead(200, reply.headers).end(JSON.stringify(manifest))
  }
  if (incoming.headers['sec-fetch-dest'] !== 'document')
    return forward(site + url, incoming, response)

  const page = await ask(site + url, incoming)
  if (!page.headers['content-type']?.startsWith('text/html'))
    return void response.writeHead(page.status, page.headers).end(page.text)
  const html = (await ask(`${shell}/hmr/`, incoming)).text
  // Development builds inject styles as text and open a socket, which the site's content security
  // policy forbids.
  const { 'content-security-policy': _, etag, ...headers } = page.headers
  const scripts =
    devtoolsHook + writePageManifest(withHmrBuilds(readPageManifest(page.text), remotes, reacts))
  response.writeHead(page.status, headers).end(html.replace('<head>', () => `<head>${scripts}`))
}

export function hmrBase(name: string): string {
  return `/remotes/${name}/${hmrVersion}/`
}

function withHmrBuilds(
  manifest: PageManifest,
  builds: Record<string, string>,
  { files: reacts }: DevReacts,
): PageManifest {
  const files = {
    version: hmrVersion,
    entry: 'remote-entry.js',
    scripts: [],
    styles: [],
    integrity: {},
  }
  const remotes = manifest.remotes.map((remote) => {
    const { name } = remote
    return builds[name]
      ? {
          ...remote,
          current: { ...files, base: hmrBase(name), global: `${name}_${hmrVersion}` },
          previous: null,
        }
      : remote
  })
  const others = manifest.reacts?.filter(
    ({ version }) => !reacts.some((one) => one.version === version),
  )
  return { ...manifest, remotes, reacts: [...(others ?? []), ...reacts] }
}

/**
 * Each build has its own copy of React's refresh runtime. A remote's copy comes after React has
 * started and finds the renderer here.
 */
const devtoolsHook = `<script>
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) {
    // With a handler, React remembers which error boundaries failed, and mounts them again after an
    // edit.
    renderer.setRefreshHandler?.(() => undefined)
    const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id
  },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
}
</script>`

async function ask(url: string, incoming: IncomingMessage) {
  const headers = new Headers()
  for (const name of ['cookie', 'accept-language', 'if-none-match']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  headers.set('accept', 'text/html,application/json')
  const reply = await fetch(url, { headers, redirect: 'manual' })
  // `fetch` has decoded the body, and its length changes.
  const kept = [...reply.headers].filter(
    ([name]) =>
      !['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name),
  )
  return { status: reply.status, headers: Object.fromEntries(kept), text: await reply.text() }
}

function forward(url: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
        reply.on('end', resolve)
      },
    )
    outgoing.on('error', reject)
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
}
