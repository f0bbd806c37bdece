import { env, exports } from 'cloudflare:workers'
import { createToken } from '@encre/worker/secrets'
import { migrate } from '@encre/worker/testing'
import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { passwordRealm } from './oauth.ts'
import { digest } from './secrets.ts'

await migrate(env)

export const tenant = 'http://localhost:8788'
export const site = env.SITE_ORIGIN
export const callback = `${site}/callback`
export const clientId = env.AUTH0_CLIENT_ID
export const connection = env.AUTH0_CONNECTION
export interface Account {
  email: string
  password: string
}

export const account = {
  client_id: env.AUTH0_M2M_CLIENT_ID,
  client_secret: 'the-secret-of-the-tests',
}

/** A browser that stores cookies and follows no redirects. */
export function openBrowser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async send(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
      const response = await exports.default.fetch(new URL(path, tenant), {
        redirect: 'manual',
        ...init,
        headers,
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        const [name = '', value = ''] = pair.split('=')
        if (cookie.includes('Max-Age=0')) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, ...headers },
    body: JSON.stringify(body),
  }
}

export function form(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): RequestInit {
  return { method: 'POST', headers, body: new URLSearchParams(fields) }
}

export async function signUp(fields: { email?: string; password?: string; name?: string } = {}) {
  const member = {
    email: `${crypto.randomUUID()}@example.fr`,
    password: 'aiguille',
    name: 'Ana Le Goff',
    ...fields,
  }
  const response = await openBrowser().send(
    '/dbconnections/signup',
    json({ client_id: clientId, connection, ...member }),
  )
  expect(response.status).toBe(200)
  return { ...member, ...(await response.json<{ _id: string }>()) }
}
export function authenticate(browser: Browser, { email, password }: Account): Promise<Response> {
  const credentials = {
    username: email,
    password,
    realm: connection,
    credential_type: passwordRealm,
  }
  return browser.send('/co/authenticate', json({ client_id: clientId, ...credentials }))
}

export async function getTicket(browser: Browser, member: Account): Promise<string> {
  const response = await authenticate(browser, member)
  return (await response.json<{ login_ticket: string }>()).login_ticket
}

/** The SDK's parameters for `/authorize`, with their verifier. */
export async function authorization(fields: Record<string, string> = {}) {
  const verifier = createToken(32)
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    audience: env.AUTH0_AUDIENCE,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: await digest(verifier),
    code_challenge_method: 'S256',
    auth0Client: 'eyJuYW1lIjoiYXV0aDAtcmVhY3QifQ==',
    ...fields,
  })
  return { path: `/authorize?${query}`, query, verifier }
}

export async function authorize(
  browser: Browser,
  fields: Record<string, string> = {},
): Promise<Response> {
  return browser.send((await authorization(fields)).path)
}

/** Expects a refusal: its status, and its body or the `error` in it. */
export async function expectError(
  response: Response,
  status: number,
  error: string | object,
): Promise<void> {
  expect(response.status).toBe(status)
  const body = await response.json()
  if (typeof error === 'string') expect(body).toMatchObject({ error })
  else expect(body).toEqual(error)
}

/** The parameters of a redirect back to the site. */
export function returned(response: Response): Record<string, string> {
  const url = new URL(response.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(callback)
  return Object.fromEntries(url.searchParams)
}

/** Signs in with a ticket and returns the code with its verifier. */
export async function getCode(
  browser: Browser,
  member: Account,
  fields: Record<string, string> = {},
) {
  const { path, verifier } = await authorization({
    login_ticket: await getTicket(browser, member),
    ...fields,
  })
  const { code = '' } = returned(await browser.send(path))
  return { code, verifier }
}

export function redeem(
  fields: { code: string; verifier: string } & Record<string, string>,
): Promise<Response> {
  const { verifier, ...others } = fields
  const grant = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code_verifier: verifier,
  }
  return openBrowser().send('/oauth/token', form({ ...grant, ...others }))
}

interface Tokens {
  access_token: string
  id_token: string
  refresh_token: string
  scope: string
  expires_in: number
}

export async function getTokens(
  browser: Browser,
  member: Account,
  fields: Record<string, string> = {},
) {
  const tokens = await (await redeem(await getCode(browser, member, fields))).json<Tokens>()
  return { ...tokens, subject: decodeJwt(tokens.access_token).sub ?? '' }
}

export async function getManagementToken(scope?: string): Promise<string> {
  const grant = {
    grant_type: 'client_credentials',
    ...account,
    audience: env.AUTH0_MGMT_AUDIENCE,
    ...(scope && { scope }),
  }
  const response = await openBrowser().send('/oauth/token', json(grant))
  return (await response.json<{ access_token: string }>()).access_token
}
