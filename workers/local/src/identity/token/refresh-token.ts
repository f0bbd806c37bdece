import { refuse } from '../oauth-error.ts'
import { findUser } from '../users/users-store.ts'
import { answerWithTokens, type Grant } from './grant.ts'
import { spendRefreshToken } from './refresh-tokens-store.ts'

/** On 'invalid refresh token' the SDK signs in again. */
export const refreshToken: Grant = async (c, client, fields) => {
  const spent = await spendRefreshToken(c.env.DB, fields.refresh_token ?? '', client.id)
  const user = spent && (await findUser(c.env.DB, spent.userId))
  if (!spent || !user) return refuse(c, 403, 'invalid_grant', 'Unknown or invalid refresh token.')
  return answerWithTokens(c, { ...spent, user, clientId: client.id, nonce: null })
}
