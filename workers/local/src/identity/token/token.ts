import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { authenticateClient, passwordRealm } from '../clients.ts'
import { readFields, refuse } from '../oauth-error.ts'
import { authorizationCode } from './authorization-code.ts'
import { clientCredentials, type Grant, password, refreshToken } from './grant.ts'

const grants = new Map<string, Grant>([
  ['authorization_code', authorizationCode],
  ['client_credentials', clientCredentials],
  [passwordRealm, password],
  ['refresh_token', refreshToken],
])

const Body = z.record(z.string(), z.string())

export const token = new Hono<App>().post('/', async (c) => {
  const body = z.safeParse(Body, await readFields(c))
  if (!body.success) return refuse(c, 400, 'invalid_request', 'Expected a form or a JSON object of strings.')
  const { grant_type: type = '' } = body.data
  const grant = grants.get(type)
  if (!grant) return refuse(c, 403, 'unsupported_grant_type', `Unsupported grant type: ${type}`)

  const { client_id: id = '', client_secret: secret = '' } = body.data
  const client = await authenticateClient(c.env, id, secret)
  if (!client) return refuse(c, 401, 'access_denied', 'Unauthorized')
  if (!client.grants.includes(type)) return refuse(c, 403, 'unauthorized_client', `Grant type '${type}' not allowed for the client.`)
  return grant(c, client, body.data)
})
