import { UnavailableError } from '@encre/worker/dependencies'
import { tenantOrigins } from '@encre/worker/member'
import * as z from 'zod/mini'
import type { AccountProblem } from '../contract.ts'
import { fetchProfile, readTenant, sendTenant, type TenantEnv } from './call-tenant.ts'

const Granted = z.object({ access_token: z.string() })
const Refused = z.object({ error: z.string(), error_description: z.optional(z.string()) })

export type PasswordCheck =
  | 'right'
  | Extract<AccountProblem, 'wrong-password' | 'too-many-attempts' | 'account-blocked' | 'password-leaked'>

/**
 * Checks the member's password at the tenant, as a confidential client. The tenant counts wrong passwords by IP address, so `address` is
 * the member's.
 */
export async function checkPassword(
  env: TenantEnv,
  { memberId, email, password, address }: { memberId: string; email: string; password: string; address: string | undefined },
): Promise<PasswordCheck> {
  const [origin] = tenantOrigins(env.AUTH0_DOMAIN)
  const body = {
    grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
    realm: env.AUTH0_CONNECTION,
    username: email,
    password,
    scope: 'openid email',
    client_id: env.AUTH0_M2M_CLIENT_ID,
    client_secret: env.AUTH0_M2M_CLIENT_SECRET,
  }
  const response = await sendTenant('POST', `${origin}/oauth/token`, body, address ? { 'auth0-forwarded-for': address } : {})
  if (response.status === 429) return 'too-many-attempts'
  if (!response.ok) return readRefusal(response)
  const { access_token } = await readTenant(response, Granted)
  // Another account, of another connection, may have the same email address.
  const profile = await fetchProfile(env, access_token)
  return profile?.sub === memberId ? 'right' : 'wrong-password'
}

async function readRefusal(response: Response): Promise<PasswordCheck> {
  const { error, error_description: description = '' } = await readTenant(response, Refused)
  switch (error) {
    case 'invalid_grant':
    case 'invalid_user_password':
      return 'wrong-password'
    case 'mfa_required':
      // The tenant asks for a second factor only after a correct password.
      return 'right'
    case 'too_many_attempts':
      return 'too-many-attempts'
    case 'password_leaked':
      return 'password-leaked'
    case 'blocked_user':
    case 'unauthorized':
      return 'account-blocked'
    default:
      throw new UnavailableError(`the tenant refused to check a password: ${error} ${description}`)
  }
}
