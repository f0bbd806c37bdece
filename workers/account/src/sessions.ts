import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import type { Bindings } from './bindings.ts'
import type { AccountProblem } from './contract.ts'
import { settingsOf } from './settings.ts'
import { endTenantSessions } from './tenant/management.ts'

/** Access tokens stay valid until they expire: no request looks a session up. */
export const sessions = new Hono<MemberEnv<Bindings>>().delete('/', async (c) => {
  const { tenant } = settingsOf(c.env)
  const areEnded = tenant.clientId !== null && (await endTenantSessions(tenant, c.var.memberId))
  return areEnded ? c.body(null, 204) : problem<AccountProblem>(c, 409, 'sessions-not-ended')
})
