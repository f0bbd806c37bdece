import { request, TenantError, type TenantSettings, tenantOrigin } from './tenant.ts'

// What the forms of the sign-in pages ask the tenant. The page's first script does without it.

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

async function post(
  settings: TenantSettings,
  path: string,
  body: Record<string, string>,
): Promise<Response> {
  const response = await request(tenantOrigin(settings) + path, {
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
