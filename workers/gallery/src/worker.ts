import { createApp } from '@encre/worker/app'
import { describeDecoder } from '@encre/worker/clean-image'
import { createFeature } from '@encre/worker/feature'
import { limitMemberWrites } from '@encre/worker/flood-limits'
import { createHealth } from '@encre/worker/health'
import { requireMember } from '@encre/worker/member'
import { answerContract, answerOpenApi } from '@encre/worker/operations'
import { requireSettings } from '@encre/worker/settings'
import { archiveDownloads, archives } from './archives.ts'
import * as contract from './contract.ts'
import { deletedDesigns } from './deleted-designs.ts'
import { designs, favourites } from './designs.ts'
import { images } from './images.ts'
import { linkPages, sharedLinks } from './links/link-pages.ts'
import { designLinks, links } from './links/links.ts'
import { reportedLinks } from './links/reports.ts'
import { metrics } from './metrics.ts'
import { operations } from './operations.ts'
import { sweep } from './sweep.ts'
import { readSweepStop } from './sweep-store.ts'
import { settingsOf } from './worker-settings.ts'

export { DesignLibrary } from './rpc.ts'

const health = createHealth<Env>(
  'gallery',
  {
    d1: async (env) => {
      const stop = await readSweepStop(env.DB)
      return stop === null ? [] : [`the sweep of images stopped: ${stop}`]
    },
    r2: (env) => env.IMAGES.head('health'),
  },
  { images: async (env) => describeDecoder(env.RESIZER) },
)

const app = createApp<Env>('/')
  .use(requireSettings(settingsOf))
  .route('/f', linkPages)
  .basePath('/api/gallery')
  .route('/health', health)
  .route('/metrics', metrics)
  .get('/contract', answerContract(contract))
  .get('/openapi.json', answerOpenApi('gallery', contract, operations))
  .route('/images', images)
  .route('/archives', archiveDownloads)
  .route('/links', sharedLinks)
  .use(requireMember)
  .use(limitMemberWrites)
  .route('/designs', designs)
  .route('/designs', designLinks)
  .route('/links', links)
  .route('/archives', archives)
  .route('/favourites', favourites)
  .route('/deleted-designs', deletedDesigns)

export default createFeature(app, sweep, undefined, reportedLinks)
