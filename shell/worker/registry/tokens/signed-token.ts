import { secretValues } from '@encre/worker/secrets'
import * as z from 'zod/mini'

const encode = (text: string) => new TextEncoder().encode(text)
const base64 = { alphabet: 'base64url', omitPadding: true } as const

/**
 * `<JSON>.<HMAC>`, both in base64url. `purpose` is signed too, so that no token is valid for
 * another purpose.
 */
export async function signToken(secret: string, value: object, purpose = ''): Promise<string> {
  const [current] = secretValues('COMPOSITION_SECRET', secret)
  const payload = encode(JSON.stringify(value)).toBase64(base64)
  const signature = await crypto.subtle.sign(
    'HMAC',
    await importKey(current),
    encode(purpose + payload),
  )
  return `${payload}.${new Uint8Array(signature).toBase64(base64)}`
}

export async function readToken(secret: string, token: string, purpose = ''): Promise<unknown> {
  const [payload = '', signature = ''] = token.split('.')
  try {
    const given = Uint8Array.fromBase64(signature, { alphabet: 'base64url' })
    if (!(await isSigned(secret, given, encode(purpose + payload)))) return null
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: 'base64url' })),
    )
  } catch {
    return null
  }
}

async function isSigned(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  payload: Uint8Array,
): Promise<boolean> {
  for (const value of secretValues('COMPOSITION_SECRET', secret)) {
    if (await crypto.subtle.verify('HMAC', await importKey(value), signature, payload)) return true
  }
  return false
}

function importKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

/** The versions that one page got. `expires` in milliseconds since 1970. */
const PageClaims = z.object({
  visitor: z.string(),
  versions: z.record(z.string(), z.string()),
  expires: z.number(),
})
type PageClaims = z.infer<typeof PageClaims>

export async function signClaims(secret: string, claims: PageClaims): Promise<string> {
  return signToken(secret, claims)
}

export async function readClaims(secret: string, token: string): Promise<PageClaims | null> {
  const claims = z.safeParse(PageClaims, await readToken(secret, token))
  return claims.success && claims.data.expires > Date.now() ? claims.data : null
}
