import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'

export type Feature = 'GENERATOR' | 'GALLERY' | 'ACCOUNT'

/** Hands a request to a feature's worker, streams included. A worker that is not there answers 503 and takes nothing else down. */
export function forward(feature: Feature) {
  return async (c: Context<AppEnv<Env>>): Promise<Response> => {
    try {
      const response = await c.env[feature].fetch(c.req.raw)
      return new Response(response.body, response)
    } catch (error) {
      logError(error, { requestId: c.var.requestId, feature })
      return problem<SharedProblem>(c, 503, 'unavailable')
    }
  }
}
