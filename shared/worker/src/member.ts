import type { SharedProblem } from '@encre/protocol/problem'
import { createMiddleware } from 'hono/factory'
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type FetchImplementation, importJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { logError } from './log.ts'
import { problem } from './problem.ts'

export interface AuthBindings {
  /** The tenant: `tenant.eu.auth0.com`, or an origin if it is not https. Several, separated by commas, when a custom domain replaces an old one. */
  AUTH0_DOMAIN: string
  AUTH0_AUDIENCE: string
}

/** Seconds by which the tenant's clock may differ from ours. */
const clockTolerance = 5

/** An hour: known keys keep working while the tenant is unavailable, and a revoked key expires. */
const cacheMaxAge = 60 * 60 * 1000

/** A page sends many requests with one token, so a verified token is cached for a minute, never past its expiry. */
const verifiedFor = 60 * 1000
const verified = new Map<string, { memberId: string; until: number }>()

// One per issuer and isolate: jose caches the keys and fetches again early only for an unknown key id.
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
 * Accepts a signed-in member and sets `c.var.memberId` and `c.var.accessToken`. Answers 401 `permission-denied` to any other token:
 * wrong issuer or audience, not RS256, expired, no subject, a machine's token. Answers 503 `unavailable` while the tenant offers no usable
 * key. Every answer to a member has `Cache-Control: private, no-store`.
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
  c.header('Cache-Control', 'private, no-store')

  function refuse() {
    c.header('WWW-Authenticate', 'Bearer')
    return problem<SharedProblem>(c, 401, 'permission-denied')
  }
})

/** The member id of an access token. Throws a `JOSEError` for a refused token, and another error when the keys are unavailable. */
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
  if (typeof sub !== 'string' || sub === '' || isMachine(sub, gty)) throw new errors.JWTInvalid('not a member')
  return { sub, exp }
}

/** Auth0 marks machines with `gty`. Its access tokens of the RFC 9068 profile have no such claim, only a subject that ends in `@clients`. */
function isMachine(subject: string, grant: unknown): boolean {
  return grant === 'client-credentials' || subject.endsWith('@clients')
}

// jose has a specific error class for each defect of a token. It throws its base class when the key set answers anything but 200 with
// JSON, and the runtime's own error for a failed connection.
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), { cacheMaxAge, [customFetch]: fetchKeys })
  keySets.set(issuer, keys)
  return keys
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.optional(z.string()), alg: z.optional(z.string()) })) })

/** Throws for a key set without a usable key: it is the tenant's fault, not the token's, and must not replace the known keys. */
const fetchKeys: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options)
  if (response.status !== 200) return response
  const text = await response.text()
  const parsed = z.safeParse(KeySet, parseJson(text))
  const isUsable = parsed.success && (await Promise.all(parsed.data.keys.map(isUsableKey))).includes(true)
  if (!isUsable) throw new errors.JOSEError(`${url} has no usable key`)
  return new Response(text, response)
}

async function isUsableKey({ use = 'sig', alg = 'RS256', ...key }: z.infer<typeof KeySet>['keys'][number]): Promise<boolean> {
  if (key.kty !== 'RSA' || use !== 'sig' || alg !== 'RS256') return false
  return importJWK(key, alg).then(
    (imported) => imported instanceof CryptoKey && imported.type === 'public',
    () => false,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
