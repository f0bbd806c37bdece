import { tenantOrigins } from '@encre/worker/member'
import { UnavailableError } from '@encre/worker/unavailable-error'
import * as z from 'zod/mini'
import { callTenant, readTenant, sendTenant, type TenantEnv } from './call-tenant.ts'

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const Refusal = z.object({ message: z.string() })

/** Seconds before its end at which a token is no longer used. */
const renewEarly = 300

// One per isolate. `audience` is part of it, because settings may differ between two calls in tests only.
let cached: { audience: string; token: string; renewAt: number } | null = null

/** Changes the member at the tenant. Null when done, else the tenant's reason for not taking these values. */
export async function patchTenantUser(
  env: TenantEnv,
  memberId: string,
  change: { name: string } | { password: string; connection: string },
): Promise<string | null> {
  const response = await withToken(env, (authorization) => sendTenant('PATCH', urlOf(env, memberId), change, { authorization }))
  if (response.ok) return null
  if (response.status === 400) return (await readTenant(response, Refusal)).message
  throw new UnavailableError(`the tenant answered ${response.status} to a change of a member`)
}

/** Removes the member at the tenant, with their sessions. One who is gone already is what was asked for. */
export async function deleteTenantUser(env: TenantEnv, memberId: string): Promise<void> {
  const response = await withToken(env, (authorization) =>
    callTenant(urlOf(env, memberId), { method: 'DELETE', headers: { authorization } }),
  )
  if (!response.ok && response.status !== 404) throw new UnavailableError(`the tenant answered ${response.status} to the end of a member`)
}

function urlOf({ AUTH0_MGMT_AUDIENCE }: TenantEnv, memberId: string): string {
  return `${AUTH0_MGMT_AUDIENCE}users/${encodeURIComponent(memberId)}`
}

async function withToken(env: TenantEnv, ask: (authorization: string) => Promise<Response>): Promise<Response> {
  const response = await ask(`Bearer ${await getToken(env)}`)
  if (response.status !== 401) return response
  // Revoked before its time: once more with a new one.
  cached = null
  return ask(`Bearer ${await getToken(env)}`)
}

async function getToken(env: TenantEnv): Promise<string> {
  const audience = env.AUTH0_MGMT_AUDIENCE
  if (cached?.audience === audience && Date.now() < cached.renewAt) return cached.token
  const [origin] = tenantOrigins(env.AUTH0_DOMAIN)
  const response = await sendTenant('POST', `${origin}/oauth/token`, {
    grant_type: 'client_credentials',
    audience,
    client_id: env.AUTH0_M2M_CLIENT_ID,
    client_secret: env.AUTH0_M2M_CLIENT_SECRET,
  })
  if (!response.ok) throw new UnavailableError(`the tenant answered ${response.status} to this worker's own sign-in`)
  const { access_token: token, expires_in: seconds } = await readTenant(response, Token)
  cached = { audience, token, renewAt: Date.now() + (seconds - renewEarly) * 1000 }
  return token
}
