import type { SharedProblem } from '@encre/protocol/problem'
import { createMiddleware } from 'hono/factory'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { problem } from './problem.ts'

export interface AuthBindings {
  /** The tenant: `tenant.eu.auth0.com`, or an origin where it is not https. Several with commas: a custom domain keeps its old one. */
  AUTH0_DOMAIN: string
  AUTH0_AUDIENCE: string
}

/** Seconds by which a tenant's clock may differ from ours. */
const clockTolerance = 5

// One per issuer and isolate: jose keeps the keys and asks again only for a key id that it does not know.
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/** Origins of the tenants in `AUTH0_DOMAIN`, the page's own first. */
export function tenantOrigins(domains: string): string[] {
  return domains.split(',').map((domain) => (domain.includes('://') ? domain.trim() : `https://${domain.trim()}`))
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
    if (error instanceof KeysUnreachable) return problem<SharedProblem>(c, 503, 'unavailable')
    if (error instanceof errors.JOSEError) return refuse()
    throw error
  }
  await next()

  function refuse() {
    c.header('WWW-Authenticate', 'Bearer')
    return problem<SharedProblem>(c, 401, 'permission-denied')
  }
})

class KeysUnreachable extends Error {}

/** The member id of a valid access token. Throws a `JOSEError` for any other token. */
async function verifyMember(token: string, env: AuthBindings): Promise<string> {
  const issuers = tenantOrigins(env.AUTH0_DOMAIN).map((origin) => `${origin}/`)
  let failure: unknown
  for (const issuer of issuers) {
    try {
      const { payload } = await jwtVerify(token, keysOf(issuer), {
        issuer,
        audience: env.AUTH0_AUDIENCE,
        algorithms: ['RS256'],
        clockTolerance,
        requiredClaims: ['exp', 'sub'],
      })
      return subjectOf(payload)
    } catch (error) {
      failure = error
    }
  }
  throw isUnreachable(failure) ? new KeysUnreachable('the tenant does not answer', { cause: failure }) : failure
}

function subjectOf(payload: JWTPayload): string {
  if (!payload.sub || payload.gty === 'client-credentials') throw new errors.JWTClaimValidationFailed('not a member', payload, 'sub')
  return payload.sub
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError) return true
  // jose throws its base class when the key set answers anything but 200 with JSON.
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer))
  keySets.set(issuer, keys)
  return keys
}
