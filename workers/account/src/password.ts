import { minimumPasswordLength } from '@encre/protocol/catalogue'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { UnavailableError } from '@encre/worker/unavailable-error'
import { Hono } from 'hono'
import type { MemberApp } from './bindings.ts'
import { type AccountProblem, PasswordChange } from './contract.ts'
import { startAttempt } from './password-attempts-store.ts'
import { checkPassword } from './tenant/check-password.ts'
import { patchTenantUser } from './tenant/management.ts'
import { fetchProfile } from './tenant/userinfo.ts'

export const password = new Hono<MemberApp>().put('/', async (c) => {
  const change = await readBody(c, PasswordChange)
  if (!change) return problem<AccountProblem>(c, 400, 'invalid-request')
  if ([...change.newPassword].length < minimumPasswordLength) return problem<AccountProblem>(c, 400, 'password-too-short')
  if (change.currentPassword === '') return problem<AccountProblem>(c, 403, 'wrong-password')

  const { memberId, accessToken } = c.var
  if (!(await startAttempt(c.env.DB, memberId))) return problem<AccountProblem>(c, 429, 'too-many-attempts')

  // The email address comes from the tenant, not from the page: a page could otherwise test the password of any account.
  const profile = await fetchProfile(c.env, accessToken)
  if (profile?.sub !== memberId) return problem<AccountProblem>(c, 401, 'permission-denied')
  const check = await checkPassword(c.env, {
    memberId,
    email: profile.email,
    password: change.currentPassword,
    address: c.req.header('cf-connecting-ip'),
  })
  if (check !== 'right') return problem<AccountProblem>(c, check === 'too-many-attempts' ? 429 : 403, check)

  const refusal = await patchTenantUser(c.env, memberId, { password: change.newPassword, connection: c.env.AUTH0_CONNECTION })
  if (refusal === null) return c.body(null, 204)
  if (/password/i.test(refusal)) return problem<AccountProblem>(c, 400, 'password-too-weak')
  throw new UnavailableError(`the tenant refused a change of password: ${refusal}`)
})
