import { redact } from '@encre/protocol/redact'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isoDate } from './moment.ts'

/** Writes one structured line, redacted. Pass an `ownerKey`, never a member's id. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  console.log(toLine({ event, ...fields }))
}

/** As `log`, at the level that `npm run logs -- --errors` reads. */
export function logFailure(event: string, fields: Record<string, unknown>): void {
  console.error(toLine({ event, ...fields }))
}

/** Writes an error with message, stack and the chain of causes, redacted. */
export function logError(error: unknown, fields: Record<string, unknown> = {}): void {
  logFailure('error', { ...fields, error: describe(error) })
}

function toLine({ event, ...fields }: Record<string, unknown>): string {
  const line = { event, at: isoDate(), ...fields }
  return JSON.stringify(line, (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  )
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  }
}

/** A request that takes this many milliseconds is slow, and is always logged. */
export const slowRequestMs = 2000

/**
 * Writes at most one line per request, with the error that it failed with. Failures (500 and above)
 * and slow requests always have a line. Of the others, `LOGGED_REQUESTS` is the share with a line
 * (`1` or unset: all, `0.05`: one in twenty). The request id decides it, so all workers log the
 * same requests. A worker that forwards another worker's answer sets `isLogged`, since that worker
 * logs the request.
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
    path: c.req.path,
    status: c.res.status,
    ms,
    composition: c.get('composition'),
  }
  const hasFailed = c.res.status >= 500
  if (c.error && hasFailed) logError(c.error, fields)
  else if (c.get('isLogged')) return
  else if (hasFailed) logFailure('request', fields)
  else if (ms >= slowRequestMs || isInShare(c)) log('request', fields)
})

function isInShare(c: Context): boolean {
  const env: object = c.env ?? {}
  const share = 'LOGGED_REQUESTS' in env ? Number(env.LOGGED_REQUESTS) : 1
  const place = Number.parseInt(String(c.get('requestId')).slice(0, 8), 16) / 2 ** 32
  // An invalid setting or a malformed request id logs every request.
  return !(place >= share)
}
