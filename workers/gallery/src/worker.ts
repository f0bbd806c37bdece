import { createApp } from '@encre/worker/app'
import { answerContract } from '@encre/worker/contract'
import { requireMember } from '@encre/worker/member'
import * as contract from './contract.ts'
import { designs } from './designs.ts'
import { health } from './health.ts'
import { images } from './images.ts'

export { DesignLibrary } from './library.ts'
export { Maintenance } from './maintenance.ts'

export default createApp<Env>('/api/gallery')
  .route('/health', health)
  .get('/contract', answerContract(contract))
  .route('/images', images)
  .use(requireMember)
  .route('/designs', designs)
