import * as z from 'zod/mini'

/** The versions that one page got. `expires` in milliseconds since 1970. */
const PageClaims = z.object({ visitor: z.string(), versions: z.record(z.string(), z.string()), expires: z.number() })
export type PageClaims = z.infer<typeof PageClaims>

const encode = (text: string) => new TextEncoder().encode(text)
const base64 = { alphabet: 'base64url', omitPadding: true } as const

export async function signClaims(secret: string, claims: PageClaims): Promise<string> {
  const payload = encode(JSON.stringify(claims)).toBase64(base64)
  const signature = await crypto.subtle.sign('HMAC', await importKey(secret), encode(payload))
  return `${payload}.${new Uint8Array(signature).toBase64(base64)}`
}

/** The claims of a valid token. Null if the site did not sign it, or if it has expired. */
export async function readClaims(secret: string, token: string): Promise<PageClaims | null> {
  const [payload = '', signature = ''] = token.split('.')
  try {
    const given = Uint8Array.fromBase64(signature, { alphabet: 'base64url' })
    if (!(await crypto.subtle.verify('HMAC', await importKey(secret), given, encode(payload)))) return null
    const text = new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: 'base64url' }))
    const claims = z.parse(PageClaims, JSON.parse(text))
    return claims.expires > Date.now() ? claims : null
  } catch {
    return null
  }
}

function importKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
