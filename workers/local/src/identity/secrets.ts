/** 32 random bytes as base64url: tickets, codes, cookies. */
export function createSecret(): string {
  return crypto
    .getRandomValues(new Uint8Array(32))
    .toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** SHA-256 as base64url: stored in place of a secret, and the S256 transformation of a verifier. */
export async function digest(secret: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Compares digests of equal length, so that the time reveals nothing. */
export async function isSameSecret(one: string, other: string): Promise<boolean> {
  const encoder = new TextEncoder()
  return crypto.subtle.timingSafeEqual(
    encoder.encode(await digest(one)),
    encoder.encode(await digest(other)),
  )
}
