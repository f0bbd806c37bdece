import { maximumPasswordBytes, minimumPasswordLength } from '@encre/protocol/catalogue'
import { UnavailableError } from '@encre/worker/dependencies'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Bindings, Handlers } from './bindings.ts'
import type { AccountProblem } from './contract.ts'
import { hasErasure } from './erasures-store.ts'
import { places } from './places.ts'
import { settingsOf, type Tenant } from './settings.ts'
import { fetchProfile, readTenant, sendTenant } from './tenant/call-tenant.ts'
import { patchTenantUser } from './tenant/management.ts'

// A new password, and the check of the current one, which an erasure also asks for. The form is
// `remotes/account/src/settings/settings-page.tsx`.

/** The names with which Auth0's refusals begin (docs/authenticate/database-connections). */
type PasswordProblem = 'password-too-common' | 'password-is-personal' | 'password-too-weak'
const passwordProblems: Readonly<Record<string, PasswordProblem>> = {
  PasswordDictionaryError: 'password-too-common',
  PasswordNoUserInfoError: 'password-is-personal',
  PasswordStrengthError: 'password-too-weak',
}

export const password = {
  async changePassword(c, { body: change }) {
    if ([...change.newPassword].length < minimumPasswordLength)
      return problem(c, 400, 'password-too-short')
    if (new TextEncoder().encode(change.newPassword).byteLength > maximumPasswordBytes)
      return problem(c, 400, 'password-too-long')

    const refused = await refusePassword(c, change.currentPassword)
    if (refused) return refused

    const { memberId } = c.var
    const { tenant } = settingsOf(c.env)
    const refusal = await patchTenantUser(tenant, memberId, {
      password: change.newPassword,
      connection: tenant.connection,
    })
    if (refusal === null) return c.body(null, 204)
    const [name = ''] = refusal.split(':')
    if (Object.hasOwn(passwordProblems, name))
      return problem(c, 400, passwordProblems[name] ?? 'password-too-weak')
    if (/password/i.test(refusal)) return problem(c, 400, 'password-too-weak')
    throw new UnavailableError(`the tenant refused a change of password: ${refusal}`)
  },
} satisfies Partial<Handlers>

/**
 * Checks the member's current password at the tenant and counts the attempt. Null if it is right,
 * the answer otherwise.
 */
export async function refusePassword(c: Context<MemberEnv<Bindings>>, password: string) {
  const { memberId, accessToken } = c.var
  if (password === '') return problem(c, 403, 'wrong-password')
  if (!(await places.take(c.env.DB, 'password', memberId)))
    return (await hasErasure(c.env.DB, memberId))
      ? problem(c, 401, 'permission-denied')
      : problem(c, 429, 'too-many-attempts')

  // The email address comes from the tenant, not from the page: a page could otherwise test the
  // password of any account.
  const { tenant } = settingsOf(c.env)
  const profile = await fetchProfile(tenant, accessToken)
  if (profile?.sub !== memberId) return problem(c, 401, 'permission-denied')
  const address = c.req.header('cf-connecting-ip')
  const check = await checkPassword(tenant, { memberId, email: profile.email, password, address })
  if (check === 'right') return null
  return problem(c, check === 'too-many-attempts' ? 429 : 403, check)
}

const Granted = z.object({ access_token: z.string() })
const Refused = z.object({ error: z.string(), error_description: z.optional(z.string()) })

type PasswordCheck =
  | 'right'
  | Extract<
      AccountProblem,
      'wrong-password' | 'too-many-attempts' | 'account-blocked' | 'password-leaked'
    >

/**
 * As a confidential client. The tenant counts wrong passwords by IP address, so `address` is the
 * member's.
 */
async function checkPassword(
  tenant: Tenant,
  {
    memberId,
    email,
    password,
    address,
  }: { memberId: string; email: string; password: string; address: string | undefined },
): Promise<PasswordCheck> {
  const body = {
    grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
    realm: tenant.connection,
    username: email,
    password,
    scope: 'openid email',
    client_id: tenant.clientId,
    client_secret: tenant.clientSecret,
  }
  const response = await sendTenant(
    'POST',
    `${tenant.origin}/oauth/token`,
    body,
    address ? { 'auth0-forwarded-for': address } : {},
  )
  if (response.status === 429) return 'too-many-attempts'
  if (!response.ok) return readRefusal(response)
  const { access_token } = await readTenant(response, Granted)
  // Another account, of another connection, may have the same email address.
  const profile = await fetchProfile(tenant, access_token)
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
