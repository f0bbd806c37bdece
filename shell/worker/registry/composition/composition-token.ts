import * as z from 'zod/mini'
import { readToken, signToken } from '../tokens/signed-token.ts'

/** The versions that one page got. `expires` in milliseconds since 1970. */
const PageClaims = z.object({ visitor: z.string(), versions: z.record(z.string(), z.string()), expires: z.number() })
type PageClaims = z.infer<typeof PageClaims>

export async function signClaims(secret: string, claims: PageClaims): Promise<string> {
  return signToken(secret, claims)
}

/** The claims of a valid token. Null if the site did not sign it, or if it has expired. */
export async function readClaims(secret: string, token: string): Promise<PageClaims | null> {
  const claims = z.safeParse(PageClaims, await readToken(secret, token))
  return claims.success && claims.data.expires > Date.now() ? claims.data : null
}
