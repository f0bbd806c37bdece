import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { countAnswers } from './answers.ts'
import { CutBodyError } from './body.ts'
import { UnavailableError } from './dependencies.ts'
import { logRequest } from './log.ts'
import { problem } from './problem.ts'

/** The bindings of a worker, and the variables that `createApp` sets. */
export interface AppEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: {
    requestId: string
    /**
     * Id of the requesting page's manifest, as the page sends it; `/api/releases/compositions/<id>`
     * lists its versions.
     */
    composition?: string
    isLogged?: boolean
  }
}

/**
 * The base of every worker: request id, log line, count of answers under the worker's name, 404 and
 * 405 as problems, exceptions as an opaque 500, `UnavailableError` as 503, `CutBodyError` as 400.
 */
export function createApp<Bindings extends object>(worker: string) {
  const app = new Hono<AppEnv<Bindings>>()
  app.use(requestId())
  app.use(countAnswers(worker))
  app.use(logRequest)
  app.use(refuseMalformed)
  app.use(
    methodNotAllowed<AppEnv<Bindings>>({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header('Allow', methods.join(', '))
        return problem(c, 405, 'method-not-allowed')
      },
    }),
  )
  app.notFound((c) => problem(c, 404, 'not-found'))
  app.onError((error, c) => answerError(error, c))
  return app
}

function answerError(error: Error, c: Context): Response {
  if (error instanceof CutBodyError) return problem(c, 400, 'invalid-request')
  if (error instanceof UnavailableError) return problem(c, 503, 'unavailable')
  return problem(c, 500, 'internal')
}

/** The longest address, in characters. The site's own longest one, of a signed image, has 250. */
export const addressLimit = 8192

/**
 * R2 throws for entity tags that it cannot read, so they must not reach it. A list is short: one
 * tag per version that the client has.
 */
const entityTag = '(?:W/)?"[\\x21\\x23-\\x7e]{0,200}"'
const listOfTags = `${entityTag}(?:\\s{0,9},\\s{0,9}${entityTag}){0,20}`
const entityTags = new RegExp(`^\\s*(?:\\*|${listOfTags})\\s*$`)

/**
 * Answers 414 to a longer address and 400 to a malformed `If-Match` or `If-None-Match`, before any
 * handler reads them.
 */
const refuseMalformed = createMiddleware(async (c, next) => {
  if (c.req.url.length > addressLimit) return problem(c, 414, 'invalid-request')
  for (const name of ['if-match', 'if-none-match']) {
    const value = c.req.header(name)
    if (value !== undefined && !entityTags.test(value)) {
      return problem(c, 400, 'invalid-request')
    }
  }
  await next()
})
