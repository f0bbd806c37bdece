import type { Context } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'

/**
 * The values of a secret, separated by a comma while it is rotated: the first one signs, all are
 * accepted. Throws for an empty secret.
 */
export function secretValues(name: string, secret: string): [string, ...string[]] {
  const [current = '', ...leaving] = secret.split(',').map((value) => value.trim())
  if (!current || leaving.includes('')) {
    throw new Error(`${name} is empty. Set it to one value, or to two while it is rotated: new,old`)
  }
  return [current, ...leaving]
}

/** Whether the text is one of the secret's values. The time reveals nothing about a value. */
export async function isSecret(text: string, name: string, secret: string): Promise<boolean> {
  const values = secretValues(name, secret)
  const matches = await Promise.all(values.map((value) => timingSafeEqual(text, value)))
  return matches.includes(true)
}

/** The token of `Authorization: Bearer <token>`. */
export function readBearer(c: Pick<Context, 'req'>): string | undefined {
  return c.req.header('authorization')?.match(/^Bearer (\S+)$/i)?.[1]
}

/** How bytes are written in an address. */
export const base64url = { alphabet: 'base64url', omitPadding: true } as const

/** A new token of 128 random bits, for an address that opens without a sign-in. */
export function createToken(bytes = 16): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64(base64url)
}

/** The SHA-256 of a token, in hex. Databases store it instead of the token. */
export async function hashToken(token: string): Promise<string> {
  return (await sha256(token)).toHex()
}

/** The SHA-256 of bytes, or of a text in UTF-8. */
export async function sha256(content: BufferSource | string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** The key with which a secret signs and verifies. */
export function importHmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}
