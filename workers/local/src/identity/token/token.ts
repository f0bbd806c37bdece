import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import {
  authenticateClient,
  type Client,
  grantScopes,
  passwordRealm,
  readFields,
  refuse,
} from '../oauth.ts'
import { codeKind, spendOneTimeSecret, takeReplayedSecret } from '../one-time-store.ts'
import { digest } from '../secrets.ts'
import {
  callerAddress,
  checkCredentials,
  tooManyAttempts,
  wrongCredentials,
} from '../users/credentials.ts'
import { findUser, type User } from '../users/users-store.ts'
import { createRefreshToken, deleteFamily, spendRefreshToken } from './refresh-tokens-store.ts'
import { hasScope, issuerOf, signAccessToken, signIdToken } from './tokens.ts'

type Grant = (c: Context<App>, client: Client, fields: Record<string, string>) => Promise<Response>

interface MemberGrant {
  user: User
  clientId: string
  audience: string | null
  scope: string
  nonce: string | null
  sessionId: string | null
  /** In seconds since 1970, for an ID token of a request with `max_age`. */
  authTime?: number | undefined
  family: string | null
  gty?: 'password'
}

const memberTokenSeconds = 900

async function answerWithTokens(c: Context<App>, grant: MemberGrant): Promise<Response> {
  const { user, clientId, audience, scope, sessionId } = grant
  const db = c.env.DB
  const issuer = issuerOf(c.req.url)
  const isOffline = hasScope(scope, 'offline_access') && sessionId !== null
  c.header('Cache-Control', 'no-store')
  return c.json({
    access_token: await signAccessToken(db, {
      issuer,
      subject: user.id,
      clientId,
      audience,
      scope,
      seconds: memberTokenSeconds,
      emailVerified: user.emailVerified === 1,
      ...(grant.gty && { gty: grant.gty }),
    }),
    ...(hasScope(scope, 'openid') && { id_token: await signIdToken(db, { issuer, ...grant }) }),
    ...(isOffline && {
      refresh_token: await createRefreshToken(db, {
        userId: user.id,
        clientId,
        sessionId,
        audience,
        scope,
        family: grant.family,
      }),
    }),
    scope,
    expires_in: memberTokenSeconds,
    token_type: 'Bearer',
  })
}

const machineTokenSeconds = 86_400
const managementScopes = [
  'update:users',
  'delete:users',
  'delete:sessions',
  'delete:refresh_tokens',
]

/**
 * A token for the account worker itself. The Management API accepts it; members' routes refuse it.
 */
const clientCredentials: Grant = async (c, client, { audience = '', scope }) => {
  if (audience !== c.env.AUTH0_MGMT_AUDIENCE) {
    return refuse(c, 403, 'access_denied', `Client is not authorized to access "${audience}".`)
  }
  const granted = grantScopes(managementScopes, scope || managementScopes.join(' '))
  const accessToken = await signAccessToken(c.env.DB, {
    issuer: issuerOf(c.req.url),
    subject: `${client.id}@clients`,
    clientId: client.id,
    audience,
    scope: granted,
    seconds: machineTokenSeconds,
    gty: 'client-credentials',
  })
  c.header('Cache-Control', 'no-store')
  return c.json({
    access_token: accessToken,
    scope: granted,
    expires_in: machineTokenSeconds,
    token_type: 'Bearer',
  })
}

/**
 * Lets the account worker check a password. Only that client may send the member's address as
 * `auth0-forwarded-for`.
 */
const password: Grant = async (
  c,
  client,
  { username = '', password = '', realm, scope = 'openid', audience },
) => {
  if (realm !== c.env.AUTH0_CONNECTION)
    return refuse(c, 403, 'unauthorized_client', 'Unknown or invalid realm.')
  if (audience !== undefined && audience !== c.env.AUTH0_AUDIENCE)
    return refuse(c, 403, 'access_denied', `Service not found: ${audience}`)

  const address = c.req.header('auth0-forwarded-for') ?? callerAddress(c)
  const user = await checkCredentials(c.env.DB, { email: username, password, address })
  if (user === 'too-many-attempts') return refuse(c, 429, 'too_many_attempts', tooManyAttempts)
  if (user === 'wrong') return refuse(c, 403, 'invalid_grant', wrongCredentials)

  const granted = grantScopes(['openid', 'profile', 'email'], scope)
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

/** On 'invalid refresh token' the SDK signs in again. */
const refreshToken: Grant = async (c, client, fields) => {
  const spent = await spendRefreshToken(c.env.DB, fields.refresh_token ?? '', client.id)
  const user = spent && (await findUser(c.env.DB, spent.userId))
  if (!spent || !user) return refuse(c, 403, 'invalid_grant', 'Unknown or invalid refresh token.')
  return answerWithTokens(c, { ...spent, user, clientId: client.id, nonce: null })
}

/**
 * Any use spends a code, right or wrong. A second use means theft: the refresh tokens that the code
 * opened end (RFC 6749, 4.1.2).
 */
const authorizationCode: Grant = async (c, client, fields) => {
  const db = c.env.DB
  const code = fields.code ?? ''
  const spent = await spendOneTimeSecret(db, codeKind, code)
  if (!spent) {
    const replayed = await takeReplayedSecret(db, codeKind, code)
    if (replayed) await deleteFamily(db, replayed.family)
  }
  if (
    !spent ||
    spent.data.clientId !== client.id ||
    spent.data.redirectUri !== fields.redirect_uri
  ) {
    return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
  }
  if ((await digest(fields.code_verifier ?? '')) !== spent.data.challenge) {
    return refuse(c, 403, 'invalid_grant', 'Failed to verify code verifier')
  }
  const user = await findUser(db, spent.userId)
  if (!user) return refuse(c, 403, 'invalid_grant', 'Invalid authorization code')
  return answerWithTokens(c, { ...spent.data, user })
}

const grants = new Map<string, Grant>([
  ['authorization_code', authorizationCode],
  ['client_credentials', clientCredentials],
  [passwordRealm, password],
  ['refresh_token', refreshToken],
])

const Body = z.record(z.string(), z.string())

export const token = new Hono<App>().post('/', async (c) => {
  const body = z.safeParse(Body, await readFields(c))
  if (!body.success)
    return refuse(c, 400, 'invalid_request', 'Expected a form or a JSON object of strings.')
  const { grant_type: type = '' } = body.data
  const grant = grants.get(type)
  if (!grant) return refuse(c, 403, 'unsupported_grant_type', `Unsupported grant type: ${type}`)

  const { client_id: id = '', client_secret: secret = '' } = body.data
  const client = await authenticateClient(c.env, id, secret)
  if (!client) return refuse(c, 401, 'access_denied', 'Unauthorized')
  if (!client.grants.includes(type))
    return refuse(c, 403, 'unauthorized_client', `Grant type '${type}' not allowed for the client.`)
  return grant(c, client, body.data)
})
