import { base64url, importHmacKey, secretValues } from '@encre/worker/secrets'
import * as z from 'zod/mini'

const encode = (text: string) => new TextEncoder().encode(text)

/**
 * `<JSON>.<HMAC>`, both in base64url. `purpose` is signed too, so that no token is valid for
 * another purpose.
 */
export async function signToken(secret: string, value: object, purpose = ''): Promise<string> {
  const [current] = secretValues('COMPOSITION_SECRET', secret)
  const payload = encode(JSON.stringify(value)).toBase64(base64url)
  const signature = await crypto.subtle.sign(
    'HMAC',
    await importHmacKey(current),
    encode(purpose + payload),
  )
  return `${payload}.${new Uint8Array(signature).toBase64(base64url)}`
}

export async function readToken(secret: string, token: string, purpose = ''): Promise<unknown> {
  const [payload = '', signature = ''] = token.split('.')
  try {
    const given = Uint8Array.fromBase64(signature, base64url)
    if (!(await isSigned(secret, given, encode(purpose + payload)))) return null
    return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(payload, base64url)))
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
    if (await crypto.subtle.verify('HMAC', await importHmacKey(value), signature, payload))
      return true
  }
  return false
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
