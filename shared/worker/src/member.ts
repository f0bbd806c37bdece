import { createMiddleware } from 'hono/factory'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type FetchImplementation,
  importJWK,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import * as z from 'zod/mini'
import type { AppEnv } from './app.ts'
import { parseJson } from './body.ts'
import { logError } from './log.ts'
import { problem } from './problem.ts'
import { hashToken, readBearer } from './secrets.ts'

// Whether a request is a member's: `serve.ts` asks for every operation that is not public. A page
// gets its token from `shell/src/auth/auth0-session.tsx`; what it does when a token is refused is
// in `shared/remote-kit/src/session.ts`.

/** The settings of a worker that knows members. */
export interface AuthBindings {
  /**
   * The tenant: `tenant.eu.auth0.com`, or an origin if it is not https. Several, separated by
   * commas, when a custom domain replaces an old one.
   */
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

/**
 * A page sends many requests with one token, so a verified token is cached for a minute, never past
 * its expiry.
 */
const verifiedForMs = 60 * 1000
const verified = new Map<string, { memberId: string; until: number }>()

/**
 * Accepts a signed-in member and sets `c.var.memberId` and `c.var.accessToken`. Answers 401
 * `permission-denied` to any other token: wrong issuer or audience, not RS256, expired, no subject,
 * a machine's token. Answers 503 `unavailable` while the tenant offers no usable key. Every answer
 * to a member has `Cache-Control: private, no-store`.
 */
export const requireMember = createMiddleware<{
  Bindings: AuthBindings
  Variables: { requestId: string } & MemberVariables
}>(async (c, next) => {
  const token = readBearer(c)
  if (!token) return refuse()
  try {
    c.set('memberId', await verifyMember(token, c.env))
    c.set('accessToken', token)
  } catch (error) {
    if (!isUnreachable(error)) return refuse()
    logError(error, { requestId: c.var.requestId })
    return problem(c, 503, 'unavailable')
  }
  await next()
  c.header('Cache-Control', 'private, no-store')

  function refuse() {
    c.header('WWW-Authenticate', 'Bearer')
    return problem(c, 401, 'permission-denied')
  }
})

/**
 * The member id of an access token. Throws a `JOSEError` for a refused token, and an error for which
 * `isUnreachable` holds while the tenant offers no usable key.
 */
async function verifyMember(token: string, env: AuthBindings): Promise<string> {
  const key = `${env.AUTH0_DOMAIN} ${env.AUTH0_AUDIENCE} ${token}`
  const known = verified.get(key)
  if (known && Date.now() < known.until) return known.memberId
  const { sub, exp, gty } = await verifyTenantToken(token, {
    domains: env.AUTH0_DOMAIN,
    audience: env.AUTH0_AUDIENCE,
  })
  if (isMachine(sub, gty)) throw new errors.JWTInvalid('not a member')
  if (verified.size >= 1000) verified.clear()
  const refusedFrom = (exp + clockToleranceSeconds) * 1000
  verified.set(key, { memberId: sub, until: Math.min(Date.now() + verifiedForMs, refusedFrom) })
  return sub
}

/**
 * Whether an accepted access token says that its member's email is verified. Auth0 lets an Action
 * add claims with a namespace only: docs/auth0.md has it.
 */
export function hasVerifiedEmail(token: string, { AUTH0_AUDIENCE }: AuthBindings): boolean {
  return decodeJwt(token)[`${AUTH0_AUDIENCE}/email_verified`] === true
}

/**
 * Auth0 marks machines with `gty`. Its access tokens of the RFC 9068 profile have no such claim,
 * only a subject that ends in `@clients`.
 */
function isMachine(subject: string, grant: unknown): boolean {
  return grant === 'client-credentials' || subject.endsWith('@clients')
}

/**
 * 32 hex digits that replace a member's id in R2 prefixes, signed URLs, logs and the provider's
 * user field.
 */
export type OwnerKey = string & { readonly __brand: 'OwnerKey' }

/** The first 16 bytes of the SHA-256 of a member id. */
export async function ownerKey(memberId: string): Promise<OwnerKey> {
  return (await hashToken(memberId)).slice(0, 32) as OwnerKey
}

/** Seconds by which the tenant's clock may differ from ours. */
const clockToleranceSeconds = 5

/**
 * Known keys are used for this time while the tenant is unavailable. A revoked key is accepted no
 * longer.
 */
const cacheMaxAgeMs = 60 * 60 * 1000

// One per issuer and isolate: jose caches the keys and fetches again early only for an unknown key
// id.
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
 * The claims of a token that one of the tenants in `domains` signed for `audience`: an access token
 * for an API, an ID token for a client. Throws a `JOSEError` for a refused token, and an error for
 * which `isUnreachable` holds while the tenant offers no usable key.
 */
export async function verifyTenantToken(
  token: string,
  { domains, audience }: { domains: string; audience: string },
): Promise<JWTPayload & { sub: string; exp: number }> {
  const claimed = decodeJwt(token).iss
  const issuers = tenantOrigins(domains).map((origin) => `${origin}/`)
  const issuer = issuers.find((known) => known === claimed)
  if (!issuer) throw new errors.JWTInvalid('not an issuer of ours')
  const { payload } = await jwtVerify(token, keysOf(issuer), {
    issuer,
    audience,
    algorithms: ['RS256'],
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'sub'],
  })
  const { sub, exp = 0 } = payload
  if (typeof sub !== 'string' || sub === '') throw new errors.JWTInvalid('no subject')
  return { ...payload, sub, exp }
}

/**
 * Whether `verifyTenantToken` failed because the tenant offers no usable key, and not because of
 * the token.
 */
export function isUnreachable(error: unknown): boolean {
  // jose has a specific error class for each defect of a token. It throws its base class when the
  // key set answers anything but 200 with JSON, and the runtime's own error for a failed
  // connection.
  if (!(error instanceof errors.JOSEError)) return true
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  )
}

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), {
    cacheMaxAge: cacheMaxAgeMs,
    [customFetch]: fetchKeys,
  })
  keySets.set(issuer, keys)
  return keys
}

const Key = z.looseObject({
  kty: z.string(),
  use: z.optional(z.string()),
  alg: z.optional(z.string()),
})
const KeySet = z.object({ keys: z.array(Key) })

/**
 * Throws for a key set without a usable key: it is the tenant's fault, not the token's, and must
 * not replace the known keys.
 */
const fetchKeys: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options)
  if (response.status !== 200) return response
  const text = await response.text()
  const { keys = [] } = z.safeParse(KeySet, parseJson(text)).data ?? {}
  const areUsable = await Promise.all(keys.map(isUsableKey))
  if (!areUsable.includes(true)) throw new errors.JOSEError(`${url} has no usable key`)
  return new Response(text, response)
}

async function isUsableKey(key: z.infer<typeof Key>): Promise<boolean> {
  const { use = 'sig', alg = 'RS256', ...parts } = key
  if (parts.kty !== 'RSA' || use !== 'sig' || alg !== 'RS256') return false
  try {
    const imported = await importJWK(parts, alg)
    return imported instanceof CryptoKey && imported.type === 'public'
  } catch {
    return false
  }
}
