import { createApp } from '@encre/worker/app'
import { createFeature } from '@encre/worker/feature'
import { createHealth } from '@encre/worker/health'
import { serve } from '@encre/worker/serve'
import { requireSettings } from '@encre/worker/settings'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { dashboard } from './dashboard.ts'
import { dataExport } from './export/data-export.ts'
import { me } from './me.ts'
import { metrics } from './metrics.ts'
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

const app = createApp<Bindings>('account')
  .use(requireSettings(settingsOf))
  .route('/api/account/health', health)
  .route('/api/account/metrics', metrics)
serve(app, 'account', contract, { ...me, ...password, ...sessions, ...dashboard, ...dataExport })

export default createFeature(app, { sweep })
