import { createApp } from '@encre/worker/app'
import { createFeature } from '@encre/worker/feature'
import { limitMemberWrites } from '@encre/worker/flood-limits'
import { createHealth } from '@encre/worker/health'
import { requireMember, tenantOrigins } from '@encre/worker/member'
import { answerContract, answerOpenApi } from '@encre/worker/operations'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { dashboard } from './dashboard.ts'
import { dataExport, exportDownloads } from './export/data-export.ts'
import { me } from './me.ts'
import { metrics } from './metrics.ts'
import { operations } from './operations.ts'
import { password } from './password.ts'
import { sweep } from './sweep.ts'
import { callTenant } from './tenant/call-tenant.ts'

export { ExportJob } from './export/export-job.ts'

const health = createHealth<Bindings>(
  'account',
  { d1: (env) => env.DB.prepare('select 1').run() },
  {
    tenant: async (env) => {
      const { status } = await callTenant(
        `${tenantOrigins(env.AUTH0_DOMAIN)[0]}/.well-known/jwks.json`,
      )
      if (status !== 200) throw new Error(`the tenant answered ${status} for its keys`)
    },
  },
)

const app = createApp<Bindings>('/api/account')
  .route('/health', health)
  .route('/metrics', metrics)
  .get('/contract', answerContract(contract))
  .get('/openapi.json', answerOpenApi('account', contract, operations))
  .route('/downloads', exportDownloads) // The browser downloads without a token in the header
  .use(requireMember)
  .use(limitMemberWrites)
  .route('/me', me)
  .route('/password', password)
  .route('/dashboard', dashboard)
  .route('/export', dataExport)

export default createFeature(app, sweep)
