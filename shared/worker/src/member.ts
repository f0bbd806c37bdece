import type { SharedProblem } from '@encre/protocol/problem'
import { createMiddleware } from 'hono/factory'
import { errors } from 'jose'
import type { AppEnv } from './app.ts'
import { logError } from './log.ts'
import { problem } from './problem.ts'
import { clockToleranceSeconds, isUnreachable, verifyTenantToken } from './tenant-token.ts'

/** The settings of a worker that knows members. */
export interface AuthBindings {
  /** The tenant: `tenant.eu.auth0.com`, or an origin if it is not https. Several, separated by commas, when a custom domain replaces an old one. */
  AUTH0_DOMAIN: string
  /** The audience of access tokens for the site's API. */
  AUTH0_AUDIENCE: string
}

/** What `requireMember` adds to a worker's requests. `Bindings`: the worker's own. */
export interface MemberEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: AppEnv<Bindings>['Variables'] & MemberVariables
}

interface MemberVariables {
  memberId: string
  /** The member's token for the tenant's own routes. */
  accessToken: string
}

/** A page sends many requests with one token, so a verified token is cached for a minute, never past its expiry. */
const verifiedForMs = 60 * 1000
const verified = new Map<string, { memberId: string; until: number }>()

/**
 * Accepts a signed-in member and sets `c.var.memberId` and `c.var.accessToken`. Answers 401 `permission-denied` to any other token:
 * wrong issuer or audience, not RS256, expired, no subject, a machine's token. Answers 503 `unavailable` while the tenant offers no usable
 * key. Every answer to a member has `Cache-Control: private, no-store`.
 */
export const requireMember = createMiddleware<{
  Bindings: AuthBindings
  Variables: { requestId: string } & MemberVariables
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
  c.header('Cache-Control', 'private, no-store')

  function refuse() {
    c.header('WWW-Authenticate', 'Bearer')
    return problem<SharedProblem>(c, 401, 'permission-denied')
  }
})

/** The member id of an access token. Throws a `JOSEError` for a refused token, and another error when the keys are unavailable. */
async function verifyMember(token: string, env: AuthBindings): Promise<string> {
  const key = `${env.AUTH0_DOMAIN} ${env.AUTH0_AUDIENCE} ${token}`
  const known = verified.get(key)
  if (known && Date.now() < known.until) return known.memberId
  const { sub, exp } = await verifyToken(token, env)
  if (verified.size >= 1000) verified.clear()
  verified.set(key, { memberId: sub, until: Math.min(Date.now() + verifiedForMs, (exp + clockToleranceSeconds) * 1000) })
  return sub
}

async function verifyToken(token: string, env: AuthBindings): Promise<{ sub: string; exp: number }> {
  const { sub, exp, gty } = await verifyTenantToken(token, { domains: env.AUTH0_DOMAIN, audience: env.AUTH0_AUDIENCE })
  if (isMachine(sub, gty)) throw new errors.JWTInvalid('not a member')
  return { sub, exp }
}

/** Auth0 marks machines with `gty`. Its access tokens of the RFC 9068 profile have no such claim, only a subject that ends in `@clients`. */
function isMachine(subject: string, grant: unknown): boolean {
  return grant === 'client-credentials' || subject.endsWith('@clients')
}

/** 32 hex digits that replace a member's id in R2 prefixes, signed URLs, logs and the provider's user field. */
export type OwnerKey = string & { readonly __brand: 'OwnerKey' }

/** The first 16 bytes of the SHA-256 of a member id. */
export async function ownerKey(memberId: string): Promise<OwnerKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(memberId))
  return new Uint8Array(digest, 0, 16).toHex() as OwnerKey
}
