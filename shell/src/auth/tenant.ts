import type { PageManifest } from '@encre/protocol/page-manifest'

export type TenantSettings = PageManifest['auth']

/** A refusal of the tenant: `code` is Auth0's own, `network` when no answer came, `unknown` for anything else. */
export class TenantError extends Error {
  override name = 'TenantError'
  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(code, options)
  }
}

export interface Credentials {
  email: string
  password: string
}

/** Cross-origin authentication: a one-time ticket, bound to this browser by the tenant's cookie. */
export async function requestTicket(settings: TenantSettings, { email, password }: Credentials): Promise<string> {
  const response = await post(settings, '/co/authenticate', {
    client_id: settings.clientId,
    username: email,
    password,
    realm: settings.connection,
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
  })
  const { login_ticket: ticket } = await readTexts(response)
  if (ticket === undefined) throw new TenantError('unknown', { cause: new Error('the tenant answered no login_ticket') })
  return ticket
}

export async function createAccount(settings: TenantSettings, { name, email, password }: Credentials & { name: string }): Promise<void> {
  await post(settings, '/dbconnections/signup', { client_id: settings.clientId, connection: settings.connection, email, password, name })
}

/** Answers alike whether or not the address is known. */
export async function sendPasswordReset(settings: TenantSettings, email: string): Promise<void> {
  await post(settings, '/dbconnections/change_password', { client_id: settings.clientId, connection: settings.connection, email })
}

/** Throws when the tenant is out of reach, so that nobody is sent to a page that does not answer. */
export async function reachTenant(settings: TenantSettings): Promise<void> {
  await send(`${tenantOrigin(settings)}/.well-known/jwks.json`, { method: 'HEAD', mode: 'no-cors' })
}

export function tenantOrigin({ domain }: TenantSettings): string {
  return domain.includes('://') ? domain : `https://${domain}`
}

async function post(settings: TenantSettings, path: string, body: Record<string, string>): Promise<Response> {
  const response = await send(tenantOrigin(settings) + path, {
    method: 'POST',
    // The ticket's cookie goes both ways.
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return response
  // `error` from the OAuth endpoints, `code` from the database connection's.
  const { error, code } = await readTexts(response)
  throw new TenantError(response.status === 429 ? 'too_many_attempts' : (code ?? error ?? 'unknown'))
}

/** The texts of a JSON object; none of anything else. By hand, since these three fields are all that would bring zod to a visitor's page. */
async function readTexts(response: Response): Promise<Partial<Record<string, string>>> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'))
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) })
  } catch (error) {
    throw new TenantError('network', { cause: error })
  }
}
