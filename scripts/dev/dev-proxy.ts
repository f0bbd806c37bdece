import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { hmrVersion } from '@encre/build/version'
import {
  hasPageManifest,
  type ManifestRemote,
  type PageManifest,
  parsePageManifest,
  type ReactFile,
  readPageManifest,
  replacePageManifest,
  writePageManifest,
  writeServerTiming,
} from '@encre/protocol/page-manifest'
import type { Route } from '@encre/protocol/release'
import { answerInPlace, asGuest, fromSite, type Guest, toSite, withoutForm } from './guest.ts'

/** A development build of a remote needs a development build of its React. */
export interface DevReacts {
  /** The folder of the site's files in which they are. */
  dist: string
  files: ReactFile[]
}

interface DevRemote {
  /** Where its development build is served. */
  origin: string
  routes: Route[]
}

interface DevProxyOptions {
  port: number
  site: string
  /** Null for a site that was started for this proxy. */
  guest: Guest | null
  /** Where the shell's development build is served. Null: pages are the site's own. */
  shell: string | null
  remotes: Record<string, DevRemote>
  reacts: DevReacts
}

/**
 * A page is the shell's development build, or the site's own page, with the site's page manifest,
 * in which development builds replace released versions.
 */
export function startDevProxy(options: DevProxyOptions): Promise<{ close(): void }> {
  const server = http.createServer((incoming, response) => {
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
  options: DevProxyOptions,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { shell, remotes, reacts } = options
  const url = incoming.url ?? '/'
  const build = Object.entries(remotes).find(([name]) => url.startsWith(hmrBase(name)))
  if (build) return forward(build[1].origin + url, incoming, response)
  if (reacts.files.some(({ file }) => file === url)) {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    return void response.end(readFileSync(join(reacts.dist, url)))
  }
  if (shell && url.startsWith('/hmr/')) return forward(shell + url, incoming, response)
  return answerOfSite(options, incoming, response)
}

async function answerOfSite(
  options: DevProxyOptions,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { guest } = options
  const { method = 'GET', url = '/' } = incoming
  const path = new URL(url, options.site).pathname
  const refusal = guest && answerInPlace(method, path, guest)
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'application/problem+json' })
    return void response.end(refusal.problem ? JSON.stringify(refusal.problem) : undefined)
  }
  if (path === '/api/releases/compositions/current')
    return answerText(options, incoming, response, changeManifestText)
  if (method === 'GET' && incoming.headers['sec-fetch-dest'] === 'document')
    return answerText(options, incoming, response, changePage)
  const { status, headers, reply } = await askSite(options, incoming, response)
  const isData = /json|event-stream/.test(headers['content-type'] ?? '')
  if (!guest || !isData) {
    response.writeHead(status, headers)
    return pipeline(reply, response)
  }
  response.writeHead(status, unsized(headers))
  return pipeline(reply, withOwnAddresses(options), response)
}

/** Pages load images from the addresses in the site's answers, which are absolute. */
function withOwnAddresses({ port, site }: DevProxyOptions) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n)/)
      // An address ends with its line.
      rest = lines.pop() ?? ''
      yield lines.join('').replaceAll(site, ownOrigin(port))
    }
    yield rest.replaceAll(site, ownOrigin(port))
  }
}

function ownOrigin(port: number): string {
  return `http://localhost:${port}`
}

interface TextAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

/** Answers what the site does, after `change`. */
async function answerText(
  options: DevProxyOptions,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
  change: (answer: TextAnswer, options: DevProxyOptions) => TextAnswer | Promise<TextAnswer>,
): Promise<void> {
  const { status, headers, reply } = await askSite(options, incoming, response)
  const changed = await change({ status, headers, body: await text(reply) }, options)
  response.writeHead(status, unsized(changed.headers)).end(changed.body)
}

