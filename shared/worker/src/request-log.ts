import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { log, logError, pathForLog } from './log.ts'

/** Milliseconds from which a request counts as slow and is logged whatever the share. */
export const slowRequestMs = 2000

/**
 * Writes at most one line per request, with the error that it ended with. Failures (500 and above) and slow requests always have a line. Of
 * the others, the share `LOGGED_REQUESTS` has one (`1` or unset: all, `0.05`: one in twenty). The share follows from the request id, so all
 * workers log the same requests. A worker that forwards the answer of another one, which logs it, sets `isLogged`.
 */
export const logRequest = createMiddleware(async (c, next) => {
  const started = Date.now()
  const composition = c.req.header('x-composition-id')
  if (composition && /^[0-9a-f]{12}$/.test(composition)) c.set('composition', composition)
  await next()
  const ms = Date.now() - started
  const fields = {
    requestId: c.get('requestId'),
    method: c.req.method,
    path: pathForLog(c.req.path),
    status: c.res.status,
    ms,
    composition: c.get('composition'),
  }
  if (c.error) logError(c.error, fields)
  else if (!c.get('isLogged') && (c.res.status >= 500 || ms >= slowRequestMs || isInShare(c))) log('request', fields)
})

function isInShare(c: Context): boolean {
  const env: object = c.env ?? {}
  const share = 'LOGGED_REQUESTS' in env ? Number(env.LOGGED_REQUESTS) : 1
  const place = Number.parseInt(String(c.get('requestId')).slice(0, 8), 16) / 2 ** 32
  // A setting that is no number, and an id that is not random, hide nothing.
  return !(place >= share)
}
