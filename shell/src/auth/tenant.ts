import type { PageManifest } from '@encre/protocol/page-manifest'
import type { Verdict } from '@encre/protocol/writer'

export type TenantSettings = PageManifest['auth']

export const sessionCookieDays = 7

/**
 * True when the SDK has noted in a cookie that this browser was signed in. The site's worker reads
 * the cookie too.
 */
export function hasSessionCookie(clientId: string): boolean {
  if (typeof document === 'undefined') return false
  return document.cookie
    .split('; ')
    .some((cookie) => cookie.startsWith(`auth0.${clientId}.is.authenticated=`))
}

/**
 * A refusal by the tenant. `code` is Auth0's own code, `network` if no answer came, or `unknown` for
 * an answer that is not the tenant's.
 */
export class TenantError extends Error {
  override name = 'TenantError'
  constructor(
    readonly code: string,
    options?: ErrorOptions,
    readonly reason?: string,
  ) {
    super(code, options)
  }
}

/** What a failed request says about its write, for `createWriter`. */
export function judgeTenant(error: unknown): Verdict {
  const isLost = error instanceof TenantError && ['network', 'unknown'].includes(error.code)
  return isLost ? 'lost' : 'refused'
}

export interface Credentials {
  email: string
  password: string
}

/**
 * Cross-origin authentication: returns a one-time ticket, which the tenant's cookie binds to this
 * browser.
 */
export async function requestTicket(
  settings: TenantSettings,
  { email, password }: Credentials,
): Promise<string> {
  const response = await post(settings, '/co/authenticate', {
    client_id: settings.clientId,
    username: email,
    password,
    realm: settings.connection,
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
  })
  const { login_ticket: ticket } = await readTexts(response)
  if (ticket === undefined)
    throw new TenantError('unknown', { cause: new Error('the tenant answered no login_ticket') })
  return ticket
}

export async function createAccount(
  settings: TenantSettings,
  { name, email, password }: Credentials & { name: string },
): Promise<void> {
  await post(settings, '/dbconnections/signup', {
    client_id: settings.clientId,
    connection: settings.connection,
    email,
    password,
    name,
  })
}

export async function sendPasswordReset(settings: TenantSettings, email: string): Promise<void> {
  await post(settings, '/dbconnections/change_password', {
    client_id: settings.clientId,
    connection: settings.connection,
    email,
  })
}

export async function reachTenant(settings: TenantSettings): Promise<void> {
  await send(`${tenantOrigin(settings)}/.well-known/jwks.json`, { method: 'HEAD', mode: 'no-cors' })
}

export function tenantOrigin({ domain }: TenantSettings): string {
  return domain.includes('://') ? domain : `https://${domain}`
}

async function post(
  settings: TenantSettings,
  path: string,
  body: Record<string, string>,
): Promise<Response> {
  const response = await send(tenantOrigin(settings) + path, {
    method: 'POST',
    // The tenant sets and reads the cookie of the ticket.
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return response
  throw new TenantError(response.status === 429 ? 'too_many_attempts' : await readCode(response))
}

/**
 * The OAuth endpoints answer `error`, the database connection answers `code`, and for a password
 * says why only in `name`. Auth0 documents the codes, and its libraries derive them from the names.
 */
async function readCode(response: Response): Promise<string> {
  const { error, code = error ?? 'unknown', name = '' } = await readTexts(response)
  return passwordCodes.get(name) ?? code
}

const passwordCodes = new Map([
  ['PasswordDictionaryError', 'password_dictionary_error'],
  ['PasswordNoUserInfoError', 'password_no_user_info_error'],
  ['PasswordStrengthError', 'password_strength_error'],
])

async function readTexts(response: Response): Promise<Partial<Record<string, string>>> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

const tenantTimeoutMs = 15_000

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(tenantTimeoutMs) })
  } catch (error) {
    throw new TenantError('network', { cause: error })
  }
}
