import { createRemoteJWKSet, customFetch, decodeJwt, errors, type FetchImplementation, importJWK, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'

/** Seconds by which the tenant's clock may differ from ours. */
export const clockToleranceSeconds = 5

/** Known keys are used for this time while the tenant is unavailable. A revoked key is accepted no longer. */
const cacheMaxAgeMs = 60 * 60 * 1000

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
 * The claims of a token that one of the tenants in `domains` signed for `audience`: an access token for an API, an ID token for a client.
 * Throws a `JOSEError` for a refused token, and an error for which `isUnreachable` holds while the tenant offers no usable key.
 */
export async function verifyTenantToken(
  token: string,
  { domains, audience }: { domains: string; audience: string },
): Promise<JWTPayload & { sub: string; exp: number }> {
  const claimed = decodeJwt(token).iss
  const issuer = tenantOrigins(domains)
    .map((origin) => `${origin}/`)
    .find((known) => known === claimed)
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

/** Whether `verifyTenantToken` failed because the tenant offers no usable key, and not because of the token. */
export function isUnreachable(error: unknown): boolean {
  // jose has a specific error class for each defect of a token. It throws its base class when the key set answers anything but 200 with
  // JSON, and the runtime's own error for a failed connection.
  if (!(error instanceof errors.JOSEError)) return true
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), { cacheMaxAge: cacheMaxAgeMs, [customFetch]: fetchKeys })
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
