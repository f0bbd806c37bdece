import { createApp } from '@encre/worker/app'
import { requireSettings } from '@encre/worker/settings'
import { apiCatalog } from './api-catalog.ts'
import { forward, forwardPage } from './features/features.ts'
import { limitFloods, limitOperatorTokens } from './flood-limits.ts'
import { health } from './health.ts'
import { pageErrors } from './insight/errors/page-errors.ts'
import { insight, statusPage } from './insight/insight.ts'
import { metrics } from './insight/metrics.ts'
import { vitals } from './insight/vitals/vitals.ts'
import { sweepAll } from './maintenance.ts'
import { page } from './pages/pages.ts'
import { liveFiles, remoteFiles } from './registry/channels/remote-files.ts'
import { registry } from './registry/registry.ts'
import { securityTxt, withSecurityHeaders } from './security-headers.ts'
import { settingsOf } from './settings.ts'

const app = createApp<Env>('shell')
  .use(requireSettings(settingsOf))
  .use('/api/*', limitFloods)
  .use('/api/*', limitOperatorTokens)
  .route('/remotes', liveFiles)
  .route('/remotes', remoteFiles)
  .route('/status', statusPage)
  .get('/.well-known/security.txt', securityTxt)
  .get('/.well-known/api-catalog', apiCatalog)
  .route('/api/releases/insight', insight)
  .route('/api/releases/errors', pageErrors)
  .route('/api/releases/vitals', vitals)
  .route('/api/releases', registry)
  .route('/api/health', health)
  .route('/api/metrics', metrics)
  .all('/api/:feature/*', forward)
  .all('/:segment/*', forwardPage)
  // Not a route for GET: a POST that a feature answers with 404 would become 405.
  .notFound(page)

export default {
  async fetch(request, env, context) {
    return withSecurityHeaders(await app.fetch(withOwnRequestId(request), env, context), env)
  },
  scheduled: (_controller, env) => sweepAll(env),
} satisfies ExportedHandler<Env>

/** Sets a new request id, which every worker logs. A visitor cannot choose it. */
function withOwnRequestId(request: Request): Request {
  const own = new Request(request)
  own.headers.set('x-request-id', crypto.randomUUID())
  return own
}
