import { refuse } from '../oauth-error.ts'
import { callerAddress, checkCredentials, tooManyAttempts, wrongCredentials } from '../users/credentials.ts'
import { answerWithTokens, type Grant } from './grant.ts'

/** Lets the account worker check a password. Only that client may send the member's address as `auth0-forwarded-for`. */
export const password: Grant = async (c, client, { username = '', password = '', realm, scope = 'openid', audience }) => {
  if (realm !== c.env.AUTH0_CONNECTION) return refuse(c, 403, 'unauthorized_client', 'Unknown or invalid realm.')
  if (audience !== undefined && audience !== c.env.AUTH0_AUDIENCE) return refuse(c, 403, 'access_denied', `Service not found: ${audience}`)

  const address = c.req.header('auth0-forwarded-for') ?? callerAddress(c)
  const user = await checkCredentials(c.env.DB, { email: username, password, address })
  if (user === 'too-many-attempts') return refuse(c, 429, 'too_many_attempts', tooManyAttempts)
  if (user === 'wrong') return refuse(c, 403, 'invalid_grant', wrongCredentials)

  const granted = ['openid', 'profile', 'email'].filter((name) => scope.split(' ').includes(name)).join(' ')
  return answerWithTokens(c, {
    user,
    clientId: client.id,
    audience: audience ?? null,
    scope: granted || 'openid',
    nonce: null,
    sessionId: null,
    family: null,
    gty: 'password',
  })
}
