import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import type { Bindings } from './bindings.ts'
import type { AccountProblem } from './contract.ts'
import { startAttempt } from './password-attempts-store.ts'
import { checkPassword } from './tenant/check-password.ts'
import { fetchProfile } from './tenant/userinfo.ts'

/** Checks the member's current password at the tenant and counts the attempt. Null if it is right, the answer otherwise. */
export async function refusePassword(c: Context<MemberEnv<Bindings>>, password: string): Promise<Response | null> {
  const { memberId, accessToken } = c.var
  if (password === '') return problem<AccountProblem>(c, 403, 'wrong-password')
  if (!(await startAttempt(c.env.DB, memberId))) return problem<AccountProblem>(c, 429, 'too-many-attempts')

  // The email address comes from the tenant, not from the page: a page could otherwise test the password of any account.
  const profile = await fetchProfile(c.env, accessToken)
  if (profile?.sub !== memberId) return problem<AccountProblem>(c, 401, 'permission-denied')
  const address = c.req.header('cf-connecting-ip')
  const check = await checkPassword(c.env, { memberId, email: profile.email, password, address })
  if (check === 'right') return null
  return problem<AccountProblem>(c, check === 'too-many-attempts' ? 429 : 403, check)
}
