import { createServer, type IncomingMessage, type Server, type ServerResponse, request as sendRequest } from 'node:http'
import { createSecureServer, type Http2ServerRequest } from 'node:http2'
import type { AddressInfo } from 'node:net'

/** What can happen to a file on its way. Each gets the site's answer, whole. */
const faults = {
  reset: (answer) => answer.socket?.destroy(),
  '404': (answer) => send(answer, 404, { 'content-type': 'text/plain' }, Buffer.from('not found')),
  hang: () => {},
  'cut in half': (answer, file) => {
    answer.writeHead(200, { ...file.headers, 'content-length': file.body.length })
    answer.write(file.body.subarray(0, file.body.length / 2))
    setTimeout(() => answer.socket?.destroy(), 50)
  },
  'HTML with 200': (answer) => send(answer, 200, { 'content-type': 'text/html' }, Buffer.from('<!doctype html><title>Encre</title>')),
  '2 kB/s': (answer, file) => {
    answer.writeHead(200, { ...file.headers, 'content-length': file.body.length })
    let sent = 0
    const timer = setInterval(() => {
      if (sent >= file.body.length) {
        clearInterval(timer)
        return answer.end()
      }
      answer.write(file.body.subarray(sent, sent + 512))
      sent += 512
    }, 250)
    answer.on('close', () => clearInterval(timer))
  },
} satisfies Record<string, (answer: ServerResponse, file: { headers: Record<string, string>; body: Buffer }) => void>

export type Fault = keyof typeof faults
export const allFaults = Object.keys(faults) as Fault[]

export interface FaultProxy {
  port: number
  /** The file that does not arrive as it should: a part of its path, whatever its query. Null for none. */
  broken: { file: string; fault: Fault } | null
  /** Freezes the connections of this moment: nothing more leaves them. Only over HTTP/2. */
  freeze(): void
  close(): Promise<unknown>
}

/** Stands between the browser and the site, which sees its own host name. With a certificate it speaks HTTP/2. */
export async function startFaultProxy(site: URL, certificate?: { key: string; cert: string }): Promise<FaultProxy> {
  const frozen = new WeakSet<object>()
  const connections = new Set<object>()
  const handle = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const connection = 'stream' in incoming ? (incoming as unknown as Http2ServerRequest).stream.session : incoming.socket
    if (!connection || frozen.has(connection)) return
    connections.add(connection)
    const path = new URL(incoming.url ?? '/', site).pathname
    const fault = proxy.broken && path.includes(proxy.broken.file) ? proxy.broken.fault : null
    const file = await forward(site, incoming)
    if (fault) faults[fault](answer, { headers: pick(file.headers), body: file.body })
    else send(answer, file.status, file.headers, file.body)
  }
  // Its requests and answers are compatible with those of HTTP/1.1.
  const server = certificate ? (createSecureServer(certificate) as unknown as Server) : createServer()
  server.on('request', (incoming, answer) => void handle(incoming, answer))
  const sockets = new Set<{ destroy(): void }>()
  server.on(certificate ? 'secureConnection' : 'connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    broken: null,
    freeze() {
      for (const connection of connections) frozen.add(connection)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
  return proxy
}

interface File {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

function forward(site: URL, incoming: IncomingMessage): Promise<File> {
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && name !== 'connection'))
  return new Promise((resolve, reject) => {
    const options = { method: incoming.method ?? 'GET', headers: { ...headers, host: site.host, 'accept-encoding': 'identity' } }
    const onward = sendRequest(new URL(incoming.url ?? '/', site), options, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const kept = Object.entries(reply.headers).filter(
          ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
        )
        resolve({ status: reply.statusCode ?? 502, headers: Object.fromEntries(kept) as File['headers'], body: Buffer.concat(parts) })
      })
    })
    onward.on('error', reject)
    incoming.pipe(onward)
  })
}

function pick(headers: File['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((one): one is [string, string] => typeof one[1] === 'string'))
}

function send(answer: ServerResponse, status: number, headers: File['headers'], body: Buffer): void {
  answer.writeHead(status, headers)
  answer.end(body)
}
