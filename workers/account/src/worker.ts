import { createApp } from '@encre/worker/app'
import { createFeature } from '@encre/worker/feature'
import { limitMemberWrites } from '@encre/worker/flood-limits'
import { createHealth } from '@encre/worker/health'
import { requireMember } from '@encre/worker/member'
import { answerContract, answerOpenApi } from '@encre/worker/operations'
import { requireSettings } from '@encre/worker/settings'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { dashboard } from './dashboard.ts'
import { dataExport, exportDownloads } from './export/data-export.ts'
import { me } from './me.ts'
import { metrics } from './metrics.ts'
import { operations } from './operations.ts'
import { password } from './password.ts'
import { sessions } from './sessions.ts'
import { settingsOf } from './settings.ts'
import { sweep } from './sweep.ts'
import { callTenant } from './tenant/call-tenant.ts'

export { ExportJob } from './export/export-job.ts'

const health = createHealth<Bindings>(
  'account',
  { d1: (env) => env.DB.prepare('select 1').run() },
  {
    tenant: async (env) => {
      const { origin } = settingsOf(env).tenant
      const { status } = await callTenant(`${origin}/.well-known/jwks.json`)
      if (status !== 200) throw new Error(`the tenant answered ${status} for its keys`)
    },
  },
)

const app = createApp<Bindings>('/api/account')
  .use(requireSettings(settingsOf))
  .route('/health', health)
  .route('/metrics', metrics)
  .get('/contract', answerContract(contract))
  .get('/openapi.json', answerOpenApi('account', contract, operations))
  .route('/downloads', exportDownloads) // The browser downloads without a token in the header
  .use(requireMember)
  .use(limitMemberWrites)
  .route('/me', me)
  .route('/password', password)
  .route('/sessions', sessions)
  .route('/dashboard', dashboard)
  .route('/export', dataExport)

export default createFeature(app, sweep)