function changeManifestText(answer: TextAnswer, options: DevProxyOptions): TextAnswer {
  if (answer.status !== 200) return answer
  const manifest = changeManifest(parsePageManifest(JSON.parse(answer.body)), options)
  const headers = { ...answer.headers, 'server-timing': writeServerTiming(manifest) }
  return { ...answer, headers, body: JSON.stringify(manifest) }
}

async function changePage(answer: TextAnswer, options: DevProxyOptions): Promise<TextAnswer> {
  if (!hasPageManifest(answer.body)) return answer
  const manifest = changeManifest(readPageManifest(answer.body), options)
  // Development builds inject styles as text and open a socket, which the site's content security
  // policy forbids. The ETag is that of the site's own page.
  const { 'content-security-policy': _, etag, ...kept } = answer.headers
  const headers = { ...kept, 'server-timing': writeServerTiming(manifest) }
  return { ...answer, headers, body: await writePage(options, answer.body, manifest) }
}

/** Its text is never compressed, because some of it is changed. */
async function askSite(
  { port, site, guest }: DevProxyOptions,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
) {
  const there = guest && { own: ownOrigin(port), site, guest }
  const headers = there ? toSite(incoming.headers, there) : incoming.headers
  const plain = { ...headers, 'accept-encoding': 'identity' }
  const reply = await open(site + (incoming.url ?? '/'), incoming, response, plain)
  return {
    reply,
    status: reply.statusCode ?? 502,
    headers: there ? fromSite(reply.headers, there) : reply.headers,
  }
}

async function writePage(
  { shell, remotes, guest }: DevProxyOptions,
  page: string,
  manifest: PageManifest,
): Promise<string> {
  if (shell) {
    const built = await fetch(`${shell}/hmr/`, { headers: { accept: 'text/html' } })
    const start = `<head>${devtoolsHook}${writePageManifest(manifest)}`
    return (await built.text()).replace('<head>', () => start)
  }
  const released = new RegExp(
    `<link [^>]*href="/remotes/(${Object.keys(remotes).join('|')})/[^>]*>`,
    'g',
  )
  const shown = guest?.clientId ? withoutForm(page) : page
  return replacePageManifest(shown, manifest)
    .replace(released, '')
    .replace('<head>', () => `<head>${devtoolsHook}`)
}

/** For a body of another length, on another connection. */
function unsized({
  'content-length': _length,
  'transfer-encoding': _encoding,
  connection: _connection,
  'keep-alive': _keepAlive,
  ...others
}: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  return others
}

export function hmrBase(name: string): string {
  return `/remotes/${name}/${hmrVersion}/`
}

function changeManifest(
  manifest: PageManifest,
  { remotes: builds, reacts, guest }: DevProxyOptions,
): PageManifest {
  const released = manifest.remotes.filter(({ name }) => !builds[name])
  const built = Object.entries(builds).map(
    ([name, { routes }]): ManifestRemote => ({
      name,
      routes,
      current: {
        version: hmrVersion,
        base: hmrBase(name),
        entry: 'remote-entry.js',
        global: `${name}_${hmrVersion}`,
        scripts: [],
        styles: [],
        integrity: {},
      },
      choice: { why: 'hmr', share: 0 },
      previous: null,
    }),
  )
  const others = manifest.reacts?.filter(
    ({ version }) => !reacts.files.some((one) => one.version === version),
  )
  const changed = {
    ...manifest,
    remotes: [...released, ...built],
    reacts: [...(others ?? []), ...reacts.files],
  }
  return guest ? asGuest(changed, guest) : changed
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

async function forward(
  url: string,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const reply = await open(url, incoming, response, incoming.headers)
  response.writeHead(reply.statusCode ?? 502, reply.headers)
  return pipeline(reply, response)
}

function open(
  url: string,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
  headers: http.IncomingHttpHeaders,
): Promise<http.IncomingMessage> {
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: incoming.method, headers }, resolve)
    outgoing.on('error', reject)
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
}
