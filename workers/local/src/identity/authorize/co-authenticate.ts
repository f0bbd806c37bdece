import { createToken } from '@encre/worker/secrets'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { isSite, passwordRealm, refuse } from '../oauth.ts'
import { issueOneTimeSecret, ticketKind } from '../one-time-store.ts'
import { digest } from '../secrets.ts'
import {
  callerAddress,
  checkCredentials,
  tooManyAttempts,
  wrongCredentials,
} from '../users/credentials.ts'
import { markBrowser } from './sessions.ts'

const Body = z.object({
  client_id: z.string(),
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  realm: z.string(),
  credential_type: z.string(),
})

/**
 * The site's form exchanges a password for a ticket and spends the ticket in its redirect to
 * `/authorize`.
 */
export const coAuthenticate = new Hono<App>().post('/', async (c) => {
  const body = z.safeParse(Body, await c.req.json().catch(() => null))
  if (!body.success) return refuse(c, 400, 'invalid_request', 'Missing or malformed parameters.')
  const { client_id: clientId, username, password, realm, credential_type } = body.data
  if (c.req.header('origin') !== c.env.SITE_ORIGIN || !isSite(c.env, clientId)) {
    return refuse(c, 401, 'unauthorized_client', 'Cross origin login not allowed.')
  }
  if (credential_type !== passwordRealm)
    return refuse(c, 400, 'unsupported_credential_type', 'Unknown credential type.')
  if (realm !== c.env.AUTH0_CONNECTION) return refuse(c, 400, 'invalid_request', 'Unknown realm.')

  const user = await checkCredentials(c.env.DB, {
    email: username,
    password,
    address: callerAddress(c),
  })
  if (user === 'too-many-attempts') return refuse(c, 429, 'too_many_attempts', tooManyAttempts)
  if (user === 'wrong') return refuse(c, 403, 'access_denied', wrongCredentials)

  const browser = await digest(markBrowser(c))
  const ticket = await issueOneTimeSecret(c.env.DB, ticketKind, user.id, { clientId, browser })
  c.header('Cache-Control', 'no-store')
  return c.json({ login_ticket: ticket, co_verifier: createToken(32), co_id: createToken(32) })
})
