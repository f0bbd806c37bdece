// Fake services for the system tests: a tenant that signs tokens, and an image provider with named
// faults that counts its calls.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { answerDialect, dialects } from './dialects.ts'
import { type FaultName, faults, files } from './faults.ts'

const audience = 'https://encre.example/api'
/** Faults that make no image, so that the worker may call again. */
const unpaid = /^status-/

export interface FakeServices {
  origin: string
  /** Number of calls to the provider by subject in the prompt (`subject-12`), or else by fault. */
  calls: Map<string, number>
  /** Number of calls that made an image, by the same keys. */
  paid: Map<string, number>
  /** Number of requests for a file, by the same keys. */
  downloads: Map<string, number>
  /**
   * Emits `called` for each call to the provider and `downloaded` for each request for a file, with
   * the subject.
   */
  events: EventEmitter
  signToken(memberId: string): string
  close(): Promise<void>
}

export async function startFakeServices(): Promise<FakeServices> {
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
      return sendJson(response, {
        data: dialects[dialect]?.models.split(',').map((id) => ({ id, object: 'model' })),
      })
    }
    if (path.endsWith('/models'))
      return sendJson(response, { data: [{ id: 'gpt-image-2.5-flare', object: 'model' }] })
    if (path.startsWith('/files/')) return answerFile(path, response)
    if (!dialect) return answerImage(path, request, response)
    count(calls, dialect)
    if (answerDialect(dialect, path, await readText(request), response)) count(paid, dialect)
  }

  async function answerImage(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const text = await readText(request)
    const name = readFault(path, text)
    const subject = text.match(/subject-\d+/)?.[0] ?? name
    const call = count(calls, subject)
    if (!unpaid.test(name) || (name.endsWith('-once') && call > 1)) count(paid, subject)
    events.emit('called', subject)
    await faults[name]({ response, call, files: `${origin}/files/${subject}` })
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

  // A call on a connection that is closed at the same moment has an unknown result: idle ones stay
  // open.
  const server = createServer({ keepAliveTimeout: 0 }, answer)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    calls,
    paid,
    downloads,
    events,
    signToken: (memberId) => signToken(origin, memberId, privateKey),
    close: async () => {
      server.closeAllConnections()
      await promisify(server.close).call(server)
    },
  }
}

function readFault(path: string, text: string): FaultName {
  const name =
    path.match(/^\/([a-z0-9-]+)\/v1\//)?.[1] ?? text.match(/fault:([a-z0-9-]+)/)?.[1] ?? 'image'
  if (!Object.hasOwn(faults, name)) throw new Error(`no fault ${name}`)
  return name as FaultName
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

export function settingsFor({ origin }: FakeServices): Record<string, string> {
  return {
    AUTH0_DOMAIN: origin,
    OPENAI_BASE_URL: `${origin}/v1`,
    OPENAI_API_KEY: 'key',
    IMAGE_MODELS: 'gpt-image-2.5-flare',
    IMAGE_URL_ORIGINS: origin,
  }
}

function signToken(origin: string, memberId: string, privateKey: KeyObject): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `${origin}/`,
    aud: audience,
    sub: memberId,
    iat: now,
    exp: now + 24 * 3600,
  }
  const signed = `${encode({ alg: 'RS256', kid: 'services' })}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}
