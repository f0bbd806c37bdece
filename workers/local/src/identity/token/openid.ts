import { readBearer } from '@encre/worker/secrets'
import { Hono } from 'hono'
import type { App } from '../../app.ts'
import { passwordRealm } from '../oauth.ts'
import { findUser, profileOf } from '../users/users-store.ts'
import { getPublicKey, issuerOf, verifyAccessToken } from './tokens.ts'

export const userinfo = new Hono<App>().on(['GET', 'POST'], '/', async (c) => {
  const issuer = issuerOf(c.req.url)
  const token = readBearer(c)
  const claims = token
    ? await verifyAccessToken(c.env.DB, token, issuer, `${issuer}userinfo`)
    : null
  const user = claims?.sub ? await findUser(c.env.DB, claims.sub) : null
  if (!claims || !user) {
    c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
    return c.text('Unauthorized', 401)
  }
  c.header('Cache-Control', 'no-store')
  return c.json({
    sub: user.id,
    ...profileOf(user, typeof claims.scope === 'string' ? claims.scope : ''),
  })
})

export const wellKnown = new Hono<App>()
  .get('/jwks.json', async (c) => c.json({ keys: [await getPublicKey(c.env.DB)] }))
  .get('/openid-configuration', (c) => {
    const issuer = issuerOf(c.req.url)
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}authorize`,
      token_endpoint: `${issuer}oauth/token`,
      userinfo_endpoint: `${issuer}userinfo`,
      jwks_uri: `${issuer}.well-known/jwks.json`,
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'web_message'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        passwordRealm,
      ],
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
      claims_supported: [
        'aud',
        'email',
        'email_verified',
        'exp',
        'iat',
        'iss',
        'name',
        'nickname',
        'nonce',
        'sid',
        'sub',
        'updated_at',
      ],
    })
  })
