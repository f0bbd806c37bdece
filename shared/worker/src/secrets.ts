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

/** A new token of 128 random bits, for an address that opens without a sign-in. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The SHA-256 of a token, in hex. Databases store it instead of the token. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return new Uint8Array(digest).toHex()
}
