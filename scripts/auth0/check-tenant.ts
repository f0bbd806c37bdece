import * as z from 'zod'
import { isValues, type TenantPart, type Values } from './required-settings.ts'
import type { TenantSettings } from './tenant-settings.ts'

const Configuration = z.looseObject({ issuer: z.string(), jwks_uri: z.string() })
const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string(), alg: z.optional(z.string()) })) })

export async function checkTenant(parts: TenantPart[]): Promise<string[]> {
  const differences: string[] = []
  for (const { name, wanted, find, create, update, byHand } of parts) {
    const found = await find()
    const differing = found ? findDifferences(wanted, found) : ['it does not exist']
    const remedy = (found ? update : create) || !byHand ? '' : ` (${byHand})`
    differences.push(...differing.map((text) => `${name}: ${text}${remedy}`))
  }
  return differences
}

export async function checkPublicSettings({ tenantOrigin, siteOrigin, clientId, audience }: TenantSettings): Promise<string[]> {
  const differences: string[] = []
  const configuration = Configuration.parse(await (await fetch(`${tenantOrigin}/.well-known/openid-configuration`)).json())
  if (configuration.issuer !== `${tenantOrigin}/`) differences.push(`issuer is ${configuration.issuer}, must be ${tenantOrigin}/`)
  const { keys } = KeySet.parse(await (await fetch(configuration.jwks_uri)).json())
  if (!keys.some(({ kty, alg = 'RS256' }) => kty === 'RSA' && alg === 'RS256'))
    differences.push(`${configuration.jwks_uri} has no key for RS256`)

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
  if (!location.startsWith(`${callback}?`) || new URL(location).searchParams.get('error') !== 'login_required') {
    differences.push(`a silent sign-in answers ${answer.status} ${location}, must send the visitor to ${callback} with login_required`)
  }
  const preflight = await fetch(`${tenantOrigin}/co/authenticate`, {
    method: 'OPTIONS',
    headers: { origin: siteOrigin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  const allowed = preflight.headers.get('access-control-allow-origin')
  if (allowed !== siteOrigin) differences.push(`/co/authenticate allows the origin ${allowed ?? 'nobody'}, must allow ${siteOrigin}`)
  return differences
}

/** Changes each setting that differs. With `isPlan` it only says what it would do. Returns the number of changes. */
export async function setUpTenant(parts: TenantPart[], isPlan: boolean, say: (sentence: string) => void): Promise<number> {
  let changes = 0
  for (const { name, wanted, find, create, update, byHand } of parts) {
    const found = await find()
    const differences = found ? findDifferences(wanted, found) : []
    if (found && differences.length === 0) {
      say(`${name}: as it must be`)
      continue
    }
    const change = found ? update && (async () => void (await update(found))) : create
    if (!change) {
      say(`${name}: by hand: ${byHand ?? differences.join(', ')}`)
      continue
    }
    changes += 1
    const what = found ? differences.join(', ') : 'does not exist'
    if (isPlan) {
      say(`${name}: would be ${found ? 'changed' : 'created'}: ${what}`)
      continue
    }
    const next = await change()
    say(`${name}: ${found ? 'changed' : 'created'}${next ? `: ${next}` : ''}`)
  }
  return changes
}

/** Settings that `wanted` does not name may have any value. Lists are equal in any order: a callback too many is a difference too. */
function findDifferences(wanted: Values, actual: Values, path = ''): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = actual[name]
    if (isValues(value)) return findDifferences(value, isValues(found) ? found : {}, `${path}${name}.`)
    return toText(value) === toText(found) ? [] : [`${path}${name} is ${toText(found)}, must be ${toText(value)}`]
  })
}

function toText(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value) ?? 'not set'
}
