// Fake services for the system tests: a tenant that signs tokens, and an image provider with named faults that counts its calls.
import { generateKeyPairSync, sign } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { generate } from 'selfsigned'
import { answerDialect, dialects } from './dialects.ts'
import { type FaultName, faults, files, isFault } from './faults.ts'

const audience = 'https://encre.example/api'
/** Faults that make no image, so that the worker may call again. */
const unpaid = /^(status-|no-streaming$|no-transparent-background$)/

export interface FakeServices {
  origin: string
  /** The same provider behind a self-signed certificate. */
  untrustedOrigin: string
  /** An origin that refuses connections. */
  closedOrigin: string
  /** Number of calls to the provider by subject in the prompt (`subject-12`), or else by fault. */
  calls: Map<string, number>
  /** Number of calls that made an image, by the same keys. */
  paid: Map<string, number>
  /** Number of requests for a file, by the same keys. */
  downloads: Map<string, number>
  /** Emits `called` for each call to the provider and `downloaded` for each request for a file, with the subject. */
  events: EventEmitter
  signToken(memberId: string): string
  close(): Promise<void>
}

export async function startFakeServices(port = 0): Promise<FakeServices> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'services', alg: 'RS256', use: 'sig' }
  const calls = new Map<string, number>()
  const paid = new Map<string, number>()
  const downloads = new Map<string, number>()
  const events = new EventEmitter()

  const answer: RequestListener = async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://services').pathname
    if (path === '/.well-known/jwks.json') return sendJson(response, { keys: [jwk] })
    const dialect = path.match(/^\/dialects\/([a-z0-9-]+)\/v1\//)?.[1]
    if (dialect && path.endsWith('/models')) {
      return sendJson(response, { data: dialects[dialect]?.models.split(',').map((id) => ({ id, object: 'model' })) })
    }
    if (path.endsWith('/models')) return sendJson(response, { data: [{ id: 'gpt-image-2.5-flare', object: 'model' }] })
    if (path.startsWith('/files/')) return answerFile(path, response)
    if (!dialect) return answerImage(path, request, response)
    count(calls, dialect)
    if (answerDialect(dialect, path, await readText(request), response)) count(paid, dialect)
  }

  async function answerImage(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request)
    const name = readFault(path, text)
    const subject = text.match(/subject-\d+/)?.[0] ?? name
    const call = count(calls, subject)
    if (!unpaid.test(name) || (name.endsWith('-once') && call > 1)) count(paid, subject)
    events.emit('called', subject)
    const isStreamed = /"stream":\s*true|name="stream"/.test(text)
    const isTransparent = /"background":\s*"transparent"/.test(text)
    await faults[name]({ response, call, isStreamed, isTransparent, files: `${origin}/files/${subject}` })
  }

  /** `/files/<subject>/<file>` */
  async function answerFile(path: string, response: ServerResponse): Promise<void> {
    const [, , subject = '', file = ''] = path.split('/')
    count(downloads, subject)
    events.emit('downloaded', subject)
    const send = files[file]
    if (send) await send(response)
    else response.writeHead(404).end()
  }

  const server = createServer(answer)
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const tlsServer = createTlsServer({ key: certificate.private, cert: certificate.cert }, answer)
  tlsServer.on('tlsClientError', () => {})
  const origin = `http://localhost:${await listen(server, port)}`
  const closed = createServer()
  const closedPort = await listen(closed, 0)
  await close(closed)
  return {
    origin,
    untrustedOrigin: `https://localhost:${await listen(tlsServer, 0)}`,
    closedOrigin: `http://localhost:${closedPort}`,
    calls,
    paid,
    downloads,
    events,
    signToken: (memberId) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: `${origin}/`, aud: audience, sub: memberId, iat: now, exp: now + 24 * 3600 }
      const signed = `${encode({ alg: 'RS256', kid: 'services' })}.${encode(claims)}`
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
    close: async () => {
      await Promise.all([close(server), close(tlsServer)])
    },
  }
}

function readFault(path: string, text: string): FaultName {
  const name = path.match(/^\/([a-z0-9-]+)\/v1\//)?.[1] ?? text.match(/fault:([a-z0-9-]+)/)?.[1] ?? 'image'
  if (!isFault(name)) throw new Error(`no fault ${name}`)
  return name
}

async function readText(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request)).toString()
}

function count(counts: Map<string, number>, name: string): number {
  const times = (counts.get(name) ?? 0) + 1
  counts.set(name, times)
  return times
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Settings of workers that use these services. */
export function settingsFor({ origin }: FakeServices): Record<string, string> {
  return {
    AUTH0_DOMAIN: origin,
    OPENAI_BASE_URL: `${origin}/v1`,
    OPENAI_API_KEY: 'key',
    IMAGE_MODELS: 'gpt-image-2.5-flare',
    IMAGE_URL_ORIGINS: origin,
    IMAGE_URL_SECRET: 'a secret for tests only',
  }
}
