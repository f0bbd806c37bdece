import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'

export interface Account {
  name: string
  email: string
  password: string
}

const clientId = 'encre-site'
const connection = 'Username-Password-Authentication'

const Ticket = z.object({ login_ticket: z.string() })
const Tokens = z.object({ access_token: z.string() })

/** A member's requests to a local site, with a token of the embedded tenant. */
export class Session {
  readonly #origin: string
  readonly #token: string

  constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  /** The same member at another site of the same tenant. */
  at(origin: string): Session {
    return new Session(origin, this.#token)
  }

  async read(path: string): Promise<unknown> {
    return (await this.fetch(path)).json()
  }

  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text ? JSON.parse(text) : null
  }

  /** Throws if the answer is a refusal. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.#token}`)
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
    return accepted(await fetch(new URL(path, this.#origin), { ...init, headers }))
  }
}

export async function signUp(origin: string, account: Account): Promise<Session> {
  await post(origin, '/dbconnections/signup', { connection, ...account })
  return signIn(origin, account)
}

export async function signIn(origin: string, { email, password }: Account): Promise<Session> {
  const answer = await post(origin, '/co/authenticate', {
    username: email,
    password,
    realm: connection,
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
  })
  const { login_ticket } = Ticket.parse(await answer.json())
  // The ticket is of the browser that asked for it.
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return authorize(origin, login_ticket, cookie)
}

async function authorize(origin: string, ticket: string, cookie: string): Promise<Session> {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = `${origin}/callback`
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    audience: 'https://encre.example/api',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_ticket: ticket,
  })
  const answer = await fetch(`${tenantOf(origin)}/authorize?${query}`, {
    redirect: 'manual',
    headers: { cookie },
  })
  const location = new URL(answer.headers.get('location') ?? '', origin)
  const code = location.searchParams.get('code')
  if (!code) throw new Error(`the tenant gave no code: ${answer.status} ${location.search}`)
  const grant = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirect,
    code_verifier: verifier,
    code,
  }
  const body = new URLSearchParams(grant)
  const tokens = await accepted(
    await fetch(`${tenantOf(origin)}/oauth/token`, { method: 'POST', headers: { origin }, body }),
  )
  return new Session(origin, Tokens.parse(await tokens.json()).access_token)
}

async function post(origin: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify({ client_id: clientId, ...body }),
  }
  return accepted(await fetch(tenantOf(origin) + path, request))
}

/** The embedded services answer on the next port. */
function tenantOf(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${hostname}:${Number(port) + 1}`
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
}
