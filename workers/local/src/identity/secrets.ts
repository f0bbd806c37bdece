import { base64url, sha256 } from '@encre/worker/secrets'

/** SHA-256 as base64url: stored in place of a secret, and the S256 transformation of a verifier. */
export async function digest(secret: string): Promise<string> {
  return (await sha256(secret)).toBase64(base64url)
}
