import { Hono } from 'hono'
import type { App } from '../../app.ts'
import { passwordRealm } from '../clients.ts'
import { getSigningKey } from './signing-key-store.ts'
import { issuerOf } from './tokens.ts'

export const wellKnown = new Hono<App>()
  .get('/jwks.json', async (c) => {
    const { publicJwk } = await getSigningKey(c.env.DB)
    return c.json({ keys: [publicJwk] })
  })
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
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', passwordRealm],
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
      claims_supported: ['aud', 'email', 'email_verified', 'exp', 'iat', 'iss', 'name', 'nickname', 'nonce', 'sid', 'sub', 'updated_at'],
    })
  })
