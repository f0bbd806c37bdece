import { ManagementClient } from 'auth0'
import * as z from 'zod'
import { ExpectedError } from '../lib/expected-error.ts'
import type { TenantSettings } from './tenant-settings.ts'

const Token = z.object({ access_token: z.string() })

/**
 * Auth0's SDK for the tenant's Management API, with a token of the dashboard (`AUTH0_MANAGEMENT_TOKEN`), or one of the client
 * `AUTH0_SETUP_CLIENT_ID` with its secret. docs/auth0.md names its scopes.
 */
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
  // The SDK knows https only, and the embedded tenant has none.
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
