import { networkKeyHeader } from '@encre/protocol/network-key'
import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { createMiddleware } from 'hono/factory'
import { findFeature } from './features.ts'
import { createNetworkKey } from './network-key.ts'

/** Forwards `/api/:feature/*` to the feature's worker, streams included. A worker that fails answers 503 and affects nothing else. */
export const forward = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const feature = findFeature(c.env, c.req.param('feature') ?? '')
  if (!feature) return next()
  try {
    const response = await feature.worker.fetch(await withNetworkKey(c.req.raw, c.env))
    return new Response(response.body, response)
  } catch (error) {
    logError(error, { requestId: c.var.requestId, feature: feature.name })
    return problem<SharedProblem>(c, 503, 'unavailable')
  }
})

/** Replaces whatever network the client claims. Reading needs none. */
async function withNetworkKey(request: Request, { COMPOSITION_SECRET }: Env): Promise<Request> {
  const forwarded = new Request(request)
  forwarded.headers.delete(networkKeyHeader)
  const address = request.headers.get('cf-connecting-ip')
  const key = address && request.method === 'POST' ? await createNetworkKey(address, COMPOSITION_SECRET) : null
  if (key) forwarded.headers.set(networkKeyHeader, key)
  return forwarded
}
