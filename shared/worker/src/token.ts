/** A new token of 128 random bits, for an address that opens by itself. */
export function createToken(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The SHA-256 of a token, in hex: databases keep this and not the token. */
export async function hashToken(token: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toHex()
}
