import type { SharedProblem } from '@encre/protocol/problem'
import { createMiddleware } from 'hono/factory'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import { logError } from './log.ts'
import { problem } from './problem.ts'

export interface AuthBindings {
  /** The tenant: `tenant.eu.auth0.com`, or an origin where it is not https. Several with commas: a custom domain keeps its old one. */
  AUTH0_DOMAIN: string
  AUTH0_AUDIENCE: string
}

/** Seconds by which a tenant's clock may differ from ours. */
const clockTolerance = 5

/** An hour, so that a tenant out of reach stops nobody whose key is known; a key that was revoked is forgotten after it. */
const cacheMaxAge = 60 * 60 * 1000

/** A page asks many times with one token: what was verified holds for a minute, and never past its expiry. */
const verifiedFor = 60 * 1000
const verified = new Map<string, { memberId: string; until: number }>()

// One per issuer and isolate: jose keeps the keys and asks earlier only for a key id that it does not know.
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/** Origins of the tenants in `AUTH0_DOMAIN`, the page's own first. */
export function tenantOrigins(domains: string): [string, ...string[]] {
  const [first = '', ...others] = domains.split(',').map((domain) => {
    const trimmed = domain.trim().replace(/\/+$/, '')
    return trimmed.includes('://') ? trimmed : `https://${trimmed}`
  })
  return [first, ...others]
}

/**
 * Lets a signed-in member pass and sets `c.var.memberId` and `c.var.accessToken`. Anything else is 401 `permission-denied`:
 * wrong issuer or audience, not RS256, expired, no subject, a machine's token. Keys out of reach: 503 `unavailable`.
 */
export const requireMember = createMiddleware<{
  Bindings: AuthBindings
  Variables: { requestId: string; memberId: string; accessToken: string }
}>(async (c, next) => {
  const token = c.req.header('authorization')?.match(/^Bearer (\S+)$/i)?.[1]
  if (!token) return refuse()
  try {
    c.set('memberId', await verifyMember(token, c.env))
    c.set('accessToken', token)
  } catch (error) {
    if (!isUnreachable(error)) return refuse()
    logError(error, { requestId: c.var.requestId })
    return problem<SharedProblem>(c, 503, 'unavailable')
  }
  await next()

  function refuse() {
    c.header('WWW-Authenticate', 'Bearer')
    return problem<SharedProblem>(c, 401, 'permission-denied')
  }
})

/** The member id of an access token. Throws a `JOSEError` for a token that is refused, anything else when the keys are out of reach. */
export async function verifyMember(token: string, env: AuthBindings): Promise<string> {
  const key = `${env.AUTH0_DOMAIN} ${env.AUTH0_AUDIENCE} ${token}`
  const known = verified.get(key)
  if (known && Date.now() < known.until) return known.memberId
  const { sub, exp } = await verifyToken(token, env)
  if (verified.size >= 1000) verified.clear()
  verified.set(key, { memberId: sub, until: Math.min(Date.now() + verifiedFor, (exp + clockTolerance) * 1000) })
  return sub
}

async function verifyToken(token: string, env: AuthBindings): Promise<{ sub: string; exp: number }> {
  const claimed = decodeJwt(token).iss
  const issuer = tenantOrigins(env.AUTH0_DOMAIN)
    .map((origin) => `${origin}/`)
    .find((known) => known === claimed)
  if (!issuer) throw new errors.JWTInvalid('not an issuer of ours')
  const { payload } = await jwtVerify(token, keysOf(issuer), {
    issuer,
    audience: env.AUTH0_AUDIENCE,
    algorithms: ['RS256'],
    clockTolerance,
    requiredClaims: ['exp', 'sub'],
  })
  const { sub, exp = 0, gty } = payload
  if (typeof sub !== 'string' || sub === '' || gty === 'client-credentials') throw new errors.JWTInvalid('not a member')
  return { sub, exp }
}

// Everything that jose says of the token itself has a code of its own; a key set that answers anything but 200 with JSON gets its
// base class, and a connection that fails is the runtime's error, which is not jose's at all.
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), { cacheMaxAge })
  keySets.set(issuer, keys)
  return keys
}
