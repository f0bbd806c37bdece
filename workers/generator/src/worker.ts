import { createApp } from '@encre/worker/app'
import { createFeature } from '@encre/worker/feature'
import { serve } from '@encre/worker/serve'
import { requireSettings } from '@encre/worker/settings'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { failedGenerations } from './generations/failed-generations.ts'
import { generations } from './generations/generations.ts'
import { health } from './health.ts'
import { readQuota } from './limits/limits.ts'
import { metrics, readCounters } from './metrics.ts'
import { parents } from './parents.ts'
import { listModels, offeredOptions } from './providers/models-store.ts'
import { references } from './references/references.ts'
import { settingsOf } from './settings.ts'
import { sweep } from './sweep.ts'

export { GenerationRun } from './generations/generation-run.ts'
export { GenerationLedger } from './rpc.ts'

const app = createApp<Bindings>('generator')
  .use(requireSettings(settingsOf))
  .route('/api/generator/health', health)
  .route('/api/generator/metrics', metrics)
serve(app, 'generator', contract, {
  ...generations,
  ...failedGenerations,
  ...parents,
  ...references,
  async readOptions(c) {
    const [models, quota] = await Promise.all([listModels(c.env), readQuota(c.env, c.var.memberId)])
    return c.json<contract.GeneratorOptions>({
      ...offeredOptions(models),
      origin: settingsOf(c.env).origin,
      quota,
    })
  },
})

export default createFeature(app, { sweep, readCounters })
