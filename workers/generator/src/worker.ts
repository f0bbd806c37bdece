import { createApp } from '@encre/worker/app'
import { createFeature } from '@encre/worker/feature'
import { limitMemberWrites } from '@encre/worker/flood-limits'
import { requireMember } from '@encre/worker/member'
import { answerContract, answerOpenApi } from '@encre/worker/operations'
import { requireSettings } from '@encre/worker/settings'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { failedGenerations } from './generations/failed-generations.ts'
import { generations } from './generations/generations.ts'
import { health } from './health.ts'
import { readQuota } from './limits/limits.ts'
import { metrics, readCounters } from './metrics.ts'
import { operations } from './operations.ts'
import { parents } from './parents.ts'
import { listModels, offeredOptions } from './providers/models-store.ts'
import { references } from './references/references.ts'
import { settingsOf } from './settings.ts'
import { sweep } from './sweep.ts'

export { GenerationRun } from './generations/generation-run.ts'
export { GenerationLedger } from './rpc.ts'

const app = createApp<Bindings>('/api/generator')
  .use(requireSettings(settingsOf))
  .route('/health', health)
  .route('/metrics', metrics)
  .get('/contract', answerContract(contract))
  .get('/openapi.json', answerOpenApi('generator', contract, operations))
  .use(requireMember)
  .use(limitMemberWrites)
  .route('/generations', generations)
  .route('/failed-generations', failedGenerations)
  .route('/parents', parents)
  .route('/references', references)
  .get('/options', async (c) => {
    const [models, quota] = await Promise.all([listModels(c.env), readQuota(c.env, c.var.memberId)])
    return c.json<contract.GeneratorOptions>({
      ...offeredOptions(models),
      origin: settingsOf(c.env).origin,
      quota,
    })
  })

export default createFeature(app, sweep, readCounters)
