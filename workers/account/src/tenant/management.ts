import { UnavailableError } from '@encre/worker/dependencies'
import { log } from '@encre/worker/log'
import * as z from 'zod/mini'
import type { Tenant } from '../settings.ts'
import { callTenant, readTenant, sendTenant } from './call-tenant.ts'

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const Refusal = z.object({ message: z.string() })

export const renewBeforeExpirySeconds = 300

// One token per isolate. The audience is checked, because tests use different settings in one
// isolate.
let cached: { audience: string; token: string; renewAt: number } | null = null

/** The tenant has no such member: the account was deleted, in another tab or a moment ago. */
export class UnknownMemberError extends Error {
  override name = 'UnknownMemberError'
}

/**
 * Changes the member at the tenant. Returns null, or the tenant's reason for refusing the values.
 * Throws `UnknownMemberError`.
 */
export async function patchTenantUser(
  tenant: Tenant,
  memberId: string,
  change: { name: string } | { password: string; connection: string },
): Promise<string | null> {
  const response = await withToken(tenant, (authorization) =>
    sendTenant('PATCH', urlOf(tenant, memberId), change, { authorization }),
  )
  if (response.ok) return null
  if (response.status === 400) return (await readTenant(response, Refusal)).message
  if (response.status === 404) throw new UnknownMemberError('the tenant has no such member')
  throw new UnavailableError(`the tenant answered ${response.status} to a change of a member`)
}

/**
 * Deletes the member and their sessions at the tenant. Succeeds if the member is deleted already.
 */
export async function deleteTenantUser(tenant: Tenant, memberId: string): Promise<void> {
  const response = await withToken(tenant, (authorization) =>
    callTenant(urlOf(tenant, memberId), { method: 'DELETE', headers: { authorization } }),
  )
  if (!response.ok && response.status !== 404)
    throw new UnavailableError(`the tenant answered ${response.status} to the deletion of a member`)
}

/**
 * Ends the member's sessions and refresh tokens: no device renews its token. False where the tenant
 * refuses: both calls need a plan of Enterprise.
 */
export async function endTenantSessions(tenant: Tenant, memberId: string): Promise<boolean> {
  for (const kind of ['sessions', 'refresh-tokens']) {
    const response = await withToken(tenant, (authorization) =>
      callTenant(`${urlOf(tenant, memberId)}/${kind}`, {
        method: 'DELETE',
        headers: { authorization },
      }),
    )
    if (response.status === 429)
      throw new UnavailableError('the tenant is too busy to end the sessions of a member')
    if (!response.ok) {
      log('sessions not ended', { kind, status: response.status })
      return false
    }
  }
  return true
}

function urlOf({ managementAudience }: Tenant, memberId: string): string {
  return `${managementAudience}users/${encodeURIComponent(memberId)}`
}

async function withToken(
  tenant: Tenant,
  send: (authorization: string) => Promise<Response>,
): Promise<Response> {
  const response = await send(`Bearer ${await getToken(tenant)}`)
  if (response.status !== 401) return response
  // The token was revoked before its expiry. Try once with a new one.
  cached = null
  return send(`Bearer ${await getToken(tenant)}`)
}

async function getToken(tenant: Tenant): Promise<string> {
  const { origin, managementAudience: audience, clientId, clientSecret } = tenant
  if (cached?.audience === audience && Date.now() < cached.renewAt) return cached.token
  const response = await sendTenant('POST', `${origin}/oauth/token`, {
    grant_type: 'client_credentials',
    audience,
    client_id: clientId,
    client_secret: clientSecret,
  })
  if (!response.ok)
    throw new UnavailableError(
      `the tenant answered ${response.status} to this worker's own sign-in`,
    )
  const { access_token: token, expires_in: seconds } = await readTenant(response, Token)
  cached = { audience, token, renewAt: Date.now() + (seconds - renewBeforeExpirySeconds) * 1000 }
  return token
}
