import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { createMiddleware } from 'hono/factory'
import { findFeature } from './features.ts'

/** Forwards `/api/:feature/*` to the feature's worker, streams included. A worker that fails answers 503 and affects nothing else. */
export const forward = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const feature = findFeature(c.env, c.req.param('feature') ?? '')
  if (!feature) return next()
  try {
    const response = await feature.worker.fetch(c.req.raw)
    return new Response(response.body, response)
  } catch (error) {
    logError(error, { requestId: c.var.requestId, feature: feature.name })
    return problem<SharedProblem>(c, 503, 'unavailable')
  }
})
