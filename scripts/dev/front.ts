import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import {
  type ManifestVersion,
  type PageManifest,
  parsePageManifest,
  readPageManifest,
  writePageManifest,
} from '@encre/protocol/page-manifest'
import { liveVersion } from '../../rsbuild.shared.ts'

interface FrontOptions {
  port: number
  /** The workers of the site. */
  site: string
  /** The shell's live build. */
  shell: string
  /** Live remotes: name -> where their builds are. */
  remotes: Record<string, string>
}

/**
 * Stands in front of the site: pages are the live shell's, with the composition that the site wrote, in which the live remotes have
 * taken the place of their releases. Everything else is the site's own answer.
 */
export function startFront(options: FrontOptions): Promise<{ close(): void }> {
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

async function answer({ site, shell, remotes }: FrontOptions, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = incoming.url ?? '/'
  const live = Object.entries(remotes).find(([name]) => url.startsWith(liveBase(name)))
  if (live) return pass(live[1] + url, incoming, response)
  if (url.startsWith('/live/')) return pass(shell + url, incoming, response)

  if (url === '/api/releases/compositions/current') {
    const answered = await ask(site + url, incoming)
    if (answered.status !== 200) return void response.writeHead(answered.status, answered.headers).end()
    return void response
      .writeHead(200, answered.headers)
      .end(JSON.stringify(withLiveRemotes(parsePageManifest(JSON.parse(answered.text)), remotes)))
  }
  if (incoming.headers['sec-fetch-dest'] !== 'document') return pass(site + url, incoming, response)

  const page = await ask(site + url, incoming)
  if (!page.headers['content-type']?.startsWith('text/html')) return void response.writeHead(page.status, page.headers).end(page.text)
  const html = (await ask(`${shell}/live/`, incoming)).text
  // Nothing is built in advance, so nothing of a page's policy can hold: styles and updates come as text and over a socket.
  const { 'content-security-policy': _, etag, ...headers } = page.headers
  const written = devtoolsHook + writePageManifest(withLiveRemotes(readPageManifest(page.text), remotes))
  response.writeHead(page.status, headers).end(html.replace('<head>', () => `<head>${written}`))
}

export function liveBase(name: string): string {
  return `/remotes/${name}/${liveVersion}/`
}

function withLiveRemotes(manifest: PageManifest, live: Record<string, string>): PageManifest {
  const remotes = manifest.remotes.map((remote) =>
    live[remote.name] ? { ...remote, current: composeLive(remote.name), previous: null } : remote,
  )
  return { ...manifest, remotes }
}

function composeLive(name: string): ManifestVersion {
  const global = `${name}_${liveVersion}`
  return { version: liveVersion, base: liveBase(name), entry: 'remote-entry.js', global, scripts: [], styles: [], integrity: {} }
}

/**
 * Each build has its own copy of React's refresh runtime; a remote's arrives when React is there already, and finds it here. It must be the
 * page's first script.
 */
const devtoolsHook = `<script>
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id },
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
  const answered = await fetch(url, { headers, redirect: 'manual' })
  const kept = [...answered.headers].filter(
    ([name]) => !['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name),
  )
  return { status: answered.status, headers: Object.fromEntries(kept), text: await answered.text() }
}

/** Hands a request on and its answer back as they come, streams included. */
function pass(url: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: incoming.method, headers: incoming.headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
      answered.on('end', resolve)
    })
    outgoing.on('error', reject)
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
}
