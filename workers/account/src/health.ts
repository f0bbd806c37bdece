import { answerHealth } from '@encre/worker/health'
import { tenantOrigins } from '@encre/worker/member'
import { Hono } from 'hono'
import type { Bindings } from './bindings.ts'
import { callTenant } from './tenant/call-tenant.ts'

export const health = new Hono<{ Bindings: Bindings }>().get('/', (c) =>
  answerHealth(c, 'account', {
    d1: () => c.env.DB.prepare('select 1').run(),
    tenant: async () => {
      const { status } = await callTenant(`${tenantOrigins(c.env.AUTH0_DOMAIN)[0]}/.well-known/jwks.json`)
      if (status !== 200) throw new Error(`the tenant answered ${status} for its keys`)
    },
  }),
)
