import { refuse } from '../oauth-error.ts'
import type { Grant } from './grant.ts'
import { issuerOf, signAccessToken } from './tokens.ts'

const seconds = 86_400
const managementScopes = ['read:users', 'update:users', 'delete:users', 'read:clients']

/** A token for the account worker itself. The Management API accepts it; members' routes refuse it. */
export const clientCredentials: Grant = async (c, client, { audience = '', scope }) => {
  if (audience !== c.env.AUTH0_MGMT_AUDIENCE) {
    return refuse(c, 403, 'access_denied', `Client is not authorized to access "${audience}".`)
  }
  const asked = scope ? scope.split(' ') : managementScopes
  const granted = managementScopes.filter((name) => asked.includes(name)).join(' ')
  const accessToken = await signAccessToken(c.env.DB, {
    issuer: issuerOf(c.req.url),
    subject: `${client.id}@clients`,
    clientId: client.id,
    audience,
    scope: granted,
    seconds,
    gty: 'client-credentials',
  })
  c.header('Cache-Control', 'no-store')
  return c.json({ access_token: accessToken, scope: granted, expires_in: seconds, token_type: 'Bearer' })
}
