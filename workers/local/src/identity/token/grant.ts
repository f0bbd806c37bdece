import type { Context } from 'hono'
import type { App } from '../../app.ts'
import type { Client } from '../clients.ts'
import type { User } from '../users/users-store.ts'
import { createRefreshToken } from './refresh-tokens-store.ts'
import { hasScope, issuerOf, signAccessToken, signIdToken } from './tokens.ts'

/** One grant type. The caller has checked the client and its permission to use it. */
export type Grant = (c: Context<App>, client: Client, fields: Record<string, string>) => Promise<Response>

export interface MemberGrant {
  user: User
  clientId: string
  audience: string | null
  scope: string
  nonce: string | null
  sessionId: string | null
  /** When the member signed in, in seconds since 1970, for an ID token of a request with `max_age`. */
  authTime?: number | undefined
  /** The family of refresh tokens that this one continues; null starts a new family. */
  family: string | null
  gty?: 'password'
}

export async function answerWithTokens(c: Context<App>, grant: MemberGrant): Promise<Response> {
  const { user, clientId, audience, scope, sessionId } = grant
  const db = c.env.DB
  const issuer = issuerOf(c.req.url)
  const seconds = Number(c.env.ACCESS_TOKEN_SECONDS)
  const isOffline = hasScope(scope, 'offline_access') && sessionId !== null
  c.header('Cache-Control', 'no-store')
  return c.json({
    access_token: await signAccessToken(db, {
      issuer,
      subject: user.id,
      clientId,
      audience,
      scope,
      seconds,
      ...(grant.gty && { gty: grant.gty }),
    }),
    ...(hasScope(scope, 'openid') && { id_token: await signIdToken(db, { issuer, ...grant }) }),
    ...(isOffline && {
      refresh_token: await createRefreshToken(db, { userId: user.id, clientId, sessionId, audience, scope, family: grant.family }),
    }),
    scope,
    expires_in: seconds,
    token_type: 'Bearer',
  })
}
