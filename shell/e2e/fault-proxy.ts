import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import { createSecureServer, type Http2ServerRequest } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What can happen to a file on its way. Each gets the site's answer, whole. */
const faults = {
  reset: (answer) => answer.socket?.destroy(),
  '404': (answer) =>
    send(answer, {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('not found'),
    }),
  hang: () => {},
  'cut in half': (answer, { headers, body }) => {
    answer.writeHead(200, { ...headers, 'content-length': body.length })
    answer.write(body.subarray(0, body.length / 2))
    setTimeout(() => answer.socket?.destroy(), 50)
  },
  'HTML with 200': (answer) =>
    send(answer, {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<!doctype html><title>Encre</title>'),
    }),
  'changed on its way': (answer, { status, headers, body }) => {
    const isStyle = String(headers['content-type']).startsWith('text/css')
    const change = isStyle ? ':root{--changed:1}' : 'globalThis.changed=true;'
    send(answer, { status, headers, body: Buffer.concat([Buffer.from(change), body]) })
  },
  '2 kB/s': (answer, { headers, body }) => {
    const packed = gzipSync(body)
    answer.writeHead(200, {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': packed.length,
    })
    let sent = 0
    const timer = setInterval(() => {
      if (sent >= packed.length) return answer.end()
      answer.write(packed.subarray(sent, sent + 512))
      sent += 512
    }, 250)
    answer.on('close', () => clearInterval(timer))
  },
} satisfies Record<string, (answer: ServerResponse, file: File) => void>

/**
 * `frozen connection`: nothing more leaves the connection that asked for the file, which only
 * HTTP/2 shares with other files.
 */
export type Fault = keyof typeof faults | 'frozen connection'
export const allFaults = Object.keys(faults) as Fault[]

export interface FaultProxy {
  port: number
  /**
   * By the `fault-<name>` in a browser's user agent: the file that does not arrive as it should, a
   * part of its path, whatever its query.
   */
  broken: Map<string, { file: string; fault: Fault }>
  /** Ends a browser's fault and its frozen connections. */
  mend(name: string): void
  close(): Promise<unknown>
}

/**
 * Stands between the browser and the site, which sees its own host name. With a certificate it
 * speaks HTTP/2.
 */
export async function startFaultProxy(
  site: URL,
  certificate?: { key: string; cert: string },
): Promise<FaultProxy> {
  /** The connections that stand still, with the browser that has them. */
  const frozen = new Map<{ destroy(): unknown }, string>()
  const handle = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const connection = connectionOf(incoming)
    if (!connection) return
    const name = /fault-(\w+)/.exec(incoming.headers['user-agent'] ?? '')?.[1] ?? ''
    const fault = findFault(proxy.broken.get(name), new URL(incoming.url ?? '/', site))
    if (fault === 'frozen connection') {
      frozen.set(connection, name)
      proxy.broken.delete(name)
    }
    if (frozen.has(connection)) return
    const file = await forward(site, incoming)
    if (frozen.has(connection)) return
    if (fault && fault !== 'frozen connection') faults[fault](answer, file)
    else send(answer, file)
  }
  // Its requests and answers are compatible with those of HTTP/1.1.
  const server = certificate
    ? (createSecureServer(certificate) as unknown as Server)
    : createServer()
  // A browser that leaves a page cuts its requests.
  server.on(
    'request',
    (incoming, answer) => void handle(incoming, answer).catch(() => answer.socket?.destroy()),
  )
  const sockets = new Set<{ destroy(): void }>()
  server.on(certificate ? 'secureConnection' : 'connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    broken: new Map(),
    mend: (name) => {
      proxy.broken.delete(name)
      for (const [connection, owner] of frozen) {
        if (owner === name) connection.destroy()
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) {
          socket.destroy()
        }
      }),
  }
  return proxy
}

function connectionOf(incoming: IncomingMessage) {
  const isHttp2 = 'stream' in incoming
  return isHttp2 ? (incoming as unknown as Http2ServerRequest).stream.session : incoming.socket
}

function findFault(broken: { file: string; fault: Fault } | undefined, asked: URL): Fault | null {
  return broken && asked.pathname.includes(broken.file) ? broken.fault : null
}

interface File {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

function forward(site: URL, incoming: IncomingMessage): Promise<File> {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(
      ([name]) => !name.startsWith(':') && name !== 'connection',
    ),
  )
  return new Promise((resolve, reject) => {
    const options = {
      method: incoming.method ?? 'GET',
      headers: { ...headers, host: site.host, 'accept-encoding': 'identity' },
    }
    const onward = sendRequest(new URL(incoming.url ?? '/', site), options, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () => {
        const kept = Object.entries(reply.headers).filter(
          ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
        )
        resolve({
          status: reply.statusCode ?? 502,
          headers: Object.fromEntries(kept) as File['headers'],
          body: Buffer.concat(parts),
        })
      })
    })
    onward.on('error', reject)
    incoming.on('error', reject)
    incoming.pipe(onward)
  })
}

function send(answer: ServerResponse, { status, headers, body }: File): void {
  answer.writeHead(status, headers)
  answer.end(body)
}
