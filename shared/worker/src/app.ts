import type { SharedProblem } from '@encre/protocol/problem'
import { type Context, Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { log, logError, pathForLog } from './log.ts'
import { refuseMalformed } from './malformed-request.ts'
import { problem } from './problem.ts'
import { UnavailableError } from './unavailable-error.ts'

export interface AppEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: {
    requestId: string
    /** Id of the requesting page's manifest, as the page sends it; `/api/releases/compositions/<id>` lists its versions. */
    composition?: string
  }
}

/**
 * The base of every worker: a request id, one log line per request, 404 and 405 as problems. An exception becomes an opaque 500, and
 * its request id finds the full error in the log; `UnavailableError` becomes 503. A worker's `worker.ts` adds one line per resource.
 */
export function createApp<Bindings extends object>(basePath: string) {
  const app = new Hono<AppEnv<Bindings>>().basePath(basePath)
  app.use(requestId())
  app.use(async (c, next) => {
    const started = Date.now()
    const composition = c.req.header('x-composition-id')
    if (composition && /^[0-9a-f]{12}$/.test(composition)) c.set('composition', composition)
    await next()
    log('request', {
      requestId: c.var.requestId,
      method: c.req.method,
      path: pathForLog(c.req.path),
      status: c.res.status,
      ms: Date.now() - started,
      composition: c.var.composition,
    })
  })
  app.use(refuseMalformed)
  app.use(
    methodNotAllowed<AppEnv<Bindings>>({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header('Allow', methods.join(', '))
        return problem<SharedProblem>(c, 405, 'method-not-allowed')
      },
    }),
  )
  app.notFound((c) => problem<SharedProblem>(c, 404, 'not-found'))
  app.onError((error, c) => answerError(error, c))
  return app
}

function answerError(error: Error, c: Context): Response {
  logError(error, { requestId: c.get('requestId'), method: c.req.method, path: pathForLog(c.req.path), composition: c.get('composition') })
  if (error instanceof UnavailableError) return problem<SharedProblem>(c, 503, 'unavailable')
  return problem<SharedProblem>(c, 500, 'internal')
}
