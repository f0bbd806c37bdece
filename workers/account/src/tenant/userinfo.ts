import { tenantOrigins } from '@encre/worker/tenant-token'
import { UnavailableError } from '@encre/worker/unavailable-error'
import * as z from 'zod/mini'
import { callTenant, readTenant, type TenantEnv } from './call-tenant.ts'

const Profile = z.object({ sub: z.string(), email: z.string(), name: z.optional(z.string()) })
export type Profile = z.infer<typeof Profile>

/** The profile of the token's member. Null if the tenant refuses the token: it was revoked, or the account is deleted. */
export async function fetchProfile(env: TenantEnv, accessToken: string): Promise<Profile | null> {
  const [origin] = tenantOrigins(env.AUTH0_DOMAIN)
  const response = await callTenant(`${origin}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })
  if (response.status === 401 || response.status === 403) return null
  if (response.status !== 200) throw new UnavailableError(`/userinfo answered ${response.status}`)
  return readTenant(response, Profile)
}
