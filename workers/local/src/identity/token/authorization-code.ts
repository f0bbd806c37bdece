import { refuse } from '../oauth-error.ts'
import { codeKind, isRemembered, spendOneTimeSecret, takeReplayedSecret } from '../one-time-store.ts'
import { digest } from '../secrets.ts'
import { findUser } from '../users/users-store.ts'
import { answerWithTokens, type Grant } from './grant.ts'
import { deleteFamily } from './refresh-tokens-store.ts'

/**
 * Any use spends a code, right or wrong, so that nothing is left to guess. A second use means that the code was stolen: the refresh
 * tokens that it opened end (RFC 6749, 4.1.2). Access tokens are verified without the tenant and live until they expire.
 */
export const authorizationCode: Grant = async (c, client, fields) => {
  const db = c.env.DB
  const code = fields.code ?? ''
  const spent = await spendOneTimeSecret(db, codeKind, code)
  if (!spent) {
    const replayed = await takeReplayedSecret(db, codeKind, code)
    if (replayed) await deleteFamily(db, replayed.family)
  }
  if (!spent || spent.data.clientId !== client.id || spent.data.redirectUri !== fields.redirect_uri) {
    return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
  }
  if ((await digest(fields.code_verifier ?? '')) !== spent.data.challenge) {
    return refuse(c, 403, 'invalid_grant', 'Failed to verify code verifier')
  }
  const user = await findUser(db, spent.userId)
  if (!user) return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
  const answer = await answerWithTokens(c, { ...spent.data, user })
  if (await isRemembered(db, codeKind, code)) return answer

  // The code came a second time while these tokens were made.
  await deleteFamily(db, spent.data.family)
  return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
}
