import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

/** Writes one structured line, redacted. Pass an `ownerKey`, never a member's id. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  console.log(toLine({ event, ...fields }))
}

/** Writes an error with message, stack and the chain of causes, redacted. */
export function logError(error: unknown, fields: Record<string, unknown> = {}): void {
  console.error(toLine({ event: 'error', ...fields, error: describe(error) }))
}

function toLine({ event, ...fields }: Record<string, unknown>): string {
  const line = { event, at: new Date().toISOString(), ...fields }
  return JSON.stringify(line, (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  )
}

/** Delimiters also match percent-encoded, once or several times. */
const slash = '(?:/|%(?:25)*2f)'
const at = '(?:@|%(?:25)*40)'
const pipe = '(?:\\||%(?:25)*7c)'
const queryStart = '(?:[?#]|%(?:25)*(?:3f|23))'
const equals = '(?:=|%(?:25)*3d)'
const escapedLetter = /%(?:2d|5f|7e|3\d|[46][1-9a-f]|[57][0-9a])/gi

/** What identifies a person or opens something by itself. */
const secrets: [RegExp, string][] = [
  // Ids of members: `auth0|64ab`, `google-oauth2|108`, `samlp|studio|ana@studio.fr`.
  [new RegExp(`(?<![\\w-])[a-z][\\w-]{1,40}(?:${pipe}[\\w.@~+=%-]{3,})+`, 'giu'), '<member>'],
  [
    new RegExp(`[^\\s@<>()'"/=?&%]{1,64}${at}[^\\s@<>()'"/:?&%]{1,255}\\.\\p{L}{2,}`, 'giu'),
    '<email>',
  ],
  [/(?<![A-Za-z0-9])eyJ[\w-]{8,}(?:\.[\w.-]*)?/g, '<token>'],
  [/\b(?:encre_|sk-)[\w*-]{16,}/g, '<token>'],
  [
    new RegExp(`(?<=(?:(?<![\\w-])|%2f)f${slash})(?:signalements${slash})?[\\w-]{22,}`, 'gi'),
    '<token>',
  ],
  // A token of 128 bits in a path. Some versions of remotes are as long.
  [new RegExp(`(?<=${slash})(?<!/remotes/[a-z0-9-]{1,40}/)[\\w-]{22}(?![\\w-])`, 'gi'), '<token>'],
  // Elsewhere only what `createToken` can have made: its last character holds two bits.
  [/(?<![\w/-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{21}[AQgw](?![\w-])/g, '<token>'],
  // A signature, a code of the tenant, or what a visitor typed. The position at the end of a
  // stack's line stays.
  [
    new RegExp(
      `${queryStart}[\\w.~%-]+?${equals}[^\\s)'"]*?(?=(?::\\d+){0,2}(?:[\\s)'"]|$))`,
      'gi',
    ),
    '',
  ],
]

/** The text without email addresses, tokens, members' ids, and the queries of addresses. */
export function redact(text: string): string {
  const spelled = text.replace(escapedLetter, decodeURIComponent)
  return secrets.reduce((redacted, [secret, name]) => redacted.replace(secret, name), spelled)
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
 * Writes at most one line per request, with the error that it ended with. Failures (500 and above)
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
  if (c.error) logError(c.error, fields)
  else if (!c.get('isLogged') && (c.res.status >= 500 || ms >= slowRequestMs || isInShare(c)))
    log('request', fields)
})

function isInShare(c: Context): boolean {
  const env: object = c.env ?? {}
  const share = 'LOGGED_REQUESTS' in env ? Number(env.LOGGED_REQUESTS) : 1
  const place = Number.parseInt(String(c.get('requestId')).slice(0, 8), 16) / 2 ** 32
  // An invalid setting or a malformed request id logs every request.
  return !(place >= share)
}
