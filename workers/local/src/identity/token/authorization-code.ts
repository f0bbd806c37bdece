import { refuse } from '../oauth-error.ts'
import { codeKind, spendOneTimeSecret } from '../one-time-store.ts'
import { digest } from '../secrets.ts'
import { findUser } from '../users/users-store.ts'
import { answerWithTokens, type Grant } from './grant.ts'

/** Any request spends its code, valid or not, so that a stolen code cannot be tried again. */
export const authorizationCode: Grant = async (c, client, fields) => {
  const spent = await spendOneTimeSecret(c.env.DB, codeKind, fields.code ?? '')
  if (!spent || spent.data.clientId !== client.id || spent.data.redirectUri !== fields.redirect_uri) {
    return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
  }
  if ((await digest(fields.code_verifier ?? '')) !== spent.data.challenge) {
    return refuse(c, 403, 'invalid_grant', 'Failed to verify code verifier')
  }
  const user = await findUser(c.env.DB, spent.userId)
  if (!user) return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
  return answerWithTokens(c, { ...spent.data, user, family: null })
}
