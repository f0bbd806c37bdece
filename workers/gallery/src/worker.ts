import { createApp } from '@encre/worker/app'
import { describeDecoder } from '@encre/worker/clean-image'
import { createFeature } from '@encre/worker/feature'
import { createHealth } from '@encre/worker/health'
import { serve } from '@encre/worker/serve'
import { requireSettings } from '@encre/worker/settings'
import { archives } from './archives.ts'
import * as contract from './contract.ts'
import { deletedDesigns } from './deleted-designs.ts'
import { designs } from './designs.ts'
import { images } from './images.ts'
import { answerGone, linkPages } from './links/link-pages.ts'
import { links } from './links/links.ts'
import { reportedLinks } from './links/reports.ts'
import { metrics } from './metrics.ts'
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

const app = createApp<Env>('gallery')
  .use(requireSettings(settingsOf))
  .route('/api/gallery/health', health)
  .route('/api/gallery/metrics', metrics)
serve(app, 'gallery', contract, {
  ...designs,
  ...deletedDesigns,
  ...archives,
  ...images,
  ...links,
  ...linkPages,
})
app.get('/f/*', answerGone)

export default createFeature(app, { sweep, reports: reportedLinks })
