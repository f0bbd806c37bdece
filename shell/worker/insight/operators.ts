import { OperatorSignIn } from '@encre/releases/insight'
import { readBody } from '@encre/worker/body'
import { isoDate } from '@encre/worker/moment'
import { createToken, hashToken, readBearer } from '@encre/worker/secrets'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { operatorSessionSeconds } from '../lifetimes.ts'
import { problem } from '../problem.ts'
import { acceptToken, findHolder, type TokenHolder } from '../registry/tokens/require-token.ts'
import { settingsOf } from '../settings.ts'
import type { SiteContext, SiteEnv } from '../site-env.ts'
import { createSession, deleteSession, findSessionToken } from './sessions-store.ts'

export interface OperatorEnv extends SiteEnv {
  Variables: SiteEnv['Variables'] & { holder: TokenHolder }
}

/**
 * Accepts a token of the platform or a team, or the cookie of a session that was started with one.
 */
export const requireOperator = createMiddleware<OperatorEnv>(async (c, next) => {
  const token = readBearer(c)
  const holder = token ? await acceptToken(c.env, c.executionCtx, token) : await findSession(c)
  if (!holder) return problem(c, 401, 'permission-denied')
  c.set('holder', holder)
  await next()
  c.header('Cache-Control', 'no-store')
})

/**
 * What changes something asks for the token: any script of the origin can send the cookie of a
 * session.
 */
export const requireTokenAgain = createMiddleware<OperatorEnv>(async (c, next) =>
  readBearer(c) ? next() : problem(c, 401, 'permission-denied'),
)

/**
 * `/api/releases/insight/session`: an operator signs in with a token, and out.
 * `limitOperatorTokens` bounds the attempts.
 */
export const session = new Hono<SiteEnv>()
  .post('/', async (c) => {
    const body = await readBody(c, OperatorSignIn)
    if (!body) return problem(c, 400, 'invalid-request')
    const holder = await acceptToken(c.env, c.executionCtx, body.token)
    if (!holder) return problem(c, 401, 'permission-denied')
    await startSession(c, body.token)
    return c.body(null, 204)
  })
  .delete('/', async (c) => {
    await endSession(c)
    return c.body(null, 204)
  })

const name = 'encre_operator'
/** The cookie is sent to the addresses that read. */
const path = '/api/releases/insight'

async function startSession(c: SiteContext, token: string): Promise<void> {
  const session = createToken()
  await createSession(c.env.DB, {
    hash: await hashToken(session),
    tokenHash: await hashToken(token),
    expiresAt: isoDate(operatorSessionSeconds * 1000),
  })
  setCookie(c, name, session, {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: settingsOf(c.env).isSecure,
    maxAge: operatorSessionSeconds,
  })
}

async function endSession(c: SiteContext): Promise<void> {
  const session = deleteCookie(c, name, { path })
  if (session) await deleteSession(c.env.DB, await hashToken(session))
}

/** A session ends with its token too: a team's is revoked, the platform gets another. */
async function findSession<E extends SiteEnv>(c: Context<E>): Promise<TokenHolder | null> {
  const session = getCookie(c, name)
  if (!session) return null
  const tokenHash = await findSessionToken(c.env.DB, await hashToken(session))
  return tokenHash === null ? null : findHolder(c.env, tokenHash)
}
