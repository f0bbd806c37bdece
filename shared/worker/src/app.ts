import type { SharedProblem } from '@encre/protocol/problem'
import { type Context, Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { refuseMalformed } from './malformed-request.ts'
import { problem } from './problem.ts'
import { logRequest } from './request-log.ts'
import { UnavailableError } from './unavailable-error.ts'

/** The bindings of a worker, and the variables that `createApp` sets. */
export interface AppEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: {
    requestId: string
    /** Id of the requesting page's manifest, as the page sends it; `/api/releases/compositions/<id>` lists its versions. */
    composition?: string
    /** Another worker has logged the request, so this worker writes no line. */
    isLogged?: boolean
  }
}

/**
 * The base of every worker: a request id, at most one log line per request (`logRequest`), 404 and 405 as problems. An exception becomes an
 * opaque 500, and its request id finds the full error in the log; `UnavailableError` becomes 503. A worker's `worker.ts` adds one line per
 * resource.
 */
export function createApp<Bindings extends object>(basePath: string) {
  const app = new Hono<AppEnv<Bindings>>().basePath(basePath)
  app.use(requestId())
  app.use(logRequest)
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
  if (error instanceof UnavailableError) return problem<SharedProblem>(c, 503, 'unavailable')
  return problem<SharedProblem>(c, 500, 'internal')
}
