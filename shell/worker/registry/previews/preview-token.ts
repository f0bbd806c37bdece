import * as z from 'zod/mini'
import { readToken, signToken } from '../tokens/signed-token.ts'

/** What a preview link shows in place of one remote's version: an uploaded version, or the live build at an origin. */
const PreviewClaims = z.object({
  remote: z.string(),
  version: z.optional(z.string()),
  live: z.optional(z.string()),
  /** Milliseconds since 1970. */
  expires: z.number(),
})
export type PreviewClaims = z.infer<typeof PreviewClaims>

const purpose = 'preview '

export async function signPreview(secret: string, claims: PreviewClaims): Promise<string> {
  return signToken(secret, claims, purpose)
}

/** The claims of a valid preview link. Null if the site did not sign it, or if it has expired. */
export async function readPreviewClaims(secret: string, token: string): Promise<PreviewClaims | null> {
  const claims = z.safeParse(PreviewClaims, await readToken(secret, token, purpose))
  return claims.success && claims.data.expires > Date.now() ? claims.data : null
}
