import { readBearer } from '@encre/worker/secrets'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { deleteSessions } from '../authorize/sessions.ts'
import { deleteRefreshTokens } from '../token/refresh-tokens-store.ts'
import { hasScope, issuerOf, verifyAccessToken } from '../token/tokens.ts'
import { hashPassword, passwordRefusals, refusePassword } from '../users/credentials.ts'
import {
  deleteUser,
  findUser,
  renameUser,
  replacePassword,
  type User,
} from '../users/users-store.ts'

const Change = z.strictObject({
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  password: z.optional(z.string().check(z.minLength(1))),
  connection: z.optional(z.string()),
})

const requireUser = createMiddleware<App>(async (c, next) =>
  (await findUser(c.env.DB, c.req.param('id') ?? '')) ? next() : refuseUnknownUser(c),
)

/** `/api/v2/users/:id`, for a client-credentials token with the scope. */
export const managementUsers = new Hono<App>()
  .patch('/:id', requireScope('update:users'), async (c) => {
    const change = z.safeParse(Change, await c.req.json().catch(() => null))
    if (!change.success) return refuse(c, 400, 'Payload validation error', 'invalid_body')
    const { name, password, connection } = change.data
    if (connection !== undefined && connection !== c.env.AUTH0_CONNECTION) {
      return refuse(c, 400, 'The connection does not exist.', 'inexistent_connection')
    }
    const user = await findUser(c.env.DB, c.req.param('id'))
    if (!user) return refuseUnknownUser(c)
    // Like Auth0, without an errorCode: only the message has the reason.
    const refusal = password === undefined ? null : refusePassword(password, user)
    if (refusal) return refuse(c, 400, `${refusal}: ${passwordRefusals[refusal].message}`)

    if (name !== undefined) await renameUser(c.env.DB, user.id, name)
    if (password !== undefined)
      await replacePassword(c.env.DB, user.id, await hashPassword(password))
    const changed = await findUser(c.env.DB, user.id)
    return changed ? c.json(toManagement(changed, c.env.AUTH0_CONNECTION)) : refuseUnknownUser(c)
  })
  .delete('/:id/sessions', requireScope('delete:sessions'), requireUser, async (c) => {
    await deleteSessions(c.env.DB, c.req.param('id'))
    return c.json({}, 202)
  })
  .delete('/:id/refresh-tokens', requireScope('delete:refresh_tokens'), requireUser, async (c) => {
    await deleteRefreshTokens(c.env.DB, c.req.param('id'))
    return c.json({}, 202)
  })
  // Like Auth0, 204 for an unknown user too.
  .delete('/:id', requireScope('delete:users'), async (c) => {
    await deleteUser(c.env.DB, c.req.param('id'))
    return c.body(null, 204)
  })

function requireScope(scope: string) {
  return createMiddleware<App>(async (c, next) => {
    const token = readBearer(c)
    if (!token) return refuse(c, 401, 'Missing authentication')
    const claims = await verifyAccessToken(
      c.env.DB,
      token,
      issuerOf(c.req.url),
      c.env.AUTH0_MGMT_AUDIENCE,
    )
    if (!claims) return refuse(c, 401, 'Invalid token')
    if (!hasScope(String(claims.scope), scope)) {
      return refuse(c, 403, `Insufficient scope, expected any of: ${scope}`, 'insufficient_scope')
    }
    await next()
  })
}

const reasons: Partial<Record<ContentfulStatusCode, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
}

function refuse(
  c: Context,
  statusCode: ContentfulStatusCode,
  message: string,
  errorCode?: string,
): Response {
  return c.json(
    { statusCode, error: reasons[statusCode], message, ...(errorCode && { errorCode }) },
    statusCode,
  )
}

function refuseUnknownUser(c: Context): Response {
  return refuse(c, 404, 'The user does not exist.', 'inexistent_user')
}

function toManagement(user: User, connection: string) {
  return {
    user_id: user.id,
    email: user.email,
    email_verified: user.emailVerified === 1,
    name: user.name,
    nickname: user.email.split('@')[0],
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    identities: [
      { provider: 'auth0', user_id: user.id.replace('auth0|', ''), connection, isSocial: false },
    ],
  }
}
