import { Hono } from 'hono'
import type { App } from '../../app.ts'
import { findUser, profileOf } from '../users/users-store.ts'
import { bearerToken, issuerOf, verifyAccessToken } from './tokens.ts'

export const userinfo = new Hono<App>().on(['GET', 'POST'], '/', async (c) => {
  const issuer = issuerOf(c.req.url)
  const token = bearerToken(c.req.header('authorization'))
  const claims = token ? await verifyAccessToken(c.env.DB, token, issuer, `${issuer}userinfo`) : null
  const user = claims?.sub ? await findUser(c.env.DB, claims.sub) : null
  if (!claims || !user) {
    c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
    return c.text('Unauthorized', 401)
  }
  c.header('Cache-Control', 'no-store')
  return c.json({ sub: user.id, ...profileOf(user, typeof claims.scope === 'string' ? claims.scope : '') })
})
