import { createApp } from '@encre/worker/app'
import { answerContract } from '@encre/worker/contract'
import { requireMember } from '@encre/worker/member'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { dashboard } from './dashboard.ts'
import { health } from './health.ts'
import { me } from './me.ts'
import { noStore } from './no-store.ts'
import { password } from './password.ts'

export { Maintenance } from './maintenance.ts'

export default createApp<Bindings>('/api/account')
  .route('/health', health)
  .get('/contract', answerContract(contract))
  .use(requireMember)
  .use(noStore)
  .route('/me', me)
  .route('/password', password)
  .route('/dashboard', dashboard)
