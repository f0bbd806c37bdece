import { createApp } from '@encre/worker/app'
import { answerContract } from '@encre/worker/contract'
import { requireMember } from '@encre/worker/member'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { generations } from './generations/generations.ts'
import { health } from './health.ts'
import { metrics } from './metrics.ts'
import { options } from './options.ts'
import { references } from './references/references.ts'

export { GenerationRun } from './generations/generation-run.ts'
export { GenerationLedger } from './ledger.ts'
export { Maintenance } from './sweep.ts'

const app = createApp<Bindings>('/api/generator')
app.route('/health', health)
app.route('/metrics', metrics)
app.get('/contract', answerContract(contract))
app.use(requireMember)
app.route('/generations', generations)
app.route('/references', references)
app.route('/options', options)

export default app
