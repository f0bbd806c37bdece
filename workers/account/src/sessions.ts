import { problem } from '@encre/worker/problem'
import type { Handlers } from './bindings.ts'
import { settingsOf } from './settings.ts'
import { endTenantSessions } from './tenant/management.ts'

/** Access tokens stay valid until they expire: no request looks a session up. */
export const sessions = {
  async endSessions(c) {
    const { tenant } = settingsOf(c.env)
    const areEnded = tenant.clientId !== null && (await endTenantSessions(tenant, c.var.memberId))
    return areEnded ? c.body(null, 204) : problem(c, 409, 'sessions-not-ended')
  },
} satisfies Partial<Handlers>
