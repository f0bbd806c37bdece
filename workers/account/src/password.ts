import { minimumPasswordLength } from '@encre/protocol/catalogue'
import { readBody } from '@encre/worker/body'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { UnavailableError } from '@encre/worker/unavailable-error'
import { Hono } from 'hono'
import type { Bindings } from './bindings.ts'
import { type AccountProblem, PasswordChange } from './contract.ts'
import { refusePassword } from './refuse-password.ts'
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
