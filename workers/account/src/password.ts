import { minimumPasswordLength } from '@encre/protocol/catalogue'
import { readBody } from '@encre/worker/body'
import { UnavailableError } from '@encre/worker/dependencies'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import type { Bindings } from './bindings.ts'
import { type AccountProblem, PasswordChange } from './contract.ts'
import { passwordAttemptLifetimeMs } from './lifetimes.ts'
import { fetchProfile } from './tenant/call-tenant.ts'
import { checkPassword } from './tenant/check-password.ts'
import { patchTenantUser } from './tenant/management.ts'

export const password = new Hono<MemberEnv<Bindings>>().put('/', async (c) => {
  const change = await readBody(c, PasswordChange)
  if (!change) return problem<AccountProblem>(c, 400, 'invalid-request')
  if ([...change.newPassword].length < minimumPasswordLength) return problem<AccountProblem>(c, 400, 'password-too-short')

  const refused = await refusePassword(c, change.currentPassword)
  if (refused) return refused

  const { memberId } = c.var
  const refusal = await patchTenantUser(c.env, memberId, { password: change.newPassword, connection: c.env.AUTH0_CONNECTION })
  if (refusal === null) return c.body(null, 204)
  if (/password/i.test(refusal)) return problem<AccountProblem>(c, 400, 'password-too-weak')
  throw new UnavailableError(`the tenant refused a change of password: ${refusal}`)
})

/** Checks the member's current password at the tenant and counts the attempt. Null if it is right, the answer otherwise. */
export async function refusePassword(c: Context<MemberEnv<Bindings>>, password: string): Promise<Response | null> {
  const { memberId, accessToken } = c.var
  if (password === '') return problem<AccountProblem>(c, 403, 'wrong-password')
  if (!(await recordPasswordAttempt(c.env.DB, memberId))) return problem<AccountProblem>(c, 429, 'too-many-attempts')

  // The email address comes from the tenant, not from the page: a page could otherwise test the password of any account.
  const profile = await fetchProfile(c.env, accessToken)
  if (profile?.sub !== memberId) return problem<AccountProblem>(c, 401, 'permission-denied')
  const address = c.req.header('cf-connecting-ip')
  const check = await checkPassword(c.env, { memberId, email: profile.email, password, address })
  if (check === 'right') return null
  return problem<AccountProblem>(c, check === 'too-many-attempts' ? 429 : 403, check)
}

export const passwordAttemptsPerHour = 10

/** Records an attempt. False if the member has made ten within an hour. One statement, so that concurrent requests count correctly. */
async function recordPasswordAttempt(db: D1Database, memberId: string): Promise<boolean> {
  const now = new Date()
  const { meta } = await db
    .prepare(
      `insert into password_attempts (member_id, attempted_at) select ?1, ?2
       where (select count(*) from password_attempts where member_id = ?1 and attempted_at > ?3) < ?4`,
    )
    .bind(memberId, now.toISOString(), new Date(now.getTime() - passwordAttemptLifetimeMs).toISOString(), passwordAttemptsPerHour)
    .run()
  return meta.changes > 0
}

/** Deletes the attempts that no longer count. Returns their number. */
export async function deleteOldPasswordAttempts(db: D1Database): Promise<number> {
  const { meta } = await db
    .prepare('delete from password_attempts where attempted_at <= ?')
    .bind(new Date(Date.now() - passwordAttemptLifetimeMs).toISOString())
    .run()
  return meta.changes
}
