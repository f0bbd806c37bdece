import * as z from 'zod'
import type { TenantSettings } from './tenant-settings.ts'

const Configuration = z.looseObject({ issuer: z.string(), jwks_uri: z.string() })
const KeySet = z.looseObject({
  keys: z.array(z.looseObject({ kty: z.string(), alg: z.optional(z.string()) })),
})

/** Compares what every visitor can ask the tenant with what the site needs. */
export async function findSignInFaults({
  tenantOrigin,
  siteOrigin,
  clientId,
  audience,
}: TenantSettings): Promise<string[]> {
  const faults: string[] = []
  const configuration = Configuration.parse(
    await (await fetch(`${tenantOrigin}/.well-known/openid-configuration`)).json(),
  )
  if (configuration.issuer !== `${tenantOrigin}/`)
    faults.push(`issuer is ${configuration.issuer}, must be ${tenantOrigin}/`)
  const { keys } = KeySet.parse(await (await fetch(configuration.jwks_uri)).json())
  if (!keys.some(({ kty, alg = 'RS256' }) => kty === 'RSA' && alg === 'RS256'))
    faults.push(`${configuration.jwks_uri} has no key for RS256`)

  const callback = `${siteOrigin}/callback`
  const query = new URLSearchParams({
    client_id: clientId,
    audience,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'check',
    prompt: 'none',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const answer = await fetch(`${tenantOrigin}/authorize?${query}`, { redirect: 'manual' })
  const location = answer.headers.get('location') ?? ''
  if (
    !location.startsWith(`${callback}?`) ||
    new URL(location).searchParams.get('error') !== 'login_required'
  ) {
    faults.push(
      `a silent sign-in answers ${answer.status} ${location}, must send the visitor to ${callback} with login_required`,
    )
  }
  const preflight = await fetch(`${tenantOrigin}/co/authenticate`, {
    method: 'OPTIONS',
    headers: {
      origin: siteOrigin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  const allowed = preflight.headers.get('access-control-allow-origin')
  if (allowed !== siteOrigin)
    faults.push(
      `/co/authenticate allows the origin ${allowed ?? 'nobody'}, must allow ${siteOrigin}`,
    )
  return faults
}
