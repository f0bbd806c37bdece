import { tenantOrigins } from '@encre/worker/member'
import { ManagementClient } from 'auth0'
import * as z from 'zod'
import { type Environment, readEnvironment, requiredValue } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/run-command.ts'

export type TenantSettings = ReturnType<typeof readTenantSettings>

const names = [
  'SITE_ORIGIN',
  'AUTH0_DOMAIN',
  'AUTH0_CLIENT_ID',
  'AUTH0_AUDIENCE',
  'AUTH0_CONNECTION',
  'AUTH0_SESSION',
  'AUTH0_MGMT_AUDIENCE',
  'AUTH0_M2M_CLIENT_ID',
] as const

/** A client that does not exist yet has no id to give: `setup` creates it and prints it. */
const optional = ['AUTH0_CLIENT_ID', 'AUTH0_M2M_CLIENT_ID']

export function readTenantSettings(environment: Environment, given: Record<string, string>) {
  const declared = { ...readEnvironment('account', environment).vars, ...readEnvironment('shell', environment).vars }
  const all: Record<string, string> = { ...declared, ...given }
  const missing = names.filter((name) => !optional.includes(name) && (!all[name] || all[name] === requiredValue))
  if (missing.length > 0) throw new ExpectedError(`ENCRE_SETTINGS lacks ${missing.join(', ')}: the same settings as for a deployment`)
  const value = (name: (typeof names)[number]) => (all[name] === requiredValue ? '' : (all[name] ?? ''))
  return {
    environment,
    siteOrigin: value('SITE_ORIGIN'),
    tenantOrigin: tenantOrigins(value('AUTH0_DOMAIN'))[0],
    // It has no custom domain.
    managementOrigin: new URL(value('AUTH0_MGMT_AUDIENCE')).origin,
    managementAudience: value('AUTH0_MGMT_AUDIENCE'),
    clientId: value('AUTH0_CLIENT_ID'),
    accountClientId: value('AUTH0_M2M_CLIENT_ID'),
    audience: value('AUTH0_AUDIENCE'),
    connection: value('AUTH0_CONNECTION'),
    session: z.enum(['forms', 'redirect']).parse(value('AUTH0_SESSION')),
  }
}

const Token = z.object({ access_token: z.string() })

/** With a token of the dashboard, or one of the client `AUTH0_SETUP_CLIENT_ID`. docs/auth0.md names its scopes. */
export async function createManagementClient(
  { managementOrigin, managementAudience }: TenantSettings,
  { AUTH0_MANAGEMENT_TOKEN, AUTH0_SETUP_CLIENT_ID, AUTH0_SETUP_CLIENT_SECRET }: Record<string, string | undefined>,
): Promise<ManagementClient> {
  if (!AUTH0_MANAGEMENT_TOKEN && !(AUTH0_SETUP_CLIENT_ID && AUTH0_SETUP_CLIENT_SECRET)) {
    throw new ExpectedError(
      'Set AUTH0_MANAGEMENT_TOKEN, or AUTH0_SETUP_CLIENT_ID and AUTH0_SETUP_CLIENT_SECRET: docs/auth0.md says where they come from',
    )
  }
  const credentials = { client_id: AUTH0_SETUP_CLIENT_ID ?? '', client_secret: AUTH0_SETUP_CLIENT_SECRET ?? '' }
  const token = AUTH0_MANAGEMENT_TOKEN ?? (await requestToken(managementOrigin, managementAudience, credentials))
  const { host } = new URL(managementOrigin)
  // The SDK knows https only, and the tests' tenant has none.
  const fetchOverHttp: typeof fetch = (input, init) => fetch(String(input).replace(`https://${host}`, managementOrigin), init)
  return new ManagementClient({ domain: host, token, telemetry: false, fetch: fetchOverHttp })
}

async function requestToken(origin: string, audience: string, credentials: { client_id: string; client_secret: string }): Promise<string> {
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', audience, ...credentials }),
  })
  if (!response.ok)
    throw new ExpectedError(`${origin} refuses the client ${credentials.client_id}: ${response.status} ${await response.text()}`)
  return Token.parse(await response.json()).access_token
}
